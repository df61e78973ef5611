import fc from 'fast-check';
import type { OperationExample } from '../../src/rest/http/operation.ts';
import { anyText } from './any-text.ts';
import { type Told, toldOperations } from './example-story.ts';
import { at, type Json, recordOf, resolved } from './openapi.ts';

/** A request created from an example by random changes. */
export type FuzzedRequest = {
  readonly operation: string;
  readonly path: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [string, string])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
};

/** Pages and keys take no input; tokens cost an scrypt each and are rate-limited. */
const leftOut = [
  'createToken',
  'getJsonWebKeys',
  'getLiveness',
  'getReadiness',
  'getOpenapi',
  'getDocs',
  'getErrorPages',
];
const plainly = toldOperations.filter(({ operation }) => !leftOut.includes(operation.id));
/** Half of the requests are documents, where the most can go wrong. */
const documents = plainly.filter(({ operation }) => ['putTransaction', 'calculateTransaction'].includes(operation.id));
const fuzzed = [...plainly, ...Array.from({ length: plainly.length / 2 }, () => documents).flat()];

const nasty: fc.Arbitrary<unknown> = fc.constantFrom<unknown>(
  null,
  true,
  false,
  0,
  -0,
  1,
  -1,
  0.1,
  1e-7,
  1e21,
  -1e308,
  999999999999.99,
  123456789012345680,
  '',
  ' ',
  '0',
  '-0',
  '1e3',
  '1e999',
  '0x10',
  'NaN',
  'Infinity',
  ' 5 ',
  '1,5',
  '٣',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  '\0',
  '\ud800',
  '😀',
  'a'.repeat(300),
  '../../etc',
  '%2e%2e',
  "'; drop table customers; --",
  '<script>',
  '2026-02-30',
  '2026-06-15T25:00:00Z',
  '0000-01-01',
  '9999-12-31T23:59:59+14:00',
  [],
  {},
  [[]],
  [null],
  { a: { b: [] } },
  ['x', 1],
  Number.MAX_SAFE_INTEGER,
);
/** A copy for each request: changes are made within what was inserted before. */
const nastyCopy = nasty.map((value) => structuredClone(value));

/** Meaningful values for members of these names, so that many requests are accepted. */
const telling: Readonly<Record<string, readonly unknown[]>> = {
  state: ['MN', 'Minnesota', 'TX', 'NY', 'CA', 'CO', 'OR', 'PR', 'XX'],
  zip: ['55401', 55401, '55401-1234', '78701', '10001', '90001', '80202', '97201', '00901', '00000'],
  city: ['Minneapolis', 'Austin', 'New York', 'Nowhere'],
  country: ['US', 'usa', 'DE', 'Germany', 'CA', 'IN', 'JP', 'GB', 'CH', 'AQ', 'ZZ'],
  region: ['QC', 'ON', 'Bavaria', 'ES-CN'],
  taxCode: ['C1S1', 'C1S2', 'C1S4', 'C3S1', 'C3S6', 'C6S1', 'C1S30', '', 'unknown'],
  unitPrice: [0, 0.005, 1, 19.99, '100.00', -5, 109.99, 110, 99999, '0.015'],
  totalPrice: [0, 10, '12.345', -3, 250],
  quantity: [1, 2, 0.5, '3', 0.333333, 1000, 0, -1],
  discount: [0, 1, '5.5', 1000],
  transactionLevelDiscount: [0, 0.01, 7, '33.33', 100000],
  manualSalesTaxRate: [0, 0.1, 0.2, '0.0825', 0.21],
  currency: ['USD', 'usd', 'EUR', 'JPY', 'BHD', 'XXX'],
  transactionType: ['INVOICE', 'REFUND', 'TAXABLE_REFUND', 'ESTIMATE', 'SALES_ORDER', 'RECEIPT'],
  transactionStatus: ['ACTIVE', 'PAID', 'CANCELLED'],
  transactionFilingStatus: ['FILED', 'NOT_FILED'],
  createdFrom: ['INV-1', 'nowhere'],
  refundFraction: [0, 0.5, 1, '0.333'],
  customerType: ['RETAIL', 'RESELLER', 'MARKETPLACE', 'RETAIL_EXEMPT'],
  taxNumber: ['FR40303265045', 'DE136695976', 'x'],
  createdDate: [
    '2026-06-15',
    '2026-06-15T10:00:00',
    '2026-06-15T23:59:59-12:00',
    '2020-02-29',
    '1900-01-01',
    '2030-01-01',
  ],
  isPartial: [true, false],
  isTaxInclusive: [true, false],
  manualSalesTax: [true, false],
  taxableCategory: ['TAXABLE', 'NOT_TAXABLE'],
  collectionPolicy: ['EVERYWHERE', 'WHERE_REGISTERED'],
  joinedSimplifiedSellersUseTaxOn: ['2026-01-01', '2030-01-01'],
  roundingLevel: ['BY_LAW', 'LINE', 'DOCUMENT', 'DOCUMENT_PER_RATE', 'UNIT'],
  exemptInclusivePrice: ['KEEP', 'STRIP'],
  exemptionType: ['FULLY', 'PARTIALLY'],
  exemptFraction: [0, 0.5, 1, 1.1],
};

