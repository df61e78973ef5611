import { gatewayLimits } from '../../domain/base/limits.ts';
import { periodText, readPeriodText } from '../../domain/base/report-period.ts';

/** What a GET asks for, as sent: the parameters of its path and of its query. */
export type AskedOfRest = {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** The code of a country that is named by code or name. */
  countryOf(text: string): string;
};
type Variables = Readonly<Record<string, unknown>>;

/* The variables of the GraphQL document of each GET, from its parameters. A parameter that is not sent has no variable. */

type Written = (text: string, asked: AskedOfRest) => unknown;
type Comparisons = Readonly<Record<string, Written | readonly [name: string, written: Written]>>;

const valuesOf = (text: string) => text.split(',').map((one) => one.trim());
const asText: Written = (text) => text;
const asList: Written = valuesOf;
const asChoices: Written = (text) => valuesOf(text.toUpperCase());
const asNumber: Written = Number;
const asFlag: Written = (text) => text.toLowerCase() === 'true';
const asCountry: Written = (text, { countryOf }) => countryOf(text);
const equal: Written = (text) => ({ eq: text });
const equalCountry: Written = (text, { countryOf }) => ({ eq: countryOf(text) });
const anyOf: Written = (text) => oneOrMore(valuesOf(text));
const anyChoice: Written = (text) => oneOrMore(valuesOf(text.toUpperCase()));
const oneOrMore = (values: readonly string[]) => (values.length === 1 ? { eq: values[0] } : { in: values });

/** The parameters that were sent, by the names of the variables. */
function written(names: Comparisons, asked: AskedOfRest): Variables {
  return Object.fromEntries(
    Object.entries(names).flatMap(([parameter, one]) => {
      const text = asked.query[parameter];
      const [name, write] = typeof one === 'function' ? [parameter, one] : one;
      return text === undefined || text === '' ? [] : [[name, write(text, asked)]];
    }),
  );
}

type Bounds = readonly [from: string, to: string];

/** A field between two parameters. Instants are half-open. */
function between({ query }: AskedOfRest, field: string, [from, to]: Bounds, last: 'lte' | 'lt' = 'lte'): Variables {
  const { [from]: first, [to]: end } = query;
  if (first === undefined && end === undefined) return {};
  return { [field]: { ...(first !== undefined && { gte: first }), ...(end !== undefined && { [last]: end }) } };
}

const filtered = (filter: Variables): Variables => (Object.keys(filter).length > 0 ? { filter } : {});
const first = ({ query }: AskedOfRest): Variables =>
  query.limit === undefined ? {} : { first: Math.min(Number(query.limit), gatewayLimits.pageSize.graphql) };

/** A page of a list, with a filter. */
const list =
  (names: Comparisons, more: (asked: AskedOfRest) => Variables = () => ({})) =>
  (asked: AskedOfRest): Variables => ({ ...first(asked), ...filtered({ ...written(names, asked), ...more(asked) }) });

/** The period of a report as GraphQL has it. */
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
  if (period !== undefined) return { period: periodIn(period) };
  return from === undefined || to === undefined ? {} : { period: periodIn(`${from}..${to}`) };
}

/** A country, and its state if the code of the place has one. */
function placeIn({ path: { place = '' }, countryOf }: AskedOfRest) {
  const [, country, state] = /^([A-Za-z]{2})(?:-(.+))?$/.exec(place) ?? [];
  if (country === undefined) return { country: countryOf(place) };
  return { country: country.toUpperCase(), ...(state !== undefined && { state: state.toUpperCase() }) };
}

/** The name of a record: its id, or its key. */
function by(asked: AskedOfRest): Variables {
  const { serviceId, clientId, source, externalId, period, scheme } = asked.path;
  if (serviceId !== undefined) return { by: { serviceId } };
  if (clientId !== undefined) return { by: { clientId } };
  if (period === undefined) return { by: { key: { source, externalId } } };
  return { by: { key: { ...placeIn(asked), ...(scheme !== undefined && { scheme }), period: periodIn(period) } } };
}

const none = (): Variables => ({});

const address = {
  country: asText,
  state: asText,
  zip: asText,
  city: asText,
  county: asText,
  street: asText,
  region: asText,
  isPartial: asFlag,
};

const counted: Comparisons = {
  country: asCountry,
  state: asText,
  jurisdictionId: asText,
  taxCode: asText,
  reason: asText,
  rate: asText,
  transactionType: asText,
  currency: asText,
  subsidiary: asText,
  source: asText,
};

