import { z } from 'zod';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { type FeatureName, features, type ServiceInfo } from '../../domain/lookups/service-info.ts';
import { describeService } from '../../usecases/lookups/describe-service.ts';
import { choice, count, day, flag, inWords, list, named, text } from '../http/members.ts';
import type { Operation } from '../http/operation.ts';
import { parseQuery } from '../http/query.ts';
import { jsonReply, type Route, route } from '../http/route.ts';
import { localRatesOfState } from '../lookups/lookup-responses.ts';
import { serviceInfoSelection } from '../selections/graphql-selections.ts';

const limitWords: Readonly<Record<string, string>> = {
  bodyBytes: 'Largest bodies, in bytes.',
  documentsPerBatch: 'Documents or customers in a batch.',
  csv: 'Limits of files of exemptions.',
  'csv rowCharacters': 'A row, in characters.',
  'csv invalidRows': 'Invalid rows after which the file is read no further, if hardly any are valid.',
  'csv cells': 'Cells of a row, the header included.',
  documentValues: 'Values in the JSON of a long document, all its items together.',
  restJson: 'The JSON of a body, of one document of a batch, or of one item of a long document.',
  'restJson nesting': 'Nesting of lists and objects.',
  'restJson values': 'Values of any kind.',
  'restJson entries': 'Entries of a list, or members of an object.',
  'restJson numberCharacters': 'Characters of a number.',
  restWithoutToken: 'Requests for tokens.',
  linkedRefunds: 'Refunds stored before their invoice that are linked when it is stored.',
  issues: 'Issues that an answer lists.',
  itemsPerDocument: 'Items in a document.',
  placesPerDocument: 'Pairs of addresses that the items of a document are shipped to and from.',
  pageSize: 'Records on a page.',
  taxability: 'Limits of a comparison of taxability.',
  exchangeRates: 'Exchange rates in a request.',
  jurisdictionIds: 'Ids in a request for jurisdictions.',
  exemptionImpact: 'Impact of an exemption.',
  returns: 'Limits of returns.',
  'returns due': 'Returns that are listed as due.',
  webhooks: 'Limits of webhooks.',
  'webhooks endpoints': 'Endpoints of a tenant.',
  'webhooks urlCharacters': 'Characters of a URL.',
  'webhooks overlapHours': 'Hours for which the secret before a rotation can stay in use.',
  'webhooks redelivered': 'Deliveries that are sent again in one go.',
  'webhooks deliveryDays': 'Days for which deliveries are kept.',
  graphql: 'A GraphQL document.',
  'graphql tokens': 'Tokens of a document.',
  'graphql nesting': 'Brackets within brackets.',
  'graphql depth': 'Fields within fields.',
  'graphql aliases': 'Aliases.',
  'graphql cost': 'Fields, each list counted with its page size.',
  'graphql actualCost': 'The same with the records that lists have in fact, and what is derived from them.',
  'graphql answerBytes': 'Bytes of an answer.',
  'graphql comparisons': 'Pairs of fields with the same name.',
  'graphql errors': 'Errors that an answer lists.',
  'graphql streams': 'Open subscriptions of a client, per replica.',
  graphqlJson: 'The variables of a GraphQL request.',
  graphqlWithoutToken: 'GraphQL requests without a token.',
  'graphqlWithoutToken newDocumentsPerMinute': 'Documents of one network that the replica does not know yet.',
  'graphqlWithoutToken costPerMinute':
    'Cost of the operations of one network, other than introspection answered from memory.',
};

type Limits = { readonly [name: string]: number | Limits };

/** Generated from the limits, so that the document lists every one. */
function limitsResponse(limits: Limits, at: readonly string[]): z.ZodObject {
  const members = Object.entries(limits).map(([name, limit]) => {
    const path = [...at, name];
    const words = limitWords[path.join(' ')] ?? `The limit of ${path.join(' ')}.`;
    return [name, typeof limit === 'number' ? count(words) : limitsResponse(limit, path).meta({ description: words })];
  });
  return z.object(Object.fromEntries(members));
}

const limits = limitsResponse(gatewayLimits, []).meta({ description: 'Limits of a single request.' });

const featureNames = Object.keys(features).filter((name): name is FeatureName => Object.hasOwn(features, name));

const checkedRates = {
  verifiedOn: day(
    'Day on which its general or standard rate was last compared with a published fact; null if never. Local rates and category rules are not included.',
  ).nullable(),
  isOverdue: flag('Whether its rates were neither read nor verified in the last 18 months.'),
};

const capabilitiesResponse = named(
  'Capabilities',
  'Capabilities and limits of the service, and the coverage of its rate book.',
  {
    name: text('Name of the product.'),
    features: list(z.enum(featureNames).meta({ description: inWords(features) }), 'The capabilities.'),
    limits,
    rateBook: z
      .object({
        version: text('Version that new documents are calculated with.'),
        bundledVersion: text('Version that ships with the product.'),
        asOf: day('Latest day on which a source was read.'),
      })
      .meta({ description: 'Version of the rate book in use.' }),
    registers: list(
      z.object({ name: text('Name of the register.'), isConfigured: flag('Whether the register is queried.') }),
      'Registers of tax numbers.',
    ),
    sources: list(
      z.object({
        name: text('Title of the source.'),
        asOf: day('Day on which the source was last read.'),
        places: list(text('Code of a state or country.'), 'Places that the source covers.'),
      }),
      'Sources of the rate book.',
    ),
    states: list(
      z.object({
        code: text('Two-letter code, such as MN.'),
        name: text('English name.'),
        sourcing: choice(
          ['ORIGIN', 'DESTINATION', 'MIXED'],
          'Address that decides the rates of a sale within the state.',
        ),
        ...localRatesOfState,
        asOf: day('Day on which its rates were read.'),
        ...checkedRates,
        stateRateOnlyZips: count('Number of ZIP codes with local taxes for which only the rate of the state is known.'),
      }),
      'US states, and how completely each is covered.',
    ),
    countries: list(
      z.object({
        code: text('ISO 3166-1 alpha-2 code.'),
        name: text('English name.'),
        taxName: text('Name of the tax, such as VAT.'),
        currency: text('ISO 4217 code of the currency in which the tax is owed.'),
        asOf: day('Day on which its rates were read.'),
        ...checkedRates,
      }),
      'Countries with VAT, GST or another general tax.',
    ),
  },
);

const noParameters = z.object({});

const capabilitiesOperation: Operation = {
  id: 'getCapabilities',
  tag: 'Service',
  summary: 'Read capabilities and limits',
  description: 'Features, limits, versions, sources, and how completely each state and country is covered.',
  query: noParameters,
  responses: { 200: { description: 'The capabilities.', schema: capabilitiesResponse } },
  examples: { all: { summary: 'Everything', status: 200, variables: {} } },
  graphql: { document: `query { serviceInfo { ${serviceInfoSelection} } }`, at: 'serviceInfo' },
};

export const capabilitiesRoutes: readonly Route[] = [
  route(
    'GET',
    '/v1/capabilities',
    'any',
    async ({ ctx, request }) => {
      parseQuery(noParameters, request);
      return jsonReply(200, serviceInfoJson(await describeService(ctx)));
    },
    { operation: capabilitiesOperation },
  ),
];

function serviceInfoJson({ states, ...info }: ServiceInfo) {
  return {
    ...info,
    states: states.map(({ stateRateOnlyZips, ...state }) => ({
      ...state,
      stateRateOnlyZips: stateRateOnlyZips.length,
    })),
  };
}
