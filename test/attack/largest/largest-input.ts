import { readFileSync } from 'node:fs';
import { gatewayLimits } from '../../../src/domain/base/limits.ts';
import type { OperationExample } from '../../../src/rest/http/operation.ts';
import { type SentFile, type Told, toldOperations } from '../../support/example-story.ts';
import { at, recordOf, resolved } from '../../support/openapi.ts';
import { samplePdf } from '../../support/sample-files.ts';

/** The limits in the schema of a body, by the names of its members. */
type Allowed = { readonly entries: ReadonlyMap<string, number>; readonly characters: ReadonlyMap<string, number> };

export type Room = { readonly bytes: number; readonly values: number };

/** Free text, which may be as long as the schema allows. All other text has a meaning. */
const prose = ['name', 'comment', 'description', 'note', 'reason', 'documentName', 'overrideReason', 'label'];

/** US places for the items of a long document: together with the document's own place, the maximum number. */
const zips: readonly (readonly [state: string, zip: string, city: string])[] = [
  ...['55401 Minneapolis', '55101 Saint Paul', '55802 Duluth', '55901 Rochester', '56301 Saint Cloud'].map(
    placeIn('MN'),
  ),
  ...['53202 Milwaukee', '53703 Madison', '54301 Green Bay'].map(placeIn('WI')),
  ...['98101 Seattle', '99201 Spokane', '98402 Tacoma'].map(placeIn('WA')),
  ...['75201 Dallas', '77002 Houston', '78701 Austin', '78205 San Antonio'].map(placeIn('TX')),
  ...['10001 New York', '14202 Buffalo', '14604 Rochester'].map(placeIn('NY')),
  ...['90012 Los Angeles', '94103 San Francisco', '92101 San Diego', '95814 Sacramento'].map(placeIn('CA')),
  ...['66101 Kansas City', '67202 Wichita'].map(placeIn('KS')),
  ...['73102 Oklahoma City', '74103 Tulsa'].map(placeIn('OK')),
  ...['68102 Omaha', '68508 Lincoln'].map(placeIn('NE')),
  ...['43215 Columbus', '44114 Cleveland', '45202 Cincinnati'].map(placeIn('OH')),
  ...['28202 Charlotte', '27601 Raleigh'].map(placeIn('NC')),
  ...['30303 Atlanta', '31401 Savannah'].map(placeIn('GA')),
  ...['33130 Miami', '32801 Orlando', '33602 Tampa'].map(placeIn('FL')),
  ...['84101 Salt Lake City', '84601 Provo'].map(placeIn('UT')),
  ...['50309 Des Moines', '52401 Cedar Rapids'].map(placeIn('IA')),
  ...['37219 Nashville', '38103 Memphis'].map(placeIn('TN')),
  ...['19107 Philadelphia', '15222 Pittsburgh'].map(placeIn('PA')),
  ...['48226 Detroit', '49503 Grand Rapids'].map(placeIn('MI')),
];

function placeIn(state: string) {
  return (text: string): readonly [string, string, string] => [state, text.slice(0, 5), text.slice(6)];
}

export const placeAt = (index: number) => {
  const [state, zip, city] = zips[(index % (gatewayLimits.placesPerDocument - 1)) % zips.length]!;
  return { country: 'US', state, zip, city, isPartial: true };
};

export const states = [
  ...'AL AZ AR CA CO CT FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO NE NV NJ NM NY NC ND OH OK'.split(' '),
  ...'PA RI SC SD TN TX UT VT VA WA WV WI WY DC'.split(' '),
];

/** All tax codes of the rate book. */
export const taxCodes: readonly string[] = (
  JSON.parse(readFileSync('src/rates/book/data/tax-codes.json', 'utf8')) as { codes: readonly (readonly string[])[] }
).codes.map(([code]) => code!);

/**
 * The values of parameters that make a response longest. Other parameters are filters, which are omitted unless
 * required.
 */
