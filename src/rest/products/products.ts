import { z } from 'zod';
import { recordTag } from '../../domain/base/etag.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { parseInput } from '../../domain/base/parse-input.ts';
import {
  encodeUnmappedProductCursor,
  type UnmappedProductPosition,
  unmappedProductCursor,
} from '../../domain/lists/cursor.ts';
import { type Product, product, productImport, productList } from '../../domain/products/product.ts';
import { storedProducts } from '../../domain/products/product-input.ts';
import { describedProductInput, taxCodeSuggestions } from '../../domain/products/suggest-tax-codes.ts';
import { type UnmappedProduct, unmappedProduct, unmappedProductList } from '../../domain/products/unmapped-product.ts';
import { importProducts } from '../../usecases/products/import-products.ts';
import {
  deleteProduct,
  getProduct,
  listProducts,
  upsertProduct,
  upsertProducts,
} from '../../usecases/products/products.ts';
import { listUnmappedProducts, suggestTaxCodes } from '../../usecases/products/suggest-tax-codes.ts';
import { recordAddresses, routesAt } from '../http/addresses.ts';
import { readJson } from '../http/body.ts';
import { preconditionOf, taggedReply } from '../http/conditions.ts';
import { listRoute } from '../http/declared-list.ts';
import { fileBody, fileField } from '../http/file-body.ts';
import { csvForm } from '../http/list-format.ts';
import type { Operation } from '../http/operation.ts';
import { answered, booleanParameter, parseQuery } from '../http/query.ts';
import { recordColumns } from '../http/record-columns.ts';
import { parseKeyedBody, pathOfKey } from '../http/record-name.ts';
import { jsonOf, responseOf } from '../http/record-response.ts';
import { emptyReply, jsonReply, type Route, route } from '../http/route.ts';
import { exampleIds, exampleProduct } from '../openapi/example-data.ts';
import { recordSelection } from '../selections/record-selection.ts';

const productJson = jsonOf(product);
const importJson = jsonOf(productImport);
const suggestionsJson = jsonOf(taxCodeSuggestions);
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
    'Creates or replaces the product. In later documents, items that refer to the product in `product` and have no tax code use the product’s code. Stored documents keep their codes until they are changed or recalculated; `GET /v1/replays?rateBook=CURRENT` shows how the new code would affect them.',
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
  summary: 'Read a product',
  description: 'The complete product. The response can be sent back with PUT.',
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
  description:
    'Deletes the product. Documents that refer to it keep the reference and their tax codes, even if they are patched, converted or recalculated.',
  responses: { 204: { description: 'Deleted.' } },
  problems: ['NOT_FOUND'],
  isTagged: true,
  examples: {},
  graphql: {
    document: `mutation ($input: DeleteProductInput!) { deleteProduct(input: $input) { __typename ... on Product { serviceId } ${errors} } }`,
    at: 'deleteProduct',
  },
};

const batch = [exampleProduct, { source, externalId: 'SKU-2', name: 'Law textbook', category: 'Media' }];

const batchOperation: Operation = {
  id: 'upsertProducts',
  tag: 'Products',
  summary: 'Store up to 1,000 products',
  description: 'Stores all products or none, replacing products with the same key.',
  body: { name: 'ProductsInput', description: 'The products.', schema: 'products' },
  responses: { 200: { description: 'The stored products.', schema: responseOf(storedProducts) } },
  problems: ['CONFLICT'],
  examples: {
    two: { summary: 'A new product without a tax code', body: { products: batch }, status: 200 },
    again: {
      summary: 'The same request again',
      body: { products: batch },
      status: 200,
      variables: { input: { products: batch } },
    },
  },
  graphql: {
    document: `mutation ($input: UpsertProductsInput!) { upsertProducts(input: $input) { __typename ... on StoredProducts { ${recordSelection(storedProducts)} } ${errors} } }`,
    at: 'upsertProducts',
  },
};