const pick = fc.nat({ max: 2 ** 31 });
const change = fc.record({ where: pick, how: pick, value: nastyCopy, which: pick });
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

const rarely = <Value>(arbitrary: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });

export const fuzzedRequest: fc.Arbitrary<FuzzedRequest> = fc
  .record({
    operation: pick,
    example: pick,
    changes: fc.array(change, { maxLength: 5 }),
    pathChange: rarely(fc.oneof(anyText({ minLength: 1, maxLength: 20 }), nasty.map(String))),
    queryChanges: rarely(fc.array(fc.record({ where: pick, value: nasty, which: pick }), { maxLength: 2 })),
    header: rarely(fc.record({ which: pick, value: fc.string({ unit: 'grapheme-ascii', maxLength: 30 }) })),
  })
  .map(({ operation, example, changes, pathChange, queryChanges, header }) => {
    const told = member(fuzzed, operation);
    const examples = Object.values(told.operation.examples);
    const sent: OperationExample = examples.length > 0 ? member(examples, example) : { summary: '', status: 200 };
    const body = changes.reduce((value, one) => changed(value, one, schemaOf(told)), structuredClone(plain(sent.body)));
    return {
      operation: told.operation.id,
      path: changedPath(sent.path ?? {}, pathChange, body),
      query: changedQuery(told, sent.query ?? {}, queryChanges ?? []),
      headers: header ? { [member(headerNames, header.which)]: printable(header.value) } : {},
      body,
    };
  });

const headerNames = [
  'If-Match',
  'If-None-Match',
  'Accept',
  'Content-Type',
  'Idempotency-Key',
  'X-Request-Id',
  'Authorization',
];

/** A lone surrogate cannot be part of a URL. */
const wellFormedOf = (text: string) => [...text].filter((one) => !/^[\ud800-\udfff]$/.test(one)).join('');

function member<Value>(list: readonly Value[], at: number): Value {
  return list[at % list.length]!;
}

const plain = (body: unknown): unknown => (body === undefined ? undefined : JSON.parse(JSON.stringify(body)));
const printable = (text: string) => text.replaceAll(/[^\x20-\x7e]/g, '').trim();

function schemaOf({ operation }: Told): Json {
  return operation.body ? at('components', 'schemas', operation.body.name) : {};
}

/** Changes, removes, duplicates or adds one member, using names from the schema. */
function changed(body: unknown, { where, how, value, which }: Change, schema: Json): unknown {
  const all = placesIn(body, schema);
  const meaningful = all.filter(({ name }) => telling[name] !== undefined);
  const places = how % 8 !== 0 && meaningful.length > 0 ? meaningful : all;
  if (places.length === 0) return how % 10 === 0 ? value : body;
  const { holder, key, name, unset } = member(places, where);
  const known = telling[name];
  const replacement = known && how % 9 !== 0 ? member(known, which) : value;
  if (Array.isArray(holder)) {
    if (how % 7 === 1) holder.push(structuredClone(holder[Number(key)]));
    else if (how % 7 === 2) holder.splice(Number(key), 1);
    else holder[Number(key)] = replacement;
  } else if (how % 11 === 1 && !unset) delete holder[key];
  else holder[key] = replacement;
  return body;
}

type Place = {
  readonly holder: Json | unknown[];
  readonly key: string;
  readonly name: string;
  readonly unset: boolean;
};

function placesIn(value: unknown, schema: Json, name = ''): Place[] {
  if (Array.isArray(value)) {
    const items = resolved(schema.items);
    return value.flatMap((one, index): Place[] => [
      { holder: value, key: String(index), name, unset: false },
      ...placesIn(one, items, name),
    ]);
  }
  if (typeof value !== 'object' || value === null) return [];
  const holder = recordOf(value);
  const properties = recordOf(schema.properties);
  return [...new Set([...Object.keys(holder), ...Object.keys(properties)])].flatMap((key): Place[] => [
    { holder, key, name: key, unset: !(key in holder) },
    ...placesIn(holder[key], resolved(properties[key]), key),
  ]);
}

/** Mostly the record named in the body, so that changes in it are read. */
function changedPath(path: Readonly<Record<string, string>>, value: string | null, body: unknown) {
  const names = Object.keys(path);
  if (value === null || names.length === 0) return path;
  const name = names.at(-1)!;
  const wellFormed = wellFormedOf(value) || 'x';
  if (typeof body === 'object' && body !== null && name in body) Object.assign(body, { [name]: wellFormed });
  return { ...path, [name]: wellFormed };
}

function changedQuery(
  told: Told,
  query: Readonly<Record<string, string>>,
  changes: readonly { where: number; value: unknown; which: number }[],
) {
  const names = [...Object.keys(told.operation.query?.shape ?? {}), 'other'];
  const extra = changes.map(({ where, value, which }): [string, string] => {
    const name = member(names, where);
    const known = telling[name];
    return [name, wellFormedOf(String(known && which % 3 !== 0 ? member(known, which) : value))];
  });
  return [...Object.entries(query).filter(([name]) => !extra.some(([other]) => other === name)), ...extra];
}
