import { gatewayLimits } from '../../domain/base/limits.ts';
import { parseInput } from '../../domain/base/parse-input.ts';
import { customerBatchInput } from '../../domain/customers/customer-input.ts';
import { upsertCustomers } from '../../usecases/customers/upsert-customer.ts';
import { batchReply, batchResponse } from '../http/batch.ts';
import { readJsonOfLists } from '../http/body.ts';
import type { Operation } from '../http/operation.ts';
import { type Reply, type RouteCall, route } from '../http/route.ts';
import { exampleCustomer } from '../openapi/example-data.ts';
import { putCustomer } from './customer-operations.ts';

const mostBytes = gatewayLimits.bodyBytes.batch;
const answer =
  '{ __typename ... on Customer { source externalId serviceId } ... on InvalidInput { issues { path code message } } ... on UserError { code message } }';

const customerBatchOperation: Operation = {
  id: 'batchPutCustomers',
  tag: 'Customers',
  summary: 'Store up to 500 customers',
  description:
    'Stores each customer as PUT would, in the order sent; a failure affects only its own row. The body can also be the array itself.',
  body: {
    name: 'CustomerBatch',
    description: 'Up to 500 customers.',
    schema: customerBatchInput,
    entries: { member: 'customers', of: putCustomer },
  },
  responses: {
    200: {
      description:
        'The outcome for each customer, in the order sent. Retry-After is set if some customers can be retried.',
      schema: batchResponse,
      headers: ['Retry-After'],
    },
  },
  examples: {
    two: {
      summary: 'A stored customer, sent twice',
      body: { customers: [exampleCustomer, exampleCustomer] },
      status: 200,
      variables: { first: exampleCustomer, second: exampleCustomer },
    },
  },
  graphql: {
    document: `mutation ($first: CustomerInput!, $second: CustomerInput!) { first: upsertCustomer(input: $first) ${answer} second: upsertCustomer(input: $second) ${answer} }`,
    at: 'first,second',
    in: 'results',
  },
};

export const customerBatchRoute = route('POST', '/v1/customers/batch', 'customers:write', storeBatch, {
  mostBytes,
  operation: customerBatchOperation,
});

async function storeBatch(call: RouteCall): Promise<Reply> {
  const { customers } = parseInput(customerBatchInput, await readJsonOfLists(call.request, mostBytes));
  return batchReply(call, {
    sent: customers,
    entry: putCustomer,
    store: async (rows) => {
      const outcomes = await upsertCustomers(call.ctx, rows);
      return outcomes.map((outcome) =>
        outcome.kind === 'failed' ? outcome : { kind: outcome.kind, record: outcome.customer },
      );
    },
  });
}