const widest: Readonly<Record<string, string>> = {
  period: '2026',
  detailed: 'true',
  days: String(gatewayLimits.rateChangeEffect.days),
  worstCount: String(gatewayLimits.reconciliation.worst),
  collectFrom: 'FIRST_SALE',
  rateBook: 'CURRENT',
  fromVersion: '0',
  toVersion: '1',
};

/** A change in the installed version that affects most documents of the store. */
export const changeOfUpdate = '0-NOW.US.MN.RATE';

/** The same for operations with other needs. */
const widestOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  getRateTable: { state: 'TX' },
  compareTaxability: {
    taxCode: taxCodes.slice(0, gatewayLimits.taxability.taxCodes).join(','),
    state: states.join(','),
  },
  getExemptionCoverage: { state: states.join(',') },
  getLiability: { period: '2026', groupBy: 'STATE,JURISDICTION,TAX_CODE,REASON' },
  listTaxReturns: {},
  listDueTaxReturns: { dueFrom: '2026-01-01', dueTo: '2026-12-31' },
  getEcSalesList: { country: 'DE', period: '2026-06' },
  listJournal: { period: '2026' },
  listFilingJournal: { period: '2026' },
  validateAddress: { country: 'US', state: 'TX', zip: '78701', city: 'Austin', isPartial: 'true' },
  findSalesTaxRates: { country: 'US', state: 'NY', zip: '10001', isPartial: 'true' },
  cancelTransaction: { reason: 'Ordered twice'.padEnd(256, '.') },
  reconcileDocuments: { worstCount: widest.worstCount! },
};

/** Filters that read much of each record, in addition to the whole list. */
const filtered: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>> = {
  listTransactions: [{ lacksCertificateFile: 'true' }, { lacksCertificateFile: 'false' }],
  listUnmappedProducts: [{ from: '2026-01-01', to: '2026-12-31' }],
};

/** The queries of an operation: whole, filtered, of the installed rate book version, as the longest page, and as a file. */
export function largestQueries(
  { operation }: Told,
  example: OperationExample,
  isShort: boolean,
): Record<string, string>[] {
  if (example.body !== undefined && operation.id !== 'reconcileDocuments') return [{ ...example.query }];
  const names = Object.keys(operation.query?.shape ?? {});
  const own = widestOf[operation.id];
  const known = names.flatMap((name): [string, string][] => {
    const value = own
      ? own[name]
      : (widest[name] ?? (isRequired(operation.query, name) ? example.query?.[name] : undefined));
    return value === undefined ? [] : [[name, value]];
  });
  const whole = Object.fromEntries(known);
  const update = names.includes('inVersion') ? [{ ...whole, inVersion: '1' }] : [];
  const page = names.includes('limit') ? [{ ...whole, limit: String(gatewayLimits.pageSize.rest) }] : [];
  const { format } = operation.query?.shape ?? {};
  const file = isShort || own?.format ? [] : ['csv', 'jsonl'].filter((name) => format?.safeParse(name).success);
  const some = (filtered[operation.id] ?? []).map((filter) => ({ ...whole, ...filter }));
  return [whole, ...some, ...update, ...page, ...file.map((name) => ({ ...whole, format: name }))];
}

function isRequired(query: Told['operation']['query'], name: string): boolean {
  const field: { isOptional?(): boolean } | undefined = query?.shape[name];
  return field?.isOptional?.() === false;
}

/**
 * The body of an example with lists and texts of maximum length, within the limits of bytes and values for the request.
 */
export function largestBody(told: Told, example: OperationExample, isShort: boolean): unknown {
  const { operation, route } = told;
  const file = files[operation.id]?.(isShort);
  if (file !== undefined) return file;
  if (example.body === undefined || operation.body?.mediaType) return example.body;
  const room = {
    bytes: route.options?.mostBytes ?? gatewayLimits.bodyBytes.rest,
    values: gatewayLimits.documentValues,
  };
  return fitted(
    example.body,
    allowedBy(told),
    operation.id.startsWith('batch') ? { ...room, values: 2_000_000 } : room,
  );
}

