import type { DecimalText } from '../base/amount.ts';
import { gatewayLimits } from '../base/limits.ts';
import { field, type RecordOf, record } from '../base/record.ts';

type Limits = { readonly [name: string]: number | Limits };

/** Groups that name a kind of limit, which ends the limit's name: `restBodyBytes`. Other groups begin it: `graphqlFields`. */
type Kind = 'bodyBytes' | 'pageSize';

/** The names of all limits as fields of one type, so that none can be forgotten below. */
type NameOf<Given, Group extends string = ''> = {
  [Name in keyof Given & string]: Given[Name] extends number
    ? JoinedName<Group, Name>
    : NameOf<Given[Name], JoinedName<Group, Name>>;
}[keyof Given & string];

type JoinedName<Group extends string, Name extends string> = Group extends ''
  ? Name
  : Group extends Kind
    ? `${Name}${Capitalize<Group>}`
    : `${Group}${Capitalize<Name>}`;

const descriptions: Readonly<Record<NameOf<typeof gatewayLimits>, string>> = {
  restBodyBytes: 'Maximum size of a REST request, in bytes.',
  documentBodyBytes:
    'Maximum size of a REST request with one document, in bytes: the largest document fits as GET shows it.',
  batchBodyBytes: 'Maximum size of a REST request with many documents, in bytes.',
  graphqlBodyBytes: 'Maximum size of a GraphQL request, in bytes.',
  documentsPerBatch: 'Maximum number of records in a batch.',
  csvFileBytes: 'Maximum size of a CSV file of exemptions, in bytes.',
  csvFormBytes: 'Maximum size of a form with a CSV file, in bytes.',
  csvRowCharacters: 'Maximum length of a row of a CSV file, in characters.',
  csvCells: 'Maximum number of cells in a row of a CSV file.',
  csvInvalidRows: 'Number of invalid rows after which a CSV file is read no further, if hardly any are valid.',
  exemptionFileBytes: 'Maximum size of the file of an exemption, in bytes.',
  exemptionFileNameCharacters:
    'Maximum length of the file name of an exemption, in characters; longer names are shortened.',
  exemptionFileAtOnce:
    'Maximum number of files of exemptions that are received at the same time, per replica; half of them for a tenant.',
  documentValues: 'Maximum number of values in the JSON of a REST request with one long document.',
  restJsonNesting: 'Maximum number of nested lists and objects in the JSON of a REST request.',
  restJsonValues:
    'Maximum number of values in the JSON of a REST request, of one document of a batch, or of one item of a long document.',
  restJsonEntries: 'Maximum number of entries of a list or object in the JSON of a REST request.',
  restJsonNumberCharacters: 'Maximum length of a number in the JSON of a REST request, in characters.',
  restAnswerBytes: 'Maximum size of a REST response that is not streamed, in bytes.',
  restWithoutTokenBodyBytes: 'Maximum size of a REST request without a token, in bytes.',
  itemsPerDocument: 'Maximum number of items in a sales document.',
  placesPerDocument: 'Maximum number of pairs of addresses that the items of a sales document are shipped to and from.',
  linkedRefunds: 'Maximum number of refunds stored before their invoice that are linked when it is stored.',
  issues: 'Maximum number of issues that are listed for an input.',
  issuesPerBatch: 'Number of issues in a batch after which its other records are not checked.',
  restPageSize: 'Maximum number of records on a page in REST.',
  graphqlPageSize: 'Maximum number of records on a page in GraphQL.',
  coveragePlaces: 'Maximum number of places in the query `ruleCoverage`.',
  taxabilityTaxCodes: 'Maximum number of tax codes in the query `taxability`.',
  taxabilityStates: 'Maximum number of states in the query `taxability`.',
  exchangeRates: 'Maximum number of rates in the mutation `upsertExchangeRates`.',
  scenarios: 'Maximum number of scenarios that one document is compared with.',
  reconciliationWorst: 'Maximum number of differences that a reconciliation returns with their calculation.',
  reconciliationTracedItems:
    'Maximum number of items of a document whose trace a reconciliation returns with its calculation.',
  reconciliationFaults: 'Maximum number of faults of rows that a reconciliation lists; the others are counted.',
  reconciliationLineBytes: 'Maximum length of a line of a JSON Lines file to reconcile, in bytes.',
  reconciliationTextCharacters: 'Maximum length of a file to reconcile that is sent as text in GraphQL, in characters.',
  jurisdictionIds: 'Maximum number of ids in the query `jurisdictions`.',
  exemptionImpactInvoices: 'Maximum number of taxed invoices in the impact of one exemption.',
  exemptionImpactRefunds: 'Maximum number of invoices whose tax is refunded in one go.',
  receiptCharacters: 'Maximum length of a receipt of a filing, in characters.',
  receiptDocuments: 'Documents checked per receipt request, up to the end of a day; the response says where to resume.',
  receiptDifferences: 'Maximum number of differences that a check of a receipt lists.',
  filingServiceIds: 'Maximum number of documents that a change of the filing status can name.',
  filingShown: 'Maximum number of documents listed in the result of a filing status change.',
  clientsActive: 'Maximum number of active clients of a tenant.',
  clientsOverlapHours: 'Maximum number of hours for which the secret of a client before a rotation can stay valid.',
  webhooksEndpoints: 'Maximum number of webhook endpoints of a tenant.',
  webhooksUrlCharacters: 'Maximum length of the URL of a webhook endpoint, in characters.',
  webhooksOverlapHours: 'Maximum number of hours that the old secret stays valid after a rotation.',
  webhooksRedelivered: 'Maximum number of deliveries that are sent again in one go.',
  webhooksDeliveryDays: 'Number of days for which deliveries of webhooks are kept.',
  liabilityRows: 'Maximum number of rows of liability.',
  liabilitySums: 'Maximum number of sums, by reason and type of document, that the rows of liability are made of.',
  liabilityDocuments: 'Maximum number of documents that liability adds up by source or customer.',
  exposureDocuments: 'Maximum number of documents without tax in an exposure report.',
  rateChangeEffectDays: 'Maximum number of past days in the effect of a rate change.',
  rateChangeEffectDocuments: 'Maximum number of documents that the effect of a change of a rate calculates again.',
  filterDepth: 'Maximum number of levels of `and`, `or` and `not` in the filter of a list.',
  filterConditions: 'Maximum number of comparisons in the filter of a list.',
  filterValues: 'Maximum number of values of `in` or `notIn`.',
  graphqlCharacters: 'Maximum number of characters in a GraphQL document.',
  graphqlTokens: 'Maximum number of tokens in a GraphQL document.',
  graphqlNesting: 'Maximum number of nested brackets in a GraphQL document.',
  graphqlOperations: 'Maximum number of operations in a GraphQL document.',
  graphqlFragments: 'Maximum number of fragments in a GraphQL document.',
  graphqlSpreads: 'Maximum number of fragment spreads and inline fragments in a GraphQL document.',
  graphqlDirectives: 'Maximum number of directives in a GraphQL document.',
  graphqlVariables: 'Maximum number of variables that a GraphQL document defines.',
  graphqlArguments: 'Maximum number of arguments in a GraphQL document.',
  graphqlValues:
    'Maximum number of values written in a GraphQL document, including those in lists and objects. Variables are not counted.',
  graphqlComparisons: 'Maximum number of pairs of fields with the same name that a GraphQL document can select.',
  graphqlErrors: 'Maximum number of errors that are listed for a GraphQL document or its variables.',
  graphqlFields:
    'Maximum number of fields in a GraphQL operation; those of a fragment count each time it is spread. Also applies to a document, without fragments being spread.',
  graphqlDepth: 'Maximum depth of nested fields in a GraphQL operation.',
  graphqlAliases: 'Maximum number of aliases in a GraphQL operation.',
  graphqlCost:
    'Maximum cost of a GraphQL operation: its fields, each list multiplied by its page size or its usual size.',
  graphqlActualCost:
    'Maximum cost of a GraphQL operation with the records that its lists have in fact, and what is derived from them.',
  graphqlReportSeconds:
    'Maximum time for the reports of a GraphQL operation and the documents of their rows, in seconds.',
  graphqlItemsOfLongDocuments:
    'Maximum number of items of the documents that a GraphQL operation reads whole, once a read takes several parts.',
  graphqlAnswerBytes: 'Maximum size of the answer to a GraphQL operation, in bytes.',
  graphqlStreams: 'Maximum number of open subscriptions of a client, per replica.',
  graphqlJsonNesting: 'Maximum number of nested lists and objects in GraphQL variables.',
  graphqlJsonValues: 'Maximum number of values in GraphQL variables.',
  graphqlJsonEntries: 'Maximum number of entries of a list or object in GraphQL variables.',
  graphqlJsonNumberCharacters: 'Maximum length of a number in GraphQL variables, in characters.',
  graphqlWithoutTokenBodyBytes: 'Maximum size of a GraphQL request without a token, in bytes.',
  graphqlWithoutTokenCharacters: 'Maximum number of characters in a GraphQL document without a token.',
  graphqlWithoutTokenTokens: 'Maximum number of tokens in a GraphQL document without a bearer token.',
  graphqlWithoutTokenOperations: 'Maximum number of operations in a GraphQL document without a token.',
  graphqlWithoutTokenFragments: 'Maximum number of fragments in a GraphQL document without a token.',
  graphqlWithoutTokenSpreads: 'Maximum number of fragment spreads in a GraphQL document without a token.',
  graphqlWithoutTokenVariables: 'Maximum number of variables that a GraphQL document without a token defines.',
  graphqlWithoutTokenArguments: 'Maximum number of arguments in a GraphQL document without a token.',
  graphqlWithoutTokenValues: 'Maximum number of values in a GraphQL document, or in variables, without a token.',
  graphqlWithoutTokenFields: 'Maximum number of fields in a GraphQL document without a token.',
  graphqlWithoutTokenComparisons:
    'Maximum number of pairs of fields with the same name in a GraphQL document without a token.',
  graphqlWithoutTokenNewDocumentsPerMinute:
    'Maximum number of GraphQL documents without a token per minute and network that the replica does not know yet.',
  graphqlWithoutTokenCostPerMinute:
    'Maximum cost of the GraphQL operations without a token per minute and network, other than introspection answered from memory.',
};

export const serviceLimit = record('ServiceLimit', 'A limit of a single request.', {
  name: field.text('A stable name for programs.', { examples: ['itemsPerDocument'] }),
  value: field.decimal('The largest number that is accepted, or a number of days or hours.'),
  description: field.text('What the limit is of, with its unit.'),
});

export function serviceLimits(): RecordOf<typeof serviceLimit>[] {
  return named(gatewayLimits, '').map(({ name, value }) => ({
    name,
    value: String(value) as DecimalText,
    description: (descriptions as Readonly<Record<string, string>>)[name]!,
  }));
}

function named(limits: Limits, group: string): { readonly name: string; readonly value: number }[] {
  return Object.entries(limits).flatMap(([own, limit]) => {
    const name = joinedName(group, own);
    return typeof limit === 'number' ? { name, value: limit } : named(limit, name);
  });
}

const kinds: readonly string[] = ['bodyBytes', 'pageSize'] satisfies readonly Kind[];

function joinedName(group: string, name: string): string {
  if (group === '') return name;
  return kinds.includes(group) ? name + capitalized(group) : group + capitalized(name);
}

function capitalized(text: string): string {
  return text[0]!.toUpperCase() + text.slice(1);
}