const suggestionsOperation: Operation = {
  id: 'getTaxCodeSuggestions',
  tag: 'Products',
  summary: 'Suggest tax codes for a product',
  description:
    'Suggests codes based on the name and category. Each suggestion has a reason: other products in the category have the code, or the name or category mentions a common product. Nothing is stored.',
  query: z.strictObject(describedProductInput.shape),
  responses: { 200: { description: 'The suggestions.', schema: responseOf(taxCodeSuggestions) } },
  examples: {
    coat: {
      summary: 'A coat',
      query: { name: 'Rain coat' },
      status: 200,
    },
  },
  graphql: {
    document: `query ($name: String, $category: String) { taxCodeSuggestions(name: $name, category: $category) { ${recordSelection(taxCodeSuggestions)} } }`,
    at: 'taxCodeSuggestions',
  },
};

const exampleFile = 'source,externalId,name,category,taxCode\n9,SKU-3,Novel,Media,C1S30\n';

const importOperation: Operation = {
  id: 'importProducts',
  tag: 'Products',
  summary: 'Import products from a CSV file',
  description:
    'Accepts a CSV file, up to 1 GB, as a form or as the body itself (text/csv). The columns are source, externalId, name, category and taxCode. Valid rows are stored as with PUT; invalid rows are reported. Sending the same file again changes nothing.',
  query: z.object({
    dryRun: booleanParameter(false).meta({
      description: 'Whether to check the file without storing anything. Default: false.',
    }),
  }),
  body: {
    name: 'ProductFile',
    description: 'Form with the file.',
    mediaType: 'multipart/form-data',
    schema: z.object({
      [fileField]: z.string().meta({ contentMediaType: 'text/csv', description: 'CSV file with a header line.' }),
    }),
  },
  responses: { 200: { description: 'The report.', schema: responseOf(productImport) } },
  problems: ['MALFORMED_FORM'],
  examples: {
    novel: { summary: 'A file with one product', body: { [fileField]: exampleFile }, status: 200 },
    again: {
      summary: 'The same file again',
      body: { [fileField]: exampleFile },
      status: 200,
      variables: { input: { file: null } },
    },
  },
  graphql: {
    document: `mutation ($input: ImportProductsInput!) { importProducts(input: $input) { __typename ... on ProductImport { ${recordSelection(productImport)} } ${errors} } }`,
    at: 'importProducts',
  },
};

const importQuery = importOperation.query as z.ZodObject<{ dryRun: z.ZodType<boolean> }>;

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
  route(
    'POST',
    '/v1/product_imports',
    'products:write',
    async ({ ctx, request, deps }) => {
      const options = parseQuery(importQuery, request);
      return jsonReply(
        200,
        importJson(await importProducts(ctx, deps.inputs, fileBody(request, ['text/csv']), options)),
      );
    },
    {
      consumes: 'multipart/form-data',
      mostBytes: gatewayLimits.csv.formBytes,
      isStreamed: true,
      operation: importOperation,
    },
  ),
  route(
    'GET',
    '/v1/products/tax_code_suggestions',
    'tax:read',
    async ({ ctx, request }) =>
      jsonReply(200, suggestionsJson(await suggestTaxCodes(ctx, parseQuery(describedProductInput, request)))),
    { operation: suggestionsOperation },
  ),
  listRoute<typeof unmappedProductList, UnmappedProduct, UnmappedProductPosition>(
    '/v1/products/unmapped',
    unmappedProductList,
    {
      tag: 'Products',
      summary: 'List products without a tax code',
      description: 'To map a product, store it with a suggested code or another code.',
      order: 'Best-selling first.',
      csv: csvForm<UnmappedProduct>(recordColumns(unmappedProduct)),
      fileName: 'unmapped-products',
      examples: { bySource: { summary: 'Products of one source', query: { source: '9', limit: '10' } } },
      position: {
        cursor: unmappedProductCursor,
        cursorOf: encodeUnmappedProductCursor,
        positionOf: (one) => one,
      },
      read: (ctx, filter, page) => answered(() => listUnmappedProducts(ctx, filter, page), { taxDate: 'from' }),
    },
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
    examples: { apparel: { summary: 'Products of a category', query: { category: 'Apparel', limit: '10' } } },
    read: listProducts,
  }),
];
