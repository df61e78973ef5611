import type { HonoRequest } from 'hono';
import type { Scope } from '../../domain/account/scope.ts';
import type { ErrorCode } from '../../domain/base/errors.ts';
import type { RecordName } from '../../domain/base/record-name.ts';
import type { Operation } from './operation.ts';
import { keyOf, serviceIdOf } from './record-name.ts';
import { type Method, type Reply, type Route, type RouteCall, type RouteOptions, route } from './route.ts';

/** One URL form for a record: by its key, or by the id that this service assigned. */
export type RecordAddress<Name> = {
  readonly path: string;
  /** The suffix of operation ids at this address; empty for the main address, which has the examples. */
  readonly suffix: string;
  /** The path parameters of the examples. */
  readonly example: Readonly<Record<string, string>>;
  /** Errors specific to this address. */
  readonly problems?: readonly ErrorCode[];
  nameOf(request: HonoRequest): Name;
};

type Declared<Name> = Omit<RouteOptions, 'operation' | 'recall'> & {
  readonly method: Method;
  /** The path after the record, such as `/filings`. */
  readonly below?: string;
  readonly needs: Scope | readonly Scope[];
  readonly operation: Operation;
  /** See `RouteOptions`. */
  readonly recall?: (call: RouteCall, name: Name, outcome: string) => Promise<Reply | null>;
};

export function routesAt<Name>(
  addresses: readonly RecordAddress<Name>[],
  { method, below = '', needs, operation, recall, ...options }: Declared<Name>,
  handle: (call: RouteCall, name: Name) => Promise<Reply>,
): Route[] {
  return addresses.map((address) =>
    route(method, address.path + below, needs, (call) => handle(call, address.nameOf(call.request)), {
      ...options,
      ...(recall && { recall: (call, outcome) => recall(call, address.nameOf(call.request), outcome) }),
      operation: operationAt(address, operation),
    }),
  );
}

function operationAt({ suffix, example, problems = [] }: RecordAddress<unknown>, operation: Operation): Operation {
  if (suffix === '') return operation;
  const examples = Object.entries(operation.examples).map(([name, one]) => [
    name,
    { ...one, path: { ...one.path, ...example }, ...(one.variables && { variables: named(one.variables, example) }) },
  ]);
  return {
    ...operation,
    id: operation.id + suffix,
    twinOf: operation.id,
    problems: [...(operation.problems ?? []), ...problems],
    examples: Object.fromEntries(examples),
  };
}

/** GraphQL variables that identify the record in the same way as the path, for inputs with an id. */
function named(variables: Readonly<Record<string, unknown>>, example: Readonly<Record<string, string>>) {
  const { serviceId } = example;
  if (serviceId === undefined) return variables;
  const { by, input, ...others } = variables;
  return {
    ...others,
    ...(by !== undefined && { by: { serviceId } }),
    ...(typeof input === 'object' &&
      input !== null && { input: { ...input, ...('by' in input && { by: { serviceId } }) } }),
  };
}

/**
 * Customers, products and documents have two addresses: their key in the client's system, as in `Location`, and the id
 * that this service assigned, as in webhooks.
 */
export function recordAddresses(
  noun: 'customers' | 'products' | 'transactions',
  serviceId: string,
): readonly RecordAddress<RecordName>[] {
  return [
    {
      path: `/v1/${noun}/source/:source/externalId/:externalId`,
      suffix: '',
      example: {},
      nameOf: (request) => ({ key: keyOf(request) }),
    },
    {
      path: `/v1/${noun}/serviceId/:serviceId`,
      suffix: 'ByServiceId',
      example: { serviceId },
      nameOf: (request) => ({ serviceId: serviceIdOf(request) }),
    },
  ];
}
