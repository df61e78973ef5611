import { z } from 'zod';
import { versionPrecondition } from '../../domain/base/precondition.ts';
import {
  encodeUnmappedProductCursor,
  type UnmappedProductPosition,
  unmappedProductCursor,
} from '../../domain/lists/cursor.ts';
import { product, productFields, productImport, productList } from '../../domain/products/product.ts';
import { productsFields, storedProducts } from '../../domain/products/product-input.ts';
import { describedProductInput, taxCodeSuggestions } from '../../domain/products/suggest-tax-codes.ts';
import { type UnmappedProduct, unmappedProduct, unmappedProductList } from '../../domain/products/unmapped-product.ts';
import { importProducts } from '../../usecases/products/import-products.ts';
import {
  countProducts,
  deleteProduct,
  getProduct,
  listProducts,
  upsertProduct,
  upsertProducts,
} from '../../usecases/products/products.ts';
import {
  countUnmappedProducts,
  listUnmappedProducts,
  suggestTaxCodes,
} from '../../usecases/products/suggest-tax-codes.ts';
import { builder } from '../base/builder.ts';
import { checked, checkedArgs } from '../base/checked-input.ts';
import { connectPages } from '../base/connection.ts';
import { errorsOf } from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { inputOf } from '../base/input-of.ts';
import { loadNodesFrom, NodeRef, nodeId } from '../base/node.ts';
import { readPage } from '../base/page-arguments.ts';
import { byProduct, inputBy, nullIfNotFound, recordName } from '../base/record-name.ts';
import { recordType } from '../base/record-type.ts';
import { ifVersionField } from '../base/shared-inputs.ts';
import { listField, newestFirstField } from '../lists/declared-list.ts';

const ProductRef = recordType(product, [NodeRef]);
builder.objectField(ProductRef, 'id', (t) => t.id(nodeId('Product')));

loadNodesFrom(listProducts, 'Product', productList.scope);

newestFirstField(productList, ProductRef, { read: listProducts, count: countProducts });

builder.queryField('product', (t) =>
  t.field({
    type: ProductRef,
    nullable: true,
    extensions: needsScopes(productList.scope),
    description: 'One product, or null.',
    args: { by: t.arg(byProduct) },
    resolve: (_root, { by }, ctx) => nullIfNotFound(getProduct(ctx, recordName(by, 'Product'))),
  }),
);

const UpsertProductInputRef = builder.inputType('UpsertProductInput', {
  description: 'The product to store, and its expected version.',
  fields: (t) => ({
    product: t.field({
      type: inputOf(productFields),
      required: true,
      description: 'The whole product; omitted fields are cleared.',
    }),
    ifVersion: t.int({
      description:
        'Fails with `VersionMismatch` unless the stored product has this `version`. With 0, the product must not be stored yet.',
    }),
  }),
});

const DeleteProductInputRef = inputBy(
  'DeleteProductInput',
  'The product to delete, and its expected version.',
  byProduct,
  (t) => ({ ifVersion: ifVersionField(t) }),
);

const ImportProductsInputRef = builder.inputType('ImportProductsInput', {
  description: 'A file of products, and how to import it.',
  fields: (t) => ({
    file: t.field({ type: 'Upload', required: true, description: 'CSV in UTF-8, up to 1 GB, with a header line.' }),
    dryRun: t.boolean({ defaultValue: false, description: 'Whether to only check the file and store nothing.' }),
  }),
});

builder.mutationFields((t) => ({
  upsertProduct: t.field({
    type: ProductRef,
    errors: errorsOf('CONFLICT', 'PRECONDITION_FAILED'),
    extensions: needsScopes('products:write'),
    description:
      'Creates or replaces the product with this `source` and `externalId`. Later sales use its tax code; stored documents keep their tax codes.',
    args: {
      input: t.arg({
        ...checked(UpsertProductInputRef, ({ product: schema }) => z.object({ product: schema })),
        required: true,
        description: 'The product.',
      }),
    },
    resolve: async (_root, { input: { parsed, ifVersion } }, ctx) =>
      (await upsertProduct(ctx, parsed.product, versionPrecondition(ifVersion))).value,
  }),
  upsertProducts: t.field({
    type: recordType(storedProducts),
    errors: errorsOf('CONFLICT'),
    extensions: { ...needsScopes('products:write'), work: 1_000 },
    description: 'Stores many products: either all or none.',
    args: {
      input: t.arg({
        ...checked(inputOf(productsFields), (inputs) => inputs.products),
        required: true,
        description: 'The products.',
      }),
    },
    resolve: (_root, { input }, ctx) => upsertProducts(ctx, input.parsed.products),
  }),
  importProducts: t.field({
    type: recordType(productImport),
    errors: errorsOf(),
    extensions: { ...needsScopes('products:write'), work: 1_000 },
    description:
      'Stores the valid rows of a CSV file as products, and reports the invalid rows. The columns are source, externalId, name, category and taxCode.',
    args: { input: t.arg({ type: ImportProductsInputRef, required: true, description: 'The file.' }) },
    resolve: (_root, { input: { file, dryRun } }, ctx) =>
      importProducts(ctx, ctx.inputs, file.file.content, { dryRun: dryRun ?? false }),
  }),
  deleteProduct: t.field({
    type: ProductRef,
    errors: errorsOf('NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'),
    extensions: needsScopes('products:write'),
    description:
      'Deletes a product and returns its last state. Stored documents keep their tax codes, even if they are patched, converted or recalculated.',
    args: { input: t.arg({ type: DeleteProductInputRef, required: true, description: 'The product to delete.' }) },
    resolve: (_root, { input: { by, ifVersion } }, ctx) =>
      deleteProduct(ctx, recordName(by, 'Product'), versionPrecondition(ifVersion)),
  }),
}));

listField(unmappedProductList, recordType(unmappedProduct), (ctx, filter, page) => {
  const asked = readPage(page, unmappedProductCursor);
  const { isBackward } = asked;
  return connectPages<UnmappedProduct, UnmappedProductPosition>(asked, {
    read: (limit, after) => listUnmappedProducts(ctx, filter, { limit, after, isBackward }),
    count: () => countUnmappedProducts(ctx, filter),
    cursorOf: encodeUnmappedProductCursor,
  });
});

builder.queryField('taxCodeSuggestions', (t) => {
  const { name, category } = describedProductInput.shape;
  return t.field({
    ...checkedArgs(
      {
        name: t.arg.string({ description: name.description }),
        category: t.arg.string({ description: category.description }),
      },
      describedProductInput,
    ),
    type: recordType(taxCodeSuggestions),
    nullable: true,
    extensions: needsScopes('tax:read'),
    description: 'Suggests tax codes for a product by its name and category, each with a reason. Nothing is stored.',
    resolve: (_root, { parsed }, ctx) => suggestTaxCodes(ctx, parsed),
  });
});
