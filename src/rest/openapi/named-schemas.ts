import { groupedBy } from '../../domain/base/grouped-by.ts';
import { isPlainObject } from '../../domain/base/plain-object.ts';
import type { Components, JsonSchema } from './json-schema.ts';
import { freeName } from './shared-parts.ts';

/**
 * Parts shared by several schemas, with their GraphQL names where they exist. Each has one example location: the
 * schema, then its members; `[]` means list entries. Nested parts come first.
 */
const shared = {
  AddressInput: ['An address.', 'CustomerInput.address'],
  ExternalTimestampsInput: ['Times of a record in your system.', 'CustomerInput.externalTimestamps'],
  ExternalTimestampsPatch: ['Changes to the times of a record in your system.', 'CustomerPatch.externalTimestamps'],
  ItemAttributes: ['Seller-provided facts about an item.', 'TransactionInput.items.[].attributes'],
  ItemInput: ['An item of a document.', 'TransactionInput.items.[]'],
  PlaceEvidenceInput: ['Evidence of a consumer’s location.', 'TransactionInput.placeEvidence.[]'],
  QuoteCustomerInput: ['A customer, identified by key or described.', 'QuoteInput.customer'],
  ShippingFeeInput: ['A shipping fee.', 'TransactionInput.shippingFee'],
  CoverageRequirementInput: ['Requirements for a document.', 'TransactionInput.require'],
  ExemptionOverrideInput: ['An exemption decision for one document.', 'TransactionInput.exemptionOverride'],
  CertificateInput: ['The certificate that proves an exemption.', 'ExemptionInput.exemption.certificate'],
  ValidationDatesInput: ['Validity period of an exemption.', 'ExemptionInput.exemption.validationDates'],
  SentExemptionStatusInput: ['Status of an exemption in requests.', 'ExemptionInput.exemption.status'],
  ExemptionClassificationInput: ['The kind of exemption.', 'ExemptionInput.exemption.classification'],
  StateInput: ['A state, by code or abbreviation.', 'ExemptionInput.states.[]'],
  ProblemIssue: ['An issue with a request.', 'Problem.errors.[]'],
  ItemAddress: ['An address, optionally with the matched place.', 'Item.shippingAddress'],
  ShippingAddress: ['A shipping address with the matched place.', 'Transaction.shippingAddress'],
  SalesTax: ['Tax on a document, with the rates for its place.', 'Transaction.salesTax'],
  ThinSalesTax: ['Tax on a document.', 'ThinTransaction.salesTax'],
  ThinItem: ['An item with its tax, in the thin form.', 'ThinTransaction.items.[]'],
  ThinShippingFee: ['Shipping fee with its tax, in the thin form.', 'ThinTransaction.shippingFee'],
  DescribedTermsInput: ['Scope and validity of an exemption.', 'ExemptionInput.exemption'],
  // These schemas already have names: identical schemas elsewhere become references to them.
  ShippingFee: [null, 'ShippingFee'],
  Item: [null, 'Item'],
  ProductInput: [null, 'ProductInput'],
  QuoteInput: [null, 'QuoteInput'],
} as const satisfies Record<string, readonly [description: string | null, place: string]>;

/** Names members that several schemas describe identically, if that shortens the document. */
export function nameSharedMembers(components: Components): void {
  const schemas = Object.values(components);
  nameShared(
    schemas.map(({ properties }) => recordOf(properties)),
    components,
  );
  nameShared(schemas.flatMap(membersAround), components);
}

/** Different members with the same name are numbered. */
function nameShared(holders: readonly JsonSchema[], components: Components): void {
  const members = holders.flatMap((holder) =>
    Object.entries(holder).map(([name, schema]) => ({ holder, name, text: JSON.stringify(schema) })),
  );
  for (const [first, ...others] of groupedBy(members, ({ name, text }) => `${name} ${text}`).values()) {
    if (!first || others.length === 0) continue;
    const { holder, name, text } = first;
    const free = freeName(`${name[0]!.toUpperCase()}${name.slice(1)}`, components);
    const reference = { $ref: `#/components/schemas/${free}` };
    const added = (others.length + 1) * JSON.stringify(reference).length + free.length;
    if (others.length * text.length <= added) continue;
    components[free] = recordOf(holder[name]);
    for (const one of [first, ...others]) one.holder[name] = reference;
  }
}

/** The `properties` of a schema and of all schemas in it. */
function membersAround(schema: unknown): JsonSchema[] {
  if (Array.isArray(schema)) return schema.flatMap(membersAround);
  const { properties, ...rest } = recordOf(schema);
  const members = recordOf(properties);
  return [members, ...[...Object.values(members), ...Object.values(rest)].flatMap(membersAround)];
}

/** Names shared parts of schemas and replaces them with references. */
export function* nameSharedSchemas(components: Components): Generator<void, void, void> {
  for (const [name, [description, place]] of Object.entries(shared)) {
    const [of = '', ...path] = place.split('.');
    const found = path.reduce<JsonSchema>((schema, member) => memberOf(schema, member), recordOf(components[of]));
    const own = withoutNull(found);
    const part = { name, members: membersIn(own), text: textOf(own) };
    for (const [holder, schema] of Object.entries(components)) {
      if (holder !== name) components[holder] = recordOf(replaced(schema, part));
    }
    if (description !== null) components[name] = { ...own, description };
    yield;
  }
}

const memberOf = (schema: JsonSchema, member: string): JsonSchema =>
  recordOf(member === '[]' ? schema.items : recordOf(schema.properties)[member]);

type Part = { readonly name: string; readonly members: string; readonly text: string };

function replaced(value: unknown, part: Part): unknown {
  if (Array.isArray(value)) return value.map((one) => replaced(one, part));
  if (!isPlainObject(value)) return value;
  if (isPart(value, part)) return referenceTo(part.name, value);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replaced(one, part)]));
}

/** Compares the member names first: few schemas have the same members, and serializing is slow. */
function isPart(value: JsonSchema, { members, text }: Part): boolean {
  return value.properties !== undefined && membersIn(value) === members && textOf(withoutNull(value)) === text;
}

const membersIn = ({ properties }: JsonSchema): string => Object.keys(recordOf(properties)).join();

function referenceTo(name: string, { type, description }: JsonSchema): JsonSchema {
  const reference = { $ref: `#/components/schemas/${name}` };
  const said = description === undefined ? {} : { description };
  return Array.isArray(type) ? { ...said, anyOf: [reference, { type: 'null' }] } : { ...said, ...reference };
}

function withoutNull({ type, ...schema }: JsonSchema): JsonSchema {
  return Array.isArray(type) ? { type: 'object', ...schema } : { ...(type !== undefined && { type }), ...schema };
}

const textOf = ({ description: _, ...shape }: JsonSchema): string => JSON.stringify(shape);

const recordOf = (value: unknown): JsonSchema => (isPlainObject(value) ? value : {});
