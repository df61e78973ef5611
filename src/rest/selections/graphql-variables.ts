import { gatewayLimits } from '../../domain/base/limits.ts';
import { oneOf } from '../../domain/base/record-filter.ts';
import { periodText, readPeriodText } from '../../domain/base/report-period.ts';
import type { AddressMatcher } from '../../domain/places/placeable-address.ts';

/** The parsed parameters of a GET, without null values. */
export type AskedOfRest = {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly places: Pick<AddressMatcher, 'findCountry'>;
};
type Variables = Readonly<Record<string, unknown>>;

/*
 * The variables of the GraphQL document for each GET, derived from the parameters of the GET. Omitted parameters have
 * no variable.
 */

type Written = (value: unknown, asked: AskedOfRest) => unknown;
type Comparisons = Readonly<Record<string, Written | readonly [name: string, written: Written]>>;

const same: Written = (value) => value;
const asCountry: Written = (value, { places }) => places.findCountry(String(value)) ?? value;
const equal: Written = (value) => ({ eq: value });
const anyOf: Written = (values) => oneOf(values as readonly unknown[]);

/** GraphQL variables for the parameters that were sent. */
function written(names: Comparisons, asked: AskedOfRest): Variables {
  return Object.fromEntries(
    Object.entries(names).flatMap(([parameter, one]) => {
      const value = asked.query[parameter];
      const [name, write] = typeof one === 'function' ? [parameter, one] : one;
      return value === undefined ? [] : [[name, write(value, asked)]];
    }),
  );
}

const filtered = (filter: Variables): Variables => (Object.keys(filter).length > 0 ? { filter } : {});
const first = ({ query: { limit } }: AskedOfRest): Variables =>
  limit === undefined ? {} : { first: Math.min(Number(limit), gatewayLimits.pageSize.graphql) };

/** The period of a report in its GraphQL form. */
function periodIn(text: string): Variables {
  const read = readPeriodText(text);
  if (read === null) return { month: text };
  const short = periodText(read);
  if (short.includes('..')) return { range: read };
  return {
    [short.includes('Q') ? 'quarter' : short.includes('H') ? 'halfYear' : short.includes('-') ? 'month' : 'year']:
      short,
  };
}

function periodOf({ query: { period, from, to } }: AskedOfRest): Variables {
  if (period !== undefined) return { period: periodIn(String(period)) };
  return from === undefined || to === undefined ? {} : { period: periodIn(`${from}..${to}`) };
}

/** Reads a country with an optional state or region, given as a code or as the name of a country or US state. */
function placeIn({ path: { place = '' }, places }: AskedOfRest) {
  const [, code, state] = /^([A-Za-z]{2})(?:-(.+))?$/.exec(place) ?? [];
  if (code !== undefined)
    return { country: code.toUpperCase(), ...(state !== undefined && { state: state.toUpperCase() }) };
  const country = places.findCountry(place);
  return country === null ? { country: 'US', state: place } : { country };
}

/** The `by` argument of a record: its id or its key. */
function by(asked: AskedOfRest): Variables {
  const { serviceId, clientId, source, externalId, period, scheme } = asked.path;
  if (serviceId !== undefined) return { by: { serviceId } };
  if (clientId !== undefined) return { by: { clientId } };
  if (period === undefined) return { by: { key: { source, externalId } } };
  return { by: { key: { ...placeIn(asked), ...(scheme !== undefined && { scheme }), period: periodIn(period) } } };
}

const address = {
  country: same,
  state: same,
  zip: same,
  city: same,
  county: same,
  street: same,
  region: same,
  isPartial: same,
};

function countriesIn({ query: { country }, places }: AskedOfRest): Variables {
  if (country === undefined) return {};
  const countries = (country as readonly string[]).map((one) => places.findCountry(one) ?? one);
  return countries.length === 1 ? { country: countries[0] } : { countries };
}

const counted: Comparisons = {
  state: same,
  jurisdictionId: same,
  taxCode: same,
  reason: same,
  rate: same,
  exemptionReason: same,
  transactionType: same,
  currency: same,
  subsidiary: same,
  source: same,
  marketplace: same,
  byTaxDate: same,
  excludedSales: same,
};

const change = (asked: AskedOfRest): Variables => ({
  changeId: asked.path.id,
  ...written({ inVersion: same }, asked),
});

