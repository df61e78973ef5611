import { z } from 'zod';
import type { Customer } from '../domain/customer.ts';
import { parseInput, sourceInput } from '../domain/input.ts';
import { getCustomer } from '../usecases/get-customer.ts';
import { listCustomers } from '../usecases/list-customers.ts';
import { patchCustomer } from '../usecases/patch-customer.ts';
import { upsertCustomer } from '../usecases/upsert-customer.ts';
import { readJson } from './body.ts';
import { customerJson } from './json.ts';
import { listReply } from './list.ts';
import { pageParameters, parseQuery } from './query.ts';
import { keyOf, parseKeyedBody, pathOfKey, serviceIdOf } from './record-name.ts';
import { jsonReply, type Route, route } from './route.ts';

const byKey = '/v1/customers/source/:source/externalId/:externalId';
const byServiceId = '/v1/customers/serviceId/:serviceId';
const listQuery = z.object({ ...pageParameters, source: sourceInput.optional() });

export const customerRoutes: readonly Route[] = [
  route('GET', byKey, 'customers:read', async ({ ctx, request }) =>
    jsonReply(200, customerJson(await getCustomer(ctx, { key: keyOf(request) }))),
  ),
  route('PUT', byKey, 'customers:write', async ({ ctx, request, deps }) => {
    const input = parseKeyedBody(deps.inputs.customer, request, await readJson(request));
    const { kind, value } = await upsertCustomer(ctx, input);
    const headers = { Location: pathOfKey('customers', value) };
    return jsonReply(kind === 'created' ? 201 : 200, customerJson(value), headers);
  }),
  route('GET', byServiceId, 'customers:read', async ({ ctx, request }) =>
    jsonReply(200, customerJson(await getCustomer(ctx, { serviceId: serviceIdOf(request) }))),
  ),
  route('PATCH', byServiceId, 'customers:write', async ({ ctx, request, deps }) => {
    const serviceId = serviceIdOf(request);
    const patch = parseInput(deps.inputs.customerPatch, await readJson(request));
    return jsonReply(200, customerJson(await patchCustomer(ctx, serviceId, patch)));
  }),
  route('GET', '/v1/customers', 'customers:read', (call) => {
    const { limit, cursor, ...filter } = parseQuery(listQuery, call.request);
    return listReply<Customer>(
      call,
      { limit, cursor },
      {
        pageSize: 200,
        read: (page) => listCustomers(call.ctx, filter, page),
        render: async (customers) => customers.map(customerJson),
      },
    );
  }),
];
