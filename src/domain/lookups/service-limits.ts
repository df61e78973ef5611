import type { DecimalText } from '../base/amount.ts';
import { gatewayLimits } from '../base/limits.ts';
import { field, type RecordOf, record } from '../base/record.ts';

type Limits = { readonly [name: string]: number | Limits };

/**
 * A group that names a kind of limit becomes a suffix of the name, as in `restBodyBytes`. Other groups become prefixes,
 * as in `graphqlFields`.
 */
type Kind = 'bodyBytes' | 'pageSize';

/** The names of all limits as fields of one type, so that the compiler reports a limit missing below. */
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
    'Maximum size of a REST request with one document, in bytes. Even the largest document fits, in the format that GET returns.',
  batchBodyBytes: 'Maximum size of a REST request with many documents, in bytes.',
  graphqlBodyBytes: 'Maximum size of a GraphQL request, in bytes.',
  documentsPerBatch: 'Maximum number of records in a batch.',
  csvFileBytes: 'Maximum size of a CSV file of exemptions, in bytes.',
  csvFormBytes: 'Maximum size of a form with a CSV file, in bytes.',
  csvRowCharacters: 'Maximum length of a CSV row, in characters.',
  csvCells: 'Maximum number of cells in a CSV row.',
  csvInvalidRows: 'Number of invalid rows after which reading a CSV file stops if hardly any rows are valid.',
  exemptionFileBytes: 'Maximum size of an exemption file, in bytes.',
  exemptionFileNameCharacters: 'Maximum length of an exemption file name, in characters; longer names are shortened.',
  exemptionFileAtOnce:
    'Maximum number of exemption files received at the same time, per replica. A single tenant may use half of them.',
  documentValues: 'Maximum number of values in the JSON of a REST request with one long document.',
  restJsonNesting: 'Maximum number of nested lists and objects in the JSON of a REST request.',
  restJsonValues:
    'Maximum number of values in the JSON of a REST request, of one document in a batch, or of one item in a long document.',
  restJsonEntries: 'Maximum number of entries in a list or object in the JSON of a REST request.',
  restJsonNumberCharacters: 'Maximum length of a number in the JSON of a REST request, in characters.',
  restAnswerBytes: 'Maximum size of a REST response that is not streamed, in bytes.',
  restWithoutTokenBodyBytes: 'Maximum size of a REST request without a token, in bytes.',
  itemsPerDocument: 'Maximum number of items in a sales document.',
  placesPerDocument: 'Maximum number of pairs of shipping addresses (origin and destination) in a sales document.',
  linkedRefunds: 'Maximum number of refunds stored before their invoice and linked when the invoice is stored.',
  issues: 'Maximum number of issues listed for an input.',
  issuesPerBatch: 'Number of issues in a batch after which its remaining records are not checked.',
  restPageSize: 'Maximum number of records on a page in REST.',
  graphqlPageSize: 'Maximum number of records on a page in GraphQL.',
  coveragePlaces: 'Maximum number of places in the query `ruleCoverage`.',
  taxabilityTaxCodes: 'Maximum number of tax codes in the query `taxability`.',
  taxabilityStates: 'Maximum number of states in the query `taxability`.',
  exchangeRates: 'Maximum number of rates in the mutation `upsertExchangeRates`.',
  products: 'Maximum number of products in one request.',
  scenarios: 'Maximum number of scenarios compared with one document.',
  reconciliationWorst: 'Maximum number of differences that a reconciliation returns with their calculation.',
  reconciliationTracedItems: 'Maximum number of items in a document whose trace a reconciliation returns.',
  reconciliationFaults: 'Maximum number of row errors listed by a reconciliation; the others are counted.',
  reconciliationLineBytes: 'Maximum length of a line in a JSON Lines file to reconcile, in bytes.',
  reconciliationTextCharacters:
    'Maximum length of a file to reconcile if it is sent as text in GraphQL, in characters.',
  jurisdictionIds: 'Maximum number of ids in the query `jurisdictions`.',
  exemptionImpactInvoices: 'Maximum number of taxed invoices in the impact of one exemption.',
  exemptionImpactRefunds: 'Maximum number of invoices whose tax is refunded in one request.',
  receiptCharacters: 'Maximum length of a filing receipt, in characters.',
  receiptDocuments: 'Documents checked per receipt request, up to the end of a day; the response says where to resume.',
  receiptDifferences: 'Maximum number of differences listed by a receipt check.',
  filingServiceIds: 'Maximum number of document ids in a filing status change.',
  filingShown: 'Maximum number of documents listed in the result of a filing status change.',
  clientsActive: 'Maximum number of active clients per tenant.',
  clientsOverlapHours: 'Maximum number of hours for which the old secret of a client remains valid after a rotation.',
  webhooksEndpoints: 'Maximum number of webhook endpoints per tenant.',
  webhooksUrlCharacters: 'Maximum length of the URL of a webhook endpoint, in characters.',
  webhooksOverlapHours:
    'Maximum number of hours for which the old secret of a webhook endpoint remains valid after a rotation.',
  webhooksRedelivered: 'Maximum number of deliveries resent in one request.',
  webhooksDeliveryDays: 'Number of days for which webhook deliveries are kept.',
  liabilityRows: 'Maximum number of liability rows.',
  liabilitySums: 'Maximum number of sums, by reason and document type, behind the liability rows.',
  liabilityDocuments:
    'Maximum number of documents added up in a liability report by source, marketplace, customer or exemption reason.',
  unmappedSales: 'Maximum number of invoices counted in a list of products without a tax code.',
  exposureDocuments: 'Maximum number of documents without tax in an exposure report.',
  rateChangeEffectDays: 'Maximum number of past days in the effect of a rate change.',
  rateChangeEffectDocuments: 'Maximum number of documents recalculated for the effect of a rate change.',
  filterDepth: 'Maximum number of levels of `and`, `or` and `not` in a list filter.',
  filterConditions: 'Maximum number of comparisons in a list filter.',
  filterValues: 'Maximum number of values for `in` or `notIn`.',
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
  graphqlComparisons: 'Maximum number of pairs of fields with the same name selected in a GraphQL document.',
  graphqlErrors: 'Maximum number of errors listed for a GraphQL document or its variables.',
  graphqlFields:
    'Maximum number of fields in a GraphQL operation, with fragments expanded, and in a GraphQL document, without expanding fragments.',
  graphqlDepth: 'Maximum depth of nested fields in a GraphQL operation.',
  graphqlAliases: 'Maximum number of aliases in a GraphQL operation.',
  graphqlCost:
    'Maximum cost of a GraphQL operation: its fields, with each list multiplied by its page size or usual size.',
  graphqlActualCost:
    'Maximum cost of a GraphQL operation, with the actual number of records in its lists and derived data.',
  graphqlReportSeconds:
    'Maximum time for the reports in a GraphQL operation and the documents in their rows, in seconds.',
  graphqlItemsOfLongDocuments:
    'Maximum number of items in documents that a GraphQL operation reads completely, if reading takes several batches.',
  graphqlFilingsOfLists:
    'Maximum number of filings in the `taxReturns` lists of a GraphQL operation, if it has several of these lists.',
  graphqlAnswerBytes: 'Maximum size of the response to a GraphQL operation, in bytes.',
  graphqlStreams: 'Maximum number of open subscriptions per client and replica.',
  graphqlJsonNesting: 'Maximum number of nested lists and objects in GraphQL variables.',
  graphqlJsonValues: 'Maximum number of values in GraphQL variables.',
  graphqlJsonEntries: 'Maximum number of entries in a list or object in GraphQL variables.',
  graphqlJsonNumberCharacters: 'Maximum length of a number in GraphQL variables, in characters.',
  graphqlWithoutTokenBodyBytes: 'Maximum size of a GraphQL request without a token, in bytes.',
  graphqlWithoutTokenCharacters: 'Maximum number of characters in a GraphQL document without a token.',
  graphqlWithoutTokenTokens: 'Maximum number of tokens in a GraphQL document without a token.',
  graphqlWithoutTokenOperations: 'Maximum number of operations in a GraphQL document without a token.',
  graphqlWithoutTokenFragments: 'Maximum number of fragments in a GraphQL document without a token.',
  graphqlWithoutTokenSpreads: 'Maximum number of fragment spreads in a GraphQL document without a token.',
  graphqlWithoutTokenVariables: 'Maximum number of variables defined in a GraphQL document without a token.',
  graphqlWithoutTokenArguments: 'Maximum number of arguments in a GraphQL document without a token.',
  graphqlWithoutTokenValues: 'Maximum number of values in a GraphQL document, or in variables, without a token.',
  graphqlWithoutTokenFields: 'Maximum number of fields in a GraphQL document without a token.',
  graphqlWithoutTokenComparisons:
    'Maximum number of pairs of fields with the same name in a GraphQL document without a token.',
  graphqlWithoutTokenNewDocumentsPerMinute:
    'Maximum number of new GraphQL documents without a token, per minute and network. A document is new if the replica has not cached it.',
  graphqlWithoutTokenCostPerMinute:
    'Maximum cost of GraphQL operations without a token, per minute and network. Introspection answered from the cache is not counted.',
};

export const serviceLimit = record('ServiceLimit', 'A limit of a single request.', {
  name: field.text('A stable name for programs.', { examples: ['itemsPerDocument'] }),
  value: field.decimal('The largest accepted number, or a number of days or hours.'),
  description: field.text('Description of the limit, with its unit.'),
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
