import { isDeepStrictEqual } from 'node:util';
import { aCustomer, anInvoice, asQuoteInput, listQuery, oneQuery, pageSize, quoteQuery } from './documents.ts';
import type { Shot } from './load.ts';
import { type Seed, seededInvoice } from './seed.ts';

/** One line of the table: the requests to each server, and how their responses must agree. */
export type Case = {
  readonly name: string;
  readonly ours: Shot;
  readonly handWritten: Shot;
  readonly expected: number;
  /** The difference, or null. */
  difference(ours: unknown, handWritten: unknown): string | null;
};

/** The list, from the gateway or another GraphQL server. */
export function listCase(token: string, server = ''): Case {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ query: listQuery });
  return {
    name: `${server}GraphQL list of ${pageSize} with customer and items`,
    ours: { method: 'POST', headers, isAlwaysNew: false, next: () => ({ path: '/graphql', body }) },
    handWritten: {
      method: 'GET',
      headers,
      isAlwaysNew: false,
      next: () => ({ path: `/transactions?first=${pageSize}` }),
    },
    expected: 200,
    difference: (ours, handWritten) => firstDifference(withoutCost(ours), handWritten) ?? fullPage(ours),
  };
}

export function casesFor(token: string, { customerIds, externalIds }: Seed): Case[] {
  const bearer = { authorization: `Bearer ${token}` };
  const json = { ...bearer, 'content-type': 'application/json' };
  const graphql = (query: string): Shot => ({
    method: 'POST',
    headers: json,
    isAlwaysNew: false,
    next: () => ({ path: '/graphql', body: JSON.stringify({ query }) }),
  });
  const get = (path: string): Shot => ({ method: 'GET', headers: bearer, isAlwaysNew: false, next: () => ({ path }) });
  const oneIndex = Math.floor(externalIds.length / 2);
  const oneId = externalIds[oneIndex]!;
  const onePath = `/v1/transactions/source/1/externalId/${oneId}`;
  const storedBody = JSON.stringify(seededInvoice(oneIndex, customerIds));
  const quote = (items: number, form: 'full' | 'thin'): Case => {
    const path = `/v1/transactions/calculate${form === 'thin' ? '?detailed=false' : ''}`;
    const body = JSON.stringify(anInvoice('CALC', customerIds[0]!, 0, items));
    const post: Shot = { method: 'POST', headers: json, isAlwaysNew: false, next: () => ({ path, body }) };
    return {
      name: `REST quote of ${items} items, ${form} form`,
      ours: post,
      handWritten: post,
      expected: 200,
      difference: firstOtherTax,
    };
  };
  const quoteOverGraphql = (items: number): Case => {
    const { ours, ...rest } = quote(items, 'thin');
    const variables = { input: asQuoteInput(anInvoice('CALC', customerIds[0]!, 0, items)) };
    const body = JSON.stringify({ query: quoteQuery, variables });
    return {
      ...rest,
      name: `GraphQL quote of ${items} items / REST by hand, thin form`,
      ours: { ...ours, next: () => ({ path: '/graphql', body }) },
      difference: (one, other) => firstOtherTax(memberOf(memberOf(one, 'data'), 'calculateTax'), other),
    };
  };
  return [
    listCase(token),
    {
      name: 'GraphQL one document by key',
      ours: graphql(oneQuery(oneId)),
      handWritten: get(`/transaction?externalId=${oneId}`),
      expected: 200,
      difference: (ours, handWritten) => firstDifference(withoutCost(ours), handWritten),
    },
    {
      name: 'REST GET one document, full form',
      ours: get(onePath),
      handWritten: get(onePath),
      expected: 200,
      difference: firstUnlike,
    },
    ...[false, true].map(
      (isFull): Case => ({
        name: `REST list of ${pageSize}, ${isFull ? 'full' : 'thin'} form`,
        ours: get(`/v1/transactions?limit=${pageSize}&detailed=${isFull}`),
        handWritten: get(`/v1/transactions?limit=${pageSize}&detailed=${isFull}`),
        expected: 200,
        difference: firstUnlike,
      }),
    ),
    {
      name: 'REST PUT a new invoice of five items',
      ours: puts('A', json, customerIds),
      handWritten: puts('B', json, customerIds),
      expected: 201,
      difference: firstUnlikeInShape,
    },
    {
      name: 'REST PUT a new customer',
      ours: putCustomers('K', json),
      handWritten: putCustomers('L', json),
      expected: 201,
      difference: firstUnlikeInShape,
    },
    {
      name: 'REST PUT that changes nothing / GET',
      ours: { method: 'PUT', headers: json, isAlwaysNew: false, next: () => ({ path: onePath, body: storedBody }) },
      handWritten: get(onePath),
      expected: 200,
      difference: firstUnlikeInShape,
    },
    quote(5, 'full'),
    quote(5, 'thin'),
    quoteOverGraphql(5),
    quote(100, 'full'),
    quote(100, 'thin'),
    {
      name: 'floor: GraphQL { __typename }',
      ours: graphql('{ __typename }'),
      handWritten: {
        ...graphql('{ __typename }'),
        next: () => ({ path: '/typename', body: '{"query":"{ __typename }"}' }),
      },
      expected: 200,
      difference: (ours, handWritten) => firstDifference(withoutCost(ours), handWritten),
    },
    {
      name: 'floor: REST /health/live',
      ours: get('/health/live'),
      handWritten: get('/health/live'),
      expected: 200,
      difference: firstDifference,
    },
  ];
}

