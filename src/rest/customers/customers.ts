import { z } from 'zod';
import { recordTag } from '../../domain/base/etag.ts';
import { parseInput } from '../../domain/base/parse-input.ts';
import { withoutNulls } from '../../domain/base/plain-object.ts';
import { type Customer, customer } from '../../domain/customers/customer.ts';
import { erasureInput } from '../../domain/customers/customer-input.ts';
import {
  type CustomerOrderField,
  customerConditions,
  customerList,
  customerValue,
} from '../../domain/customers/customer-list.ts';
import { conditionsFrom } from '../../domain/lists/declared-list.ts';
import { countCustomers, getCustomer, listCustomers } from '../../usecases/customers/customers.ts';
import { eraseCustomer } from '../../usecases/customers/erase-customer.ts';
import { patchCustomer } from '../../usecases/customers/patch-customer.ts';
import { upsertCustomer } from '../../usecases/customers/upsert-customer.ts';
import { routesAt } from '../http/addresses.ts';
import { readJson } from '../http/body.ts';
import { preconditionOf, taggedReply } from '../http/conditions.ts';
import { listParameters } from '../http/declared-list.ts';
import { eachShown } from '../http/list.ts';
import { formatParameters, listTypes } from '../http/list-format.ts';
import { parseQuery } from '../http/query.ts';
import { parseKeyedBody, pathOfKey } from '../http/record-name.ts';
import { jsonOf } from '../http/record-response.ts';
import { jsonReply, type Route, route } from '../http/route.ts';
import { sortedListReply, sortedPageParameters } from '../http/sorted-list.ts';
import { customerBatchRoute } from './customer-batch.ts';
import {
  customerAddresses,
  customerCsv,
  eraseCustomerOperation,
  getCustomerOperation,
  listCustomersOperation,
  patchCustomerOperation,
  putCustomer,
} from './customer-operations.ts';

const customerJson = jsonOf(customer);

const listQuery = z.object({
  ...sortedPageParameters(customerList),
  ...formatParameters,
  ...listParameters(customerList),
});

export const customerRoutes: readonly Route[] = [
  customerBatchRoute,
  ...routesAt(
    customerAddresses,
    { method: 'GET', needs: 'customers:read', operation: getCustomerOperation },
    async ({ ctx, request }, by) => {
      const customer = await getCustomer(ctx, by);
      return taggedReply(request, recordTag(customer), () => customerJson(customer));
    },
  ),
  route(
    'PUT',
    '/v1/customers/source/:source/externalId/:externalId',
    'customers:write',
    async ({ ctx, request, deps }) => {
      const input = await parseKeyedBody(deps.inputs.customer, request, await readJson(request));
      const { kind, value } = await upsertCustomer(ctx, input, preconditionOf(request));
      const headers = { Location: pathOfKey('customers', value), ETag: recordTag(value) };
      return jsonReply(kind === 'created' ? 201 : 200, customerJson(value), headers);
    },
    { operation: putCustomer },
  ),
  ...routesAt(
    customerAddresses,
    { method: 'PATCH', needs: 'customers:write', operation: patchCustomerOperation },
    async ({ ctx, request, deps }, by) => {
      const patch = parseInput(deps.inputs.customerPatch, await readJson(request));
      const customer = await patchCustomer(ctx, by, patch, preconditionOf(request));
      return jsonReply(200, customerJson(customer), { ETag: recordTag(customer) });
    },
  ),
  ...routesAt(
    customerAddresses,
    { method: 'POST', below: '/erase', needs: 'customers:write', operation: eraseCustomerOperation },
    async ({ ctx, request }, by) => {
      const { reason } = parseInput(erasureInput, withoutNulls(await readJson(request)));
      return jsonReply(200, customerJson(await eraseCustomer(ctx, by, reason)));
    },
  ),
  route(
    'GET',
    '/v1/customers',
    'customers:read',
    (call) => {
      const asked = parseQuery(listQuery, call.request);
      const filter = {
        ...conditionsFrom(customerList.fields, asked),
        and: customerConditions(conditionsFrom(customerList.computed, asked)),
      };
      return sortedListReply<Customer, CustomerOrderField>(call, asked, {
        name: 'customers',
        pageSize: 200,
        csv: customerCsv,
        read: (page) => listCustomers(call.ctx, filter, page),
        count: () => countCustomers(call.ctx, filter),
        sortValue: customerValue,
        render: async (customers) => eachShown(customers, customerJson),
      });
    },
    { produces: Object.values(listTypes), operation: { ...listCustomersOperation, query: listQuery } },
  ),
];
