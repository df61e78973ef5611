import { z } from 'zod';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { parseInput } from '../../domain/base/parse-input.ts';
import { withoutNulls } from '../../domain/base/plain-object.ts';
import type { FilingStatusChange } from '../../domain/transactions/filing.ts';
import { filingInput, reopenInput } from '../../domain/transactions/filing-input.ts';
import {
  type AskedFilingRun,
  markTransactionsFiled,
  reopenTransactions,
} from '../../usecases/transactions/change-filing.ts';
import { readJson } from '../http/body.ts';
import { count, flag, list, named } from '../http/members.ts';
import type { Operation } from '../http/operation.ts';
import { jsonReply, type Route, route } from '../http/route.ts';

const { shown, serviceIds: mostNamed } = gatewayLimits.filing;

const filingResponse = named('FilingStatusChange', 'Documents marked as filed or reopened.', {
  isDryRun: flag('Whether this is a preview without changes.'),
  changedCount: count('Number of documents changed; in a dry run, the number that would change.'),
  unchangedCount: count('Number of documents for the place and period that already had this status.'),
  ignoredServiceIds: list(
    z.string().meta({ format: 'uuid', description: 'serviceId as submitted.' }),
    'Requested serviceIds that match no document for the place and period; empty if no serviceIds were sent.',
  ),
  serviceIds: list(
    z.string().meta({ format: 'uuid', description: 'serviceId of a document.' }),
    `The first ${shown} changed documents, by tax date. To list all, filter the document list.`,
  ),
});

const month = { country: 'US', state: 'MN', from: '2026-06-01', to: '2026-06-30' };
const selection =
  '__typename ... on FilingStatusChange { isDryRun changedCount unchangedCount ignoredServiceIds } ... on InvalidInput { issues { path code message } } ... on UserError { code message }';
const inParts = `Large periods are processed in batches. Documents that already have the status do not change, so a failed request can be repeated. At most ${mostNamed} documents can be listed.`;

const fileOperation: Operation = {
  id: 'markTransactionsFiled',
  tag: 'Returns',
  summary: 'Mark documents as filed',
  description: `Marks the invoices and refunds for a place and period as FILED: their tax can no longer change, and they cannot be cancelled. Cancelled documents, estimates and orders are skipped. This operation neither saves figures nor closes the period; to file a return, use POST /v1/returns/file. ${inParts}`,
  body: { name: 'FilingInput', description: 'The documents to mark.', schema: filingInput },
  responses: { 200: { description: 'The changed documents.', schema: filingResponse } },
  problems: ['COUNTRY_NOT_COVERED'],
  examples: {
    preview: {
      summary: 'Preview of a month',
      body: { ...month, dryRun: true },
      status: 200,
      variables: { input: { ...month, dryRun: true } },
    },
    file: { summary: 'Mark as filed', body: month, status: 200 },
  },
  graphql: {
    document: `mutation ($input: MarkTransactionsFiledInput!) { markTransactionsFiled(input: $input) { ${selection} } }`,
    at: 'markTransactionsFiled',
  },
};

const reason = 'An invoice was missing';

const reopenOperation: Operation = {
  id: 'reopenTransactions',
  tag: 'Returns',
  summary: 'Reopen documents marked as filed',
  description: `Resets the filed invoices and refunds for a place and period to NOT_FILED and stores the reason with each document. To reopen the documents of a filed return, use POST /v1/returns/reopen. ${inParts}`,
  body: {
    name: 'ReopenTransactionsInput',
    description: 'The documents to reopen, and the reason.',
    schema: reopenInput,
  },
  responses: { 200: { description: 'The changed documents.', schema: filingResponse } },
  problems: ['COUNTRY_NOT_COVERED', 'PERIOD_CLOSED'],
  examples: {
    preview: {
      summary: 'Preview',
      body: { ...month, reason, dryRun: true },
      status: 200,
      variables: { input: { ...month, reason, dryRun: true } },
    },
    reopen: { summary: 'Reopen documents', body: { ...month, reason }, status: 200 },
  },
  graphql: {
    document: `mutation ($input: ReopenTransactionsInput!) { reopenTransactions(input: $input) { ${selection} } }`,
    at: 'reopenTransactions',
  },
};

export const filingRoutes: readonly Route[] = [
  route(
    'POST',
    '/v1/transactions/mark_filed',
    'returns:write',
    async ({ ctx, request }) => {
      const asked = parseInput(filingInput, withoutNulls(await readJson(request)));
      return jsonReply(200, outcomeJson(asked, await markTransactionsFiled(ctx, asked)));
    },
    { operation: fileOperation },
  ),
  route(
    'POST',
    '/v1/transactions/reopen',
    'returns:write',
    async ({ ctx, request }) => {
      const { reason, ...asked } = parseInput(reopenInput, withoutNulls(await readJson(request)));
      return jsonReply(200, outcomeJson(asked, await reopenTransactions(ctx, asked, reason)));
    },
    { operation: reopenOperation },
  ),
];

function outcomeJson({ dryRun }: AskedFilingRun, change: FilingStatusChange) {
  const { changed, unchanged, serviceIds, ignoredServiceIds } = change;
  return {
    isDryRun: dryRun === true,
    changedCount: changed,
    unchangedCount: unchanged,
    ignoredServiceIds,
    serviceIds,
  };
}