/** Additional requests that must have the same responses, but are not measured. */
export function agreementsFor(token: string, { customerIds }: Seed): Case[] {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const ofAccount = { currency: undefined };
  return [
    {
      name: 'REST PUT a new invoice in the currency of the account',
      ours: puts('D', headers, customerIds, { change: ofAccount }),
      handWritten: puts('E', headers, customerIds, { change: ofAccount }),
      expected: 201,
      difference: firstUnlikeInShape,
    },
  ];
}

/** An endless series of new invoices; only the ids change, so creating a request costs next to nothing. */
export function puts(
  series: string,
  headers: Record<string, string>,
  customerIds: readonly string[],
  { change }: { readonly change?: object } = {},
): Shot {
  const mark = '@@';
  const bodies = customerIds.slice(0, 50).map((customerId, index) => {
    return JSON.stringify({ ...anInvoice(mark, customerId, index), ...change }).split(mark) as [string, string];
  });
  const run = `${series}-${Date.now().toString(36)}`;
  let count = 0;
  return {
    method: 'PUT',
    headers,
    isAlwaysNew: true,
    next() {
      const externalId = `${run}-${count}`;
      const [before, after] = bodies[count++ % bodies.length]!;
      return { path: `/v1/transactions/source/1/externalId/${externalId}`, body: before + externalId + after };
    },
  };
}

/** An endless series of new customers. */
function putCustomers(series: string, headers: Record<string, string>): Shot {
  const run = `${series}-${Date.now().toString(36)}`;
  let count = 0;
  return {
    method: 'PUT',
    headers,
    isAlwaysNew: true,
    next() {
      const customer = { ...aCustomer(count), externalId: `${run}-${count++}` };
      return { path: `/v1/customers/source/9/externalId/${customer.externalId}`, body: JSON.stringify(customer) };
    },
  };
}

function fullPage(answer: unknown): string | null {
  const nodes = memberOf(memberOf(memberOf(answer, 'data'), 'transactions'), 'nodes');
  if (!Array.isArray(nodes) || nodes.length !== pageSize) return `not a page of ${pageSize}`;
  const isComplete = nodes.every((node) => memberOf(node, 'customer') && memberOf(node, 'items'));
  return isComplete ? null : 'a node without customer or items';
}

/** The hand-written server does not calculate the cost of a query. */
function withoutCost(answer: unknown): unknown {
  return { ...(answer as object), extensions: undefined };
}

/** Compares the tax of a document and of each item, as numbers. */
function firstOtherTax(ours: unknown, handWritten: unknown): string | null {
  const [one, other] = [ours, handWritten].map((document) => {
    const items = memberOf(document, 'items');
    const ofItems = Array.isArray(items) ? items.map((item) => Number(memberOf(item, 'taxAmount'))) : null;
    return [Number(memberOf(memberOf(document, 'salesTax'), 'amount')), ofItems];
  });
  return firstDifference(one, other);
}

/** The path of the first member that differs. */
function firstDifference(ours: unknown, handWritten: unknown): string | null {
  return differenceAt('', ours, handWritten, (value) => Object.keys(value));
}

/** The same for the members of the hand-written server; members it lacks may add at most 5 % to the size. */
function firstUnlike(ours: unknown, handWritten: unknown): string | null {
  const sizes = [ours, handWritten].map((answer) => JSON.stringify(answer).length);
  if (Math.abs(sizes[0]! / sizes[1]! - 1) > 0.05) return `${sizes.join(' / ')} bytes`;
  return differenceAt('', ours, handWritten, () => []);
}

/** The same for different records: members, types of values and lengths of lists must agree. */
function firstUnlikeInShape(ours: unknown, handWritten: unknown): string | null {
  return firstUnlike(shapeOf(ours), shapeOf(handWritten));
}

/** Compares the members of the second value, and the required ones. */
function differenceAt(path: string, one: unknown, other: unknown, required: (one: object) => string[]): string | null {
  if (isDeepStrictEqual(one, other)) return null;
  if (!isObject(one) || !isObject(other)) return `${path || '/'}: ${JSON.stringify(one)} / ${JSON.stringify(other)}`;
  for (const key of new Set([...required(one), ...Object.keys(other)])) {
    const difference = differenceAt(`${path}/${key}`, memberOf(one, key), memberOf(other, key), required);
    if (difference) return difference;
  }
  return Array.isArray(one) && Array.isArray(other) && one.length !== other.length
    ? `${path}: ${one.length} / ${other.length} elements`
    : null;
}

function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (!isObject(value)) return value === null ? null : typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shapeOf(member)]));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function memberOf(value: unknown, key: string): unknown {
  return isObject(value) ? (value as Record<string, unknown>)[key] : undefined;
}