const change = ({ path: { id } }: AskedOfRest): Variables => ({ changeId: id });

/** By the id of the operation at its usual address. */
export const graphqlVariables: Readonly<Record<string, (asked: AskedOfRest) => Variables>> = {
  getAccount: none,
  getTestClock: none,
  getCustomer: by,
  getTransaction: by,
  getRefundable: by,
  listCalculations: (asked) => ({ ...by(asked), ...first(asked) }),
  getTransactionTrace: by,
  getTransactionChecks: by,
  getTransactionReplay: (asked) => ({ ...by(asked), ...written({ rateBook: asText }, asked) }),
  getExemption: by,
  getExemptionCoverage: (asked) => ({ ...by(asked), ...written({ state: ['states', asList], asOf: asText }, asked) }),
  listExemptionReasons: (asked) => written({ state: ['states', asList] }, asked),
  validateAddress: (asked) => ({ input: { address: written(address, asked) } }),
  findSalesTaxRates: (asked) => {
    const members = { requirePrecision: ['precision', asText], requireComplete: ['complete', asFlag] } as const;
    const require = written({ ...members, requireTaxCode: ['taxCode', asText] }, asked);
    return {
      input: {
        address: written(address, asked),
        ...written({ asOf: asText, taxCode: asText }, asked),
        ...(Object.keys(require).length > 0 && { require }),
      },
    };
  },
  findGlobalTaxRates: (asked) => ({
    input: written({ country: asText, state: asText, asOf: asText, taxCode: asText }, asked),
  }),
  searchTaxCodes: (asked) =>
    filtered(written({ search: asText, category: (text) => ({ eq: text.trim().toLowerCase() }), kind: equal }, asked)),
  compareTaxability: (asked) => ({
    input: written({ taxCode: ['taxCodes', asList], state: ['states', asList], asOf: asText }, asked),
  }),
  listRateBookVersions: none,
  listRateBookDifferences: (asked) => written({ fromVersion: ['from', asNumber], toVersion: ['to', asNumber] }, asked),
  getRateChange: change,
  getRateChangeEffect: (asked) => ({ ...change(asked), ...written({ days: asNumber }, asked) }),
  listRateChangeTransactions: (asked) => ({ ...change(asked), ...first(asked) }),
  getRuleCoverage: (asked) => written({ place: ['places', asList] }, asked),
  getCapabilities: none,
  listNexus: (asked) => ({
    ...filtered(
      written(
        {
          state: anyOf,
          country: equalCountry,
          only: [
            asked.query.only === 'DECLARED' ? 'isDeclared' : 'status',
            (text) => (text === 'DECLARED' ? true : oneOrMore(valuesOf(text))),
          ],
        },
        asked,
      ),
    ),
    ...written({ asOf: asText }, asked),
  }),
  getNexus: (asked) => {
    const { country, state } = placeIn(asked);
    return { filter: { country: { eq: country }, ...(state !== undefined && { state: { eq: state } }) } };
  },
  getExposure: (asked) => ({
    ...periodOf(asked),
    ...written({ state: ['states', asList], collectFrom: asText }, asked),
  }),
  getLiability: (asked) => ({
    ...periodOf(asked),
    ...written({ country: asCountry, state: asText, subsidiary: asText, source: asText, groupBy: asChoices }, asked),
  }),
  listUnassignedTax: (asked) => ({ ...periodOf(asked), ...written({ country: asCountry, state: asText }, asked) }),
  listLiabilityTransactions: (asked) => ({
    counted: { ...periodOf(asked), ...written(counted, asked) },
    ...list({ customerId: equal, customerType: anyChoice })(asked),
  }),
  getEcSalesList: (asked) => ({ ...periodOf(asked), ...written({ country: asCountry }, asked) }),
  listDueTaxReturns: (asked) => filtered(between(asked, 'dueOn', ['dueFrom', 'dueTo'])),
  getTaxReturn: by,
  listTaxReturnRows: by,
  getTaxReturnForm: by,
  listTaxReturnTransactions: (asked) => ({ ...by(asked), ...first(asked) }),
  listTaxReturnFilings: by,
  getTaxReturnFiling: by,
  validateTaxNumber: (asked) => ({ input: written({ countryCode: asText, vatNumber: asText }, asked) }),
  listWebhookEndpoints: none,
  getWebhookEndpoint: by,
  getWebhookDelivery: by,
  getClient: by,
};
