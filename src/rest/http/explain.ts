import type { HonoRequest } from 'hono';
import { z } from 'zod';
import { invalidInput } from '../../domain/base/errors.ts';
import { contentTag } from '../../domain/base/etag.ts';
import type { AddressMatcher } from '../../domain/places/placeable-address.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import { thinTransactionSelection, transactionSelection } from '../selections/graphql-selections.ts';
import { type AskedOfRest, graphqlVariables } from '../selections/graphql-variables.ts';
import { parseListQuery } from './list-filters.ts';
import { list, named, text } from './members.ts';
import type { Operation } from './operation.ts';
import { inParameter } from './problem.ts';
import { parseQuery, queryOf } from './query.ts';
import type { Reply, Route } from './route.ts';

/** The media type of an explanation, used by no other response. */
export const explanationType = 'application/graphql-request+json';

export const explanation = named('GraphqlRequest', 'The GraphQL request that returns the same data as a GET.', {
  document: text('The document; absent if GraphQL has no equivalent operation.').optional(),
  variables: z.record(z.string(), z.unknown()).optional().meta({ description: 'Its variables.' }),
  dataPath: text('Path in `data` to the content of the GET response; empty for all of `data`.', [
    'transactions.nodes',
  ]).optional(),
  member: text('The corresponding member of the GET response; absent if the result is the whole response.').optional(),
  untranslated: list(z.string(), 'Parameters that the GraphQL request ignores.').optional(),
  none: text('Reason why GraphQL has no equivalent operation.').optional(),
});

export const explainParameter = {
  name: 'explain',
  in: 'query',
  description: `\`graphql\`: the response is the GraphQL request that returns the same data, as \`${explanationType}\`, instead of the data itself. For a list, the request reads the first page of at most 100 records, in the thin form. Validation and authorization are the same as without this parameter.`,
  schema: { type: 'string', enum: ['graphql'] },
} as const;

export const isExplainable = ({ method, scopes, options }: Route): boolean =>
  method === 'GET' && scopes !== null && options?.operation !== undefined;

/** Presentation parameters, which a GraphQL request expresses in its own way or not at all. */
const ofPresentation: readonly string[] = ['format', 'escapeFormulas', 'bom'];

/** The response to `?explain=graphql`; null if it was not requested. */
export function explained(request: HonoRequest, route: Route, reference: ReferenceData): Reply | null {
  const operation = route.options?.operation;
  const asked = queryOf(request.url).get('explain');
  if (asked === null || !operation || !isExplainable(route)) return null;
  if (asked !== 'graphql') {
    const issue = { path: ['explain'], code: 'UNKNOWN_VALUE', message: 'explain must be graphql.' };
    throw invalidInput([inParameter('query')(issue)]);
  }
  const schema = z.object({ ...operation.query?.shape, explain: z.literal('graphql') });
  const places = placesOf(operation, reference);
  if (isDeclared(operation)) parseListQuery(schema, request, places);
  else parseQuery(schema, request);
  const body = JSON.stringify(explanationOf(operation, sentWith(request, route), places));
  const tag = operation.isTagged && { ETag: contentTag(body) };
  return { status: 200, body, headers: { 'Content-Type': explanationType, ...tag } };
}

/** Whether the GraphQL equivalent is derived from the list declaration. */
const isDeclared = ({ graphql }: Operation) => 'variables' in graphql;

const placesOf = ({ graphql }: Operation, reference: ReferenceData): AddressMatcher =>
  ('places' in graphql && graphql.places?.(reference)) || reference;

type Sent = { readonly path: Readonly<Record<string, string>>; readonly query: Readonly<Record<string, string>> };

/** The submitted parameters, parsed by the query schema. Unknown parameters and null values are omitted. */
function readAsSent({ query: schema }: Pick<Operation, 'query'>, sent: Sent['query']): AskedOfRest['query'] {
  const known = Object.entries(sent).filter(([name]) => schema && Object.hasOwn(schema.shape, name));
  const read: Readonly<Record<string, unknown>> = schema?.parse(Object.fromEntries(known)) ?? {};
  return Object.fromEntries(known.flatMap(([name]) => (read[name] == null ? [] : [[name, read[name]]])));
}

/** Builds the variables of the GraphQL equivalent; undefined without an equivalent. */
function variablesOf({ id, twinOf = id, graphql }: Operation) {
  if ('none' in graphql) return undefined;
  const declared = 'variables' in graphql ? graphql.variables : undefined;
  return declared ?? graphqlVariables[twinOf] ?? (graphql.document.includes('$') ? undefined : () => ({}));
}

const asWritten = { findCountry: (text: string) => text };

/** For a GET, adds the variables of the GraphQL equivalent to the route's examples. */
export function withTwinVariables(route: Route): Route {
  const operation = route.options?.operation;
  const make = operation && isExplainable(route) && variablesOf(operation);
  if (!make) return route;
  const examples = Object.entries(operation.examples).map(([name, example]) => {
    const { path = {}, query = {} } = example;
    return [name, { ...example, variables: make({ path, query: readAsSent(operation, query), places: asWritten }) }];
  });
  return {
    ...route,
    options: { ...route.options, operation: { ...operation, examples: Object.fromEntries(examples) } },
  };
}

function explanationOf(operation: Operation, { path, query }: Sent, places: AddressMatcher) {
  const { graphql } = operation;
  const make = variablesOf(operation);
  if ('none' in graphql || !make) return { none: 'none' in graphql ? graphql.none : 'No equivalent.' };
  const variablesFor = (read: AskedOfRest['query']) => make({ path, query: read, places });
  const asked = readAsSent(operation, query);
  const variables = variablesFor(asked);
  const { document, at } = graphql;
  const isThin = query.detailed?.toLowerCase() === 'false';
  const isFollowed = (name: string) => {
    const { [name]: _, ...others } = asked;
    return JSON.stringify(variablesFor(others)) !== JSON.stringify(variables);
  };
  const isUntranslated = (name: string) =>
    !isFollowed(name) && !ofPresentation.includes(name) && (name !== 'detailed' || !isAsAsked(document, isThin));
  const untranslated = Object.keys(asked).filter(isUntranslated);
  return {
    document: isThin ? document.replace(transactionSelection, thinTransactionSelection) : document,
    variables,
    dataPath: path.number === undefined ? at : at.replace(/\.0$/, `.${Number(path.number) - 1}`),
    ...(graphql.in !== undefined && { member: graphql.in }),
    ...(untranslated.length > 0 && { untranslated }),
  };
}

/** Lists select the thin form: a page of the full form exceeds the cost limit of a GraphQL request. */
const isAsAsked = (document: string, isThin: boolean) =>
  isThin ? isFormed(document) : document.includes(transactionSelection);
const isFormed = (document: string) =>
  [thinTransactionSelection, transactionSelection].some((one) => document.includes(one));

function sentWith(request: HonoRequest, { path }: Route): Sent {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
  const query: Record<string, string> = {};
  for (const [name, value] of queryOf(request.url)) {
    if (name !== 'explain') query[name] = name in query ? `${query[name]},${value}` : value;
  }
  return { path: Object.fromEntries(names.map((name) => [name, request.param(name) ?? ''])), query };
}
