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

const filingResponse = named('FilingStatusChange', 'The documents that were marked as filed, or reopened.', {
  isDryRun: flag('Whether this is a preview and nothing was changed.'),
  changedCount: count('Number of documents changed.'),
  unchangedCount: count('Number of documents of the place and period that already had this status.'),
  ignoredServiceIds: list(
    z.string().meta({ format: 'uuid', description: 'serviceId as sent.' }),
    'Those of the serviceIds sent that name no document the return can cover; empty if none were sent.',
  ),
  serviceIds: list(
    z.string().meta({ format: 'uuid', description: 'serviceId of a document.' }),
    `The documents changed, by tax date: the first ${shown}. A list with filters has all.`,
  ),
});

const month = { country: 'US', state: 'MN', from: '2026-06-01', to: '2026-06-30' };
const selection =
  '__typename ... on FilingStatusChange { isDryRun changedCount unchangedCount ignoredServiceIds } ... on InvalidInput { issues { path code message } } ... on UserError { code message }';
const inParts = `Large periods are changed in parts; documents that have the status already do not change, so a request that failed can be sent again. At most ${mostNamed} documents can be named.`;

const fileOperation: Operation = {
  id: 'markTransactionsFiled',
  tag: 'Returns',
  summary: 'Mark the documents of a return as filed',
  description: `Marks the invoices and refunds of a place and period as FILED: their tax can then no longer change, and they cannot be cancelled. Cancelled documents, estimates and orders are omitted. No figures are kept and no period is closed: POST /v1/returns/file does. ${inParts}`,
  body: { name: 'FilingInput', description: 'The documents that a return covers.', schema: filingInput },
  responses: { 200: { description: 'What was changed.', schema: filingResponse } },
  problems: ['COUNTRY_NOT_COVERED'],
  examples: {
    preview: {
      summary: 'What a return of a month would cover',
      body: { ...month, dryRun: true },
      status: 200,
      variables: { input: { ...month, dryRun: true } },
    },
    file: { summary: 'File it', body: month, status: 200 },
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
  summary: 'Reopen the documents of a return',
  description: `Sets the filed invoices and refunds of a place and period back to NOT_FILED and stores the reason with each. Documents of a filed return are reopened with it: see POST /v1/returns/reopen. ${inParts}`,
  body: {
    name: 'ReopenTransactionsInput',
    description: 'The documents that a return covered, and why.',
    schema: reopenInput,
  },
  responses: { 200: { description: 'What was changed.', schema: filingResponse } },
  problems: ['COUNTRY_NOT_COVERED', 'PERIOD_CLOSED'],
  examples: {
    preview: {
      summary: 'What would be reopened',
      body: { ...month, reason, dryRun: true },
      status: 200,
      variables: { input: { ...month, reason, dryRun: true } },
    },
    reopen: { summary: 'Reopen it', body: { ...month, reason }, status: 200 },
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
