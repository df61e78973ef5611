import { gatewayLimits } from '../../domain/base/limits.ts';
import { parseDocument, parseInput } from '../../domain/base/parse-input.ts';
import { batchInput } from '../../domain/transactions/transaction-input.ts';
import { upsertTransactions } from '../../usecases/transactions/upsert-transactions.ts';
import { createYield } from '../../usecases/writing/yield-to-event-loop.ts';
import { batchReply, batchResponse } from '../http/batch.ts';
import { readJsonOfLists, releaseBody } from '../http/body.ts';
import type { Operation } from '../http/operation.ts';
import { type Reply, type RouteCall, route } from '../http/route.ts';
import { asVariables, exampleGermanInvoice, exampleInvoice } from '../openapi/example-data.ts';
import { putTransaction } from './transaction-operations.ts';

const mostBytes = gatewayLimits.bodyBytes.batch;
const failures = '... on InvalidInput { issues { path code message } } ... on UserError { code message }';

const batch = [exampleInvoice, exampleGermanInvoice];

const batchOperation: Operation = {
  id: 'batchPutTransactions',
  tag: 'Transactions',
  summary: 'Store up to 500 documents',
  description:
    'Stores each document as PUT would, in the order sent; a failure affects only its own row. The body can also be the array itself.',
  body: {
    name: 'TransactionBatch',
    description: 'Up to 500 documents.',
    schema: batchInput,
    entries: { member: 'transactions', of: putTransaction },
  },
  responses: {
    200: {
      description:
        'The outcome for each document, in the order sent. Retry-After is set if some documents can be retried.',
      schema: batchResponse,
      headers: ['Retry-After'],
    },
  },
  examples: {
    two: {
      summary: 'Two stored documents',
      body: { transactions: batch },
      status: 200,
      variables: { first: asVariables(batch[0]), second: asVariables(batch[1]) },
    },
  },
  graphql: {
    document: `mutation ($first: TransactionInput!, $second: TransactionInput!) { first: upsertTransaction(input: $first) { __typename ... on Transaction { source externalId serviceId } ${failures} } second: upsertTransaction(input: $second) { __typename ... on Transaction { source externalId serviceId } ${failures} } }`,
    at: 'first,second',
    in: 'results',
  },
};

export const transactionBatchRoute = route('POST', '/v1/transactions/batch', 'transactions:write', storeBatch, {
  mostBytes,
  operation: batchOperation,
});

async function storeBatch(call: RouteCall): Promise<Reply> {
  const { ctx, request, deps } = call;
  const { transactions } = parseInput(batchInput, await readJsonOfLists(request, mostBytes));
  releaseBody(request);
  return batchReply(call, {
    sent: transactions,
    entry: putTransaction,
    store: (rows) =>
      upsertTransactions(ctx, (raw) => parseDocument(deps.inputs.transaction, raw, createYield()), rows, {
        keep: (outcome) => {
          if (outcome.kind === 'failed') return outcome;
          const { source, externalId, serviceId } = outcome.transaction;
          return { kind: outcome.kind, record: { source, externalId, serviceId } };
        },
      }),
  });
}
