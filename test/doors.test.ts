import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const src = join(import.meta.dirname, '../src');

function textsOf(folder: string): string[] {
  return readdirSync(join(src, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(src, folder, file), 'utf8'));
}

/** The texts of the nouns' folders; `assessment` and `writing` only contain parts of use cases. */
const texts = readdirSync(join(src, 'usecases'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !['assessment', 'writing'].includes(entry.name))
  .flatMap(({ name }) => textsOf(`usecases/${name}`));
const namesIn = (form: RegExp) => texts.flatMap((text) => [...text.matchAll(form)].map(([, name]) => name!));

/** A use case is an exported function whose first parameter, whatever its name, is the context of a request. */
const useCases = namesIn(
  /^export (?:async )?function\*? (\w+)(?:<[^(]*>)?\(\s*(?:\w+|\{[^}]*\}): (?:Pick<)?Context\b/gm,
);

/** All exports except types, so that a use case written differently is not missed. */
const exported = namesIn(/^export (?:async |abstract )?(?:function\*?|const|let|class) (\w+)/gm);

/** The names that a folder imports from matching files, except types. */
function importsOf(folder: string, from: RegExp): ReadonlySet<string> {
  const imports = textsOf(folder).flatMap((text) => [...text.matchAll(/^import \{([^}]*)\} from '([^']*)';/gm)]);
  const fitting = imports.filter(([, , path]) => from.test(path!));
  return new Set(fitting.flatMap(([, names]) => names!.split(',').map((name) => name.trim())));
}

const callsOf = (door: string) => importsOf(door, /\/usecases\//);
const usedWithin = importsOf('usecases', /^\.\.?\/(?!\.\.)/);

const doors = { GraphQL: callsOf('graphql'), REST: callsOf('rest') } as const;
type Door = keyof typeof doors;

const noKeys = 'GraphQL has no idempotency keys.';

const notResolved = 'GraphQL resolves it as a field of Transaction, from what its loaders have read.';

/** Why a door does not call a use case. */
const lacks: Record<Door, Readonly<Record<string, string>>> = {
  GraphQL: {
    loadDetails: notResolved,
    getRefundable: notResolved,
    listCalculations: notResolved,
    traceTransaction: notResolved,
    checkTransaction: notResolved,
    getCalculation: notResolved,
    replayTransaction: 'GraphQL resolves it as a field of Transaction: replayTransactions.',
    findExemptionCoverage: 'GraphQL resolves it as a field of Customer, for all customers of a list at once.',
    getExemptionFile: 'GraphQL describes the file as a field of Exemption; its bytes are fetched from REST.',
    readCertificateRequestFile: 'GraphQL describes the file of CertificateRequest; its bytes are fetched from REST.',
    readExemptionFile: 'GraphQL describes the file as a field of Exemption; its bytes are fetched from REST.',
    getTaxReturnForm: 'GraphQL resolves it as a field of TaxReturn: fillTaxReturnForm.',
    recallFiledReturn: noKeys,
    recallReopenedReturn: noKeys,
    recallTransaction: noKeys,
    recallWebhookDelivery: noKeys,
    recallWebhookEndpoint: noKeys,
    listTaxReturnsWithTotals:
      'GraphQL loads the figures of filings that are selected: listTaxReturns, getFilingFigures.',
    findExemptCustomers: 'GraphQL resolves the customer as a field of Exemption, by its loader.',
    eachJournalEntry: 'A file of another program is long, and its program has no use for JSON.',
    eachFilingJournal: 'The same.',
    makeRateTable: 'GraphQL does not return tables of this length.',
    notingRefusal: 'The errors of GraphQL are results: noteRefusal.',
    getReturnDocuments: 'GraphQL lists them as a field of TaxReturn.',
    listPartOfTransactions: 'REST streams documents of any length; GraphQL lists summaries and loads documents by id.',
    getAssignedLiability: 'GraphQL resolves the tax without a return as a field of Liability: findUnassignedTax.',
    listUnassignedTax: 'A list has no notices; GraphQL selects it with the liability: findUnassignedTax.',
  },
  REST: {
    watchTransactions: 'REST has no subscriptions; its clients have webhooks, ask with updatedSince, or read changes.',
    listTransactionSummaries: 'A shorter reading of listPartOfTransactions, for selections of few fields.',
    getShownTransaction: 'A shorter reading of getTransactionWithCustomer, for what GraphQL usually selects.',
    listShownTransactions: 'A shorter reading of listPartOfTransactions, for what lists usually select.',
    fillTaxReturnForm: 'REST reads the return with it: getTaxReturnForm.',
    noteRefusal: 'REST notes what a write throws: notingRefusal.',
    replayTransactions: 'The documents of a list of GraphQL that select it: replayTransaction.',
    getLiability: 'REST reads it with the tax without a return: getAssignedLiability.',
    findUnassignedTax: 'REST reads it with liability or as a list: getAssignedLiability, listUnassignedTax.',
    cancelExemption: 'PATCH of an exemption sets exemptionStatus to CANCELLED.',
  },
};

/** GraphQL counts the records of a filter (totalCount); a REST list is read to its end. */
const isCount = (name: string, door: Door) => door === 'REST' && name.startsWith('count');

/** Whether only other use cases call it. */
const isPart = (name: string) => !doors.REST.has(name) && !doors.GraphQL.has(name) && usedWithin.has(name);

describe.each(['GraphQL', 'REST'] as const)('%s', (door) => {
  it('has every use case, or says why not', () => {
    const missing = useCases.filter((name) => !doors[door].has(name) && !isPart(name) && !isCount(name, door));
    expect(missing.sort()).toEqual(Object.keys(lacks[door]).sort());
  });
});

it('the doors call use cases, and little else', () => {
  const called = exported.filter((name) => doors.GraphQL.has(name) || doors.REST.has(name));
  expect(called.length).toBeGreaterThan(50);
  expect(called.filter((name) => !useCases.includes(name)).sort()).toEqual([
    'answerCertificateRequest', // Of a buyer, who has a link and no session.
    'coverageBy', // The result of findExemptionCoverage, for exemptions read by a loader.
    'openCertificateRequest', // The same.
    'stepsOf', // The result of traceTransaction, for a calculation read by a loader.
  ]);
});
