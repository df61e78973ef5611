import { recordTag } from '../../domain/base/etag.ts';
import { parseInput } from '../../domain/base/parse-input.ts';
import { type Product, product } from '../../domain/products/product.ts';
import { storedProducts } from '../../domain/products/product-input.ts';
import { productList } from '../../domain/products/product-list.ts';
import { deleteProduct } from '../../usecases/products/delete-product.ts';
import { getProduct, listProducts } from '../../usecases/products/get-product.ts';
import { upsertProduct, upsertProducts } from '../../usecases/products/upsert-product.ts';
import { recordAddresses, routesAt } from '../http/addresses.ts';
import { readJson } from '../http/body.ts';
import { preconditionOf, taggedReply } from '../http/conditions.ts';
import { listRoute } from '../http/declared-list.ts';
import { csvForm } from '../http/list-format.ts';
import type { Operation } from '../http/operation.ts';
import { recordColumns } from '../http/record-columns.ts';
import { parseKeyedBody, pathOfKey } from '../http/record-name.ts';
import { jsonOf, responseOf } from '../http/record-response.ts';
import { emptyReply, jsonReply, type Route, route } from '../http/route.ts';
import { exampleIds, exampleProduct } from '../openapi/example-data.ts';
import { recordSelection } from '../selections/record-selection.ts';

const productJson = jsonOf(product);
const productResponse = responseOf(product);
const selection = recordSelection(product);
const errors = '... on InvalidInput { issues { path code message } } ... on UserError { code message }';
const addresses = recordAddresses('products', exampleIds.product);
const { source, externalId } = exampleProduct;
const path = { source, externalId };

const putOperation: Operation = {
  id: 'putProduct',
  tag: 'Products',
  summary: 'Store a product with its tax code',
  description:
    'Creates or replaces the product. Items of later documents that name it as `product` without a tax code take its code. Stored documents keep the codes they have; `GET /v1/replays?rateBook=CURRENT` shows the effect that the change would have had.',
  body: { name: 'ProductInput', description: 'A product.', schema: 'product' },
  responses: {
    200: { description: 'Replaced, or unchanged.', schema: productResponse, headers: ['Location'] },
    201: { description: 'Created.', schema: productResponse, headers: ['Location'] },
  },
  problems: ['KEY_MISMATCH'],
  isTagged: true,
  examples: {
    created: { summary: 'A new product', path, body: exampleProduct, status: 201 },
    again: {
      summary: 'The same request again',
      path,
      body: exampleProduct,
      status: 200,
      variables: { input: { product: exampleProduct } },
    },
  },
  graphql: {
    document: `mutation ($input: UpsertProductInput!) { upsertProduct(input: $input) { __typename ... on Product { ${selection} } ${errors} } }`,
    at: 'upsertProduct',
  },
};

const getOperation: Operation = {
  id: 'getProduct',
  tag: 'Products',
  summary: 'Read a product by source and external id',
  description: 'The whole product. The response can be sent back with PUT.',
  responses: { 200: { description: 'The product.', schema: productResponse } },
  problems: ['NOT_FOUND'],
  isTagged: true,
  examples: { coat: { summary: 'A product', path, status: 200 } },
  graphql: { document: `query ($by: ProductBy!) { product(by: $by) { ${selection} } }`, at: 'product' },
};

const deleteOperation: Operation = {
  id: 'deleteProduct',
  tag: 'Products',
  summary: 'Delete a product',
  description: 'Deletes the product. Documents that name it keep its name and the tax codes they have.',
  responses: { 204: { description: 'Deleted.' } },
  problems: ['NOT_FOUND'],
  isTagged: true,
  examples: {},
  graphql: {
    document: `mutation ($input: DeleteProductInput!) { deleteProduct(input: $input) { __typename ... on Product { serviceId } ${errors} } }`,
    at: 'deleteProduct',
  },
};

const batchOperation: Operation = {
  id: 'upsertProducts',
  tag: 'Products',
  summary: 'Store up to 1,000 products',
  description: 'Stores all products or none; one with the same key is replaced.',
  body: { name: 'ProductsInput', description: 'The products.', schema: 'products' },
  responses: { 200: { description: 'What was stored.', schema: responseOf(storedProducts) } },
  problems: ['CONFLICT'],
  examples: {
    again: {
      summary: 'A product that is already stored',
      body: { products: [exampleProduct] },
      status: 200,
      variables: { input: { products: [exampleProduct] } },
    },
  },
  graphql: {
    document: `mutation ($input: UpsertProductsInput!) { upsertProducts(input: $input) { __typename ... on StoredProducts { ${recordSelection(storedProducts)} } ${errors} } }`,
    at: 'upsertProducts',
  },
};

export const productRoutes: readonly Route[] = [
  route(
    'POST',
    '/v1/products/batch',
    'products:write',
    async ({ ctx, request, deps }) => {
      const { products } = parseInput(deps.inputs.products, await readJson(request));
      return jsonReply(200, await upsertProducts(ctx, products));
    },
    { operation: batchOperation },
  ),
  ...routesAt(addresses, { method: 'GET', needs: productList.scope, operation: getOperation }, async (call, by) => {
    const found = await getProduct(call.ctx, by);
    return taggedReply(call.request, recordTag(found), () => productJson(found));
  }),
  route(
    'PUT',
    addresses[0]!.path,
    'products:write',
    async ({ ctx, request, deps }) => {
      const input = await parseKeyedBody(deps.inputs.product, request, await readJson(request));
      const { kind, value } = await upsertProduct(ctx, input, preconditionOf(request));
      const headers = { Location: pathOfKey('products', value), ETag: recordTag(value) };
      return jsonReply(kind === 'created' ? 201 : 200, productJson(value), headers);
    },
    { operation: putOperation },
  ),
  ...routesAt(
    addresses,
    { method: 'DELETE', needs: 'products:write', operation: deleteOperation },
    async (call, by) => {
      await deleteProduct(call.ctx, by, preconditionOf(call.request));
      return emptyReply;
    },
  ),
  listRoute('/v1/products', productList, {
    tag: 'Products',
    summary: 'List products',
    csv: csvForm<Product>(recordColumns(product)),
    fileName: 'products',
    examples: { apparel: { summary: 'Those of a category', query: { category: 'Apparel', limit: '10' } } },
    read: listProducts,
  }),
];
