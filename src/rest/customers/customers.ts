import { z } from 'zod';
import { recordTag } from '../../domain/base/etag.ts';
import { boundedText, sourceInput } from '../../domain/base/fields.ts';
import { parseInput } from '../../domain/base/parse-input.ts';
import { withoutNulls } from '../../domain/base/plain-object.ts';
import type { RecordName } from '../../domain/base/record-name.ts';
import { type Customer, customer } from '../../domain/customers/customer.ts';
import { type CustomerOrderField, customerValue } from '../../domain/lists/list-order.ts';
import { customerFilter } from '../../domain/lists/list-query.ts';
import { leastSearched } from '../../domain/lists/record-filter.ts';
import { eraseCustomer } from '../../usecases/customers/erase-customer.ts';
import { getCustomer } from '../../usecases/customers/get-customer.ts';
import { countCustomers, listCustomers } from '../../usecases/customers/list-customers.ts';
import { patchCustomer } from '../../usecases/customers/patch-customer.ts';
import { upsertCustomer } from '../../usecases/customers/upsert-customer.ts';
import { readJson } from '../http/body.ts';
import { preconditionOf, taggedReply } from '../http/conditions.ts';
import { eachShown } from '../http/list.ts';
import { updatedSinceParameter } from '../http/list-filters.ts';
import { formatParameters, listTypes } from '../http/list-format.ts';
import { parseQuery } from '../http/query.ts';
import { keyOf, parseKeyedBody, pathOfKey, serviceIdOf } from '../http/record-name.ts';
import { jsonOf } from '../http/record-response.ts';
import { jsonReply, type Reply, type Route, type RouteCall, route } from '../http/route.ts';
import { sortedListReply, sortedPageParameters } from '../http/sorted-list.ts';
import { customerBatchRoute } from './customer-batch.ts';
import { customerCsv } from './customer-columns.ts';
import {
  getCustomerById,
  getCustomerByKey,
  listCustomersOperation,
  patchCustomerOperation,
  putCustomer,
} from './customer-operations.ts';
import { eraseCustomerOperation, erasureInput } from './erase-customer.ts';

const byKey = '/v1/customers/source/:source/externalId/:externalId';
const byServiceId = '/v1/customers/serviceId/:serviceId';
/** The members that customers can be sorted by. */
const customerJson = jsonOf(customer);

const sortedBy = {
  updatedDate: 'updatedAt',
  createdDate: 'createdAt',
  externalId: 'externalId',
  name: 'name',
} as const satisfies Record<string, CustomerOrderField>;
const listQuery = z.object({
  ...sortedPageParameters(sortedBy),
  ...formatParameters,
  source: sourceInput.optional().meta({ description: 'Source of the customers.' }),
  search: boundedText(leastSearched, 256)
    .optional()
    .meta({ description: 'Part of the name, the email address or the tax number. Case is ignored.' }),
  name: boundedText(leastSearched, 256).optional().meta({ description: 'Part of the name. Case is ignored.' }),
  email: boundedText(1, 320).optional().meta({ description: 'Email address, exactly as stored.' }),
  taxNumber: boundedText(1, 64).optional().meta({ description: 'Tax number, exactly as stored.' }),
  updatedSince: updatedSinceParameter,
});

export const customerRoutes: readonly Route[] = [
  customerBatchRoute,
  route('GET', byKey, 'customers:read', (call) => getOne(call, { key: keyOf(call.request) }), {
    operation: getCustomerByKey,
  }),
  route(
    'PUT',
    byKey,
    'customers:write',
    async ({ ctx, request, deps }) => {
      const input = parseKeyedBody(deps.inputs.customer, request, await readJson(request));
      const { kind, value } = await upsertCustomer(ctx, input, preconditionOf(request));
      const headers = { Location: pathOfKey('customers', value), ETag: recordTag(value) };
      return jsonReply(kind === 'created' ? 201 : 200, customerJson(value), headers);
    },
    { operation: putCustomer },
  ),
  route('GET', byServiceId, 'customers:read', (call) => getOne(call, { serviceId: serviceIdOf(call.request) }), {
    operation: getCustomerById,
  }),
  route(
    'PATCH',
    byServiceId,
    'customers:write',
    async ({ ctx, request, deps }) => {
      const serviceId = serviceIdOf(request);
      const patch = parseInput(deps.inputs.customerPatch, await readJson(request));
      const customer = await patchCustomer(ctx, { serviceId }, patch, preconditionOf(request));
      return jsonReply(200, customerJson(customer), { ETag: recordTag(customer) });
    },
    { operation: patchCustomerOperation },
  ),
  route(
    'POST',
    `${byServiceId}/erase`,
    'customers:write',
    async ({ ctx, request }) => {
      const { reason } = parseInput(erasureInput, withoutNulls(await readJson(request)));
      const customer = await eraseCustomer(ctx, { serviceId: serviceIdOf(request) }, reason);
      return jsonReply(200, customerJson(customer));
    },
    { operation: eraseCustomerOperation },
  ),
  route(
    'GET',
    '/v1/customers',
    'customers:read',
    (call) => {
      const { limit, cursor, sort, format, escapeFormulas, ...asked } = parseQuery(listQuery, call.request);
      const filter = customerFilter(asked);
      return sortedListReply<Customer, CustomerOrderField>(
        call,
        { limit, cursor, sort, format, escapeFormulas },
        {
          name: 'customers',
          pageSize: 200,
          csv: customerCsv,
          read: (page) => listCustomers(call.ctx, filter, page),
          count: () => countCustomers(call.ctx, filter),
          sortValue: customerValue,
          render: async (customers) => eachShown(customers, customerJson),
        },
      );
    },
    { produces: Object.values(listTypes), operation: { ...listCustomersOperation, query: listQuery } },
  ),
];

async function getOne({ ctx, request }: RouteCall, by: RecordName): Promise<Reply> {
  const customer = await getCustomer(ctx, by);
  return taggedReply(request, recordTag(customer), () => customerJson(customer));
}