/** `share` of the entries of outer lists. */
export function largestVariables(told: Told, variables: unknown, share: number): unknown {
  const room = { bytes: gatewayLimits.bodyBytes.graphql * 0.9, values: gatewayLimits.graphqlJson.values * 0.9 };
  return fitted(variables, allowedBy(told), room, share);
}

const pdfOf = (bytes: number) =>
  `${samplePdf.toString('latin1').replace(/%%EOF\s*$/, '')}${'% scan\n'.repeat(bytes / 7)}%%EOF\n`;

/** The files that GraphQL accepts as a form. */
export function filesOf(name: string): SentFile | null {
  if (name === 'attachExemptionFile')
    return {
      field: 'file',
      content: String(files.putExemptionFile!(true)),
      type: 'application/pdf',
      name: 'certificate.pdf',
    };
  if (name === 'importProducts')
    return {
      field: 'file',
      content: String(recordOf(files.importProducts!(true)).file),
      type: 'text/csv',
      name: 'products.csv',
    };
  if (name === 'importExemptions')
    return {
      field: 'file',
      content: String(recordOf(files.importExemptions!(true)).csvFile),
      type: 'text/csv',
      name: 'exemptions.csv',
    };
  return null;
}

const files: Readonly<Record<string, (isShort: boolean) => unknown>> = {
  putExemptionFile: () => pdfOf(gatewayLimits.exemptionFile.bytes - 1_000),
  importExemptions: (isShort) => ({
    csvFile: [
      'customerId,states,certificateId,exemptionType',
      ...Array.from(
        { length: isShort ? 2_000 : 20_000 },
        (_, index) => `01980000-0000-7000-8000-00000000d370,IA,CERT-${index},FULLY`,
      ),
    ].join('\r\n'),
  }),
  importProducts: (isShort) => ({
    file: [
      'source,externalId,taxCode',
      ...Array.from({ length: isShort ? 2_000 : 20_000 }, (_, index) => `9,SKU-${index},C1S1`),
    ].join('\r\n'),
  }),
  reconcileDocuments: () => ({ file: differingDocuments(gatewayLimits.reconciliation.worst / 5) }),
};

/** Long documents, each with an incorrect tax. */
function differingDocuments(count: number): string {
  const items = Array.from({ length: gatewayLimits.itemsPerDocument }, () => ({
    name: 'Lamp',
    taxCode: 'C1S1',
    unitPrice: 10,
  }));
  return Array.from({ length: count }, (_, index) =>
    JSON.stringify({
      externalId: `THEIRS-${index}`,
      taxDate: '2026-06-15',
      taxAmount: index,
      items,
      shippingAddress: placeAt(0),
    }),
  ).join('\n');
}

export function allowedBy({ operation }: Told): Allowed {
  const allowed = { entries: new Map<string, number>(), characters: new Map<string, number>() };
  const seen = new Set<unknown>();
  const least = (map: Map<string, number>, name: string, value: unknown) => {
    if (typeof value === 'number') map.set(name, Math.min(value, map.get(name) ?? value));
  };
  const walk = (given: unknown, name: string): void => {
    const schema = resolved(given);
    if (seen.has(schema)) return;
    seen.add(schema);
    least(allowed.entries, name, schema.maxItems);
    least(allowed.characters, name, schema.maxLength);
    for (const [key, value] of Object.entries(recordOf(schema.properties))) walk(value, key);
    if (schema.items) walk(schema.items, name);
    for (const key of ['anyOf', 'oneOf', 'allOf']) {
      const list = schema[key];
      if (Array.isArray(list)) for (const one of list) walk(one, name);
    }
  };
  if (operation.body) walk(at('components', 'schemas', operation.body.name), '');
  return allowed;
}

/** Tried from largest to smallest: shares of the schema's limits, for inner lists and for texts. */
const shares = [1, 0.5, 0.25, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001];