/** The variables by operation id, for the main address of each operation whose document has variables. */
export const graphqlVariables: Readonly<Record<string, (asked: AskedOfRest) => Variables>> = {
  getCustomer: by,
  getProduct: by,
  getTaxCodeSuggestions: (asked) => written({ name: ['name', same], category: ['category', same] }, asked),
  getTransaction: by,
  getRefundable: by,
  listCalculations: (asked) => ({ ...by(asked), ...first(asked) }),
  getTransactionTrace: by,
  getTransactionChecks: by,
  getTransactionVatBreakdown: (asked) => ({ ...by(asked), ...written({ prepaidAmount: same }, asked) }),
  getTransactionReplay: (asked) => ({ ...by(asked), ...written({ rateBook: same }, asked) }),
  getExemption: by,
  getCertificateRequest: by,
  getCertificateInvitation: by,
  getExemptionCoverage: (asked) => ({ ...by(asked), ...written({ state: ['states', same], asOf: same }, asked) }),
  listExemptionReasons: (asked) => written({ state: ['states', same] }, asked),
  validateAddress: (asked) => ({ input: { address: written(address, asked) } }),
  findSalesTaxRates: (asked) => {
    const members = { requirePrecision: ['precision', same], requireComplete: ['complete', same] } as const;
    const require = written(
      { ...members, requireTaxCode: ['taxCode', same], requireRatesAsOf: ['ratesAsOf', same] },
      asked,
    );
    return {
      input: {
        address: written(address, asked),
        ...written({ asOf: same, taxCode: same }, asked),
        ...(Object.keys(require).length > 0 && { require }),
      },
    };
  },
  findGlobalTaxRates: (asked) => ({
    input: written({ country: asCountry, state: same, asOf: same, taxCode: same }, asked),
  }),
  compareTaxability: (asked) => ({
    input: written({ taxCode: ['taxCodes', same], state: ['states', same], asOf: same }, asked),
  }),
  listRateBookDifferences: (asked) => written({ fromVersion: ['from', same], toVersion: ['to', same] }, asked),
  getRateChange: change,
  getRateChangeEffect: (asked) => ({ ...change(asked), ...written({ days: same }, asked) }),
  listRateChangeTransactions: (asked) => ({ ...change(asked), ...first(asked) }),
  getRuleCoverage: (asked) => written({ place: ['places', same] }, asked),
  getNexus: (asked) => {
    const { country, state } = placeIn(asked);
    return { filter: { country: { eq: country }, ...(state !== undefined && { state: { eq: state } }) } };
  },
  getExposure: (asked) => ({
    ...periodOf(asked),
    ...written({ state: ['states', same], collectFrom: same }, asked),
  }),
  getLiability: (asked) => ({
    ...periodOf(asked),
    ...written(
      { country: asCountry, state: same, subsidiary: same, source: same, marketplace: same, groupBy: same },
      asked,
    ),
  }),
  listUnassignedTax: (asked) => ({ ...periodOf(asked), ...written({ country: asCountry, state: same }, asked) }),
  listLiabilityTransactions: (asked) => ({
    counted: { ...periodOf(asked), ...countriesIn(asked), ...written(counted, asked) },
    ...first(asked),
    ...filtered(written({ customerId: equal, customerType: anyOf }, asked)),
  }),
  getEcSalesList: (asked) => ({ ...periodOf(asked), ...written({ country: asCountry }, asked) }),
  getTaxReturn: by,
  listTaxReturnRows: (asked) => ({ ...by(asked), ...written({ subsidiary: same, source: same }, asked) }),
  getTaxReturnForm: (asked) => ({
    ...by(asked),
    ...written({ filedOn: same, prepaidAmount: same, prepaidLocalAmount: same }, asked),
  }),
  listTaxReturnTransactions: (asked) => ({ ...by(asked), ...first(asked) }),
  listTaxReturnFilings: by,
  getTaxReturnFiling: by,
  listChangedTransactions: (asked) => ({ ...by(asked), ...first(asked) }),
  validateTaxNumber: (asked) => ({ input: written({ countryCode: same, vatNumber: same }, asked) }),
  getWebhookEndpoint: by,
  getWebhookDelivery: by,
  getClient: by,
};