function fitted(value: unknown, allowed: Allowed, room: Room, outer = 1): unknown {
  for (const entries of shares) {
    for (const characters of [1, 0.4, 0.1, 0.02]) {
      const plan = { allowed, outer, entries, characters };
      const size = sizeOf(value, plan, '', 0);
      if (size.bytes < room.bytes * 0.9 && size.values < room.values) return enlarged(value, plan, '', 0);
    }
  }
  return value;
}

/** The shares of the limits: the entries of outer and inner lists, and the characters of texts. */
type Plan = {
  readonly allowed: Allowed;
  readonly outer: number;
  readonly entries: number;
  readonly characters: number;
};

/** The outer list keeps its maximum length; lists within it share the rest. */
function lengthOf(list: readonly unknown[], { allowed, outer, entries }: Plan, name: string, depth: number): number {
  const most = allowed.entries.get(name);
  if (most === undefined || list.length === 0) return list.length;
  const named =
    name === 'states' ? Math.min(most, states.length) : name === 'taxCodes' ? Math.min(most, taxCodes.length) : most;
  const isOuter = depth === 0 && entries > 0.02;
  return Math.max(list.length, Math.floor(named * (isOuter ? outer : entries)));
}

const textLength = (text: string, { allowed, characters }: Plan, name: string) =>
  prose.includes(name)
    ? Math.max(text.length, Math.floor((allowed.characters.get(name) ?? 0) * characters))
    : text.length;

function sizeOf(value: unknown, plan: Plan, name: string, depth: number): Room {
  if (typeof value === 'string') return { bytes: textLength(value, plan, name) + 3, values: 1 };
  if (Array.isArray(value)) {
    const one = sizeOf(varied(value.at(-1), value.length, name), plan, name, depth + 1);
    const length = lengthOf(value, plan, name, depth);
    return { bytes: one.bytes * length + 2, values: one.values * length + 1 };
  }
  if (typeof value !== 'object' || value === null) return { bytes: 12, values: 1 };
  return Object.entries(value).reduce<Room>(
    (sum, [key, one]) => {
      const size = sizeOf(one, plan, key, depth);
      return { bytes: sum.bytes + key.length + 4 + size.bytes, values: sum.values + size.values };
    },
    { bytes: 2, values: 1 },
  );
}

function enlarged(value: unknown, plan: Plan, name: string, depth: number): unknown {
  if (typeof value === 'string') return value.padEnd(textLength(value, plan, name), ' and more');
  if (Array.isArray(value)) {
    const length = lengthOf(value, plan, name, depth);
    return Array.from({ length }, (_, index) => {
      const one: unknown = value[index % value.length];
      return enlarged(index < value.length && name !== 'items' ? one : varied(one, index, name), plan, name, depth + 1);
    });
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, enlarged(one, plan, key, depth)]));
}

/** Another entry of a list, with a different key, day or place. */
function varied(one: unknown, index: number, name: string): unknown {
  if (name === 'taxCodes') return taxCodes[index % taxCodes.length];
  if (typeof one !== 'object' || one === null) return one;
  const record = recordOf(one);
  const year = String(1900 + (index % 100));
  return {
    ...record,
    ...('abbreviation' in record && { abbreviation: states[index % states.length] }),
    ...('label' in record && { label: `${index} ${record.label}` }),
    ...('externalId' in record && { externalId: `${record.externalId}-${index}` }),
    ...('unitPrice' in record && { shippingAddress: placeAt(index), taxCode: taxCodes[index % 60] }),
    ...('publishedOn' in record && { publishedOn: new Date(Date.UTC(2020, 0, 1 + index)).toISOString().slice(0, 10) }),
    ...('validFrom' in record && { validFrom: `${year}-01-01`, validThrough: `${year}-12-31` }),
  };
}

export const toldBy = (id: string): Told => toldOperations.find(({ operation }) => operation.id === id)!;
