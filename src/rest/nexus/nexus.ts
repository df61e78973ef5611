import type { HonoRequest } from 'hono';
import { AppError, type Issue, invalidInput } from '../../domain/base/errors.ts';
import { nexusTag } from '../../domain/base/etag.ts';
import { parseInput, unknownFields } from '../../domain/base/parse-input.ts';
import { isPlainObject } from '../../domain/base/plain-object.ts';
import type { Inputs } from '../../domain/input-schemas.ts';
import type { NexusPlace } from '../../domain/nexus/nexus.ts';
import type { NexusInput } from '../../domain/nexus/nexus-input.ts';
import { nexusInterests, nexusQuery, nexusQueryInput } from '../../domain/nexus/nexus-query.ts';
import type { NexusDeclaration } from '../../domain/nexus/nexus-record.ts';
import { nexus } from '../../domain/nexus/nexus-record.ts';
import { nexusTracker } from '../../domain/nexus/nexus-tracker-record.ts';
import { endNexus } from '../../usecases/nexus/end-nexus.ts';
import { getNexus } from '../../usecases/nexus/get-nexus.ts';
import { listNexus } from '../../usecases/nexus/list-nexus.ts';
import { upsertNexus } from '../../usecases/nexus/upsert-nexus.ts';
import { readJson } from '../http/body.ts';
import { preconditionOf, taggedReply } from '../http/conditions.ts';
import { asParameterIssue } from '../http/problem.ts';
import { answered, commaSeparated, parseQuery } from '../http/query.ts';
import { parameter } from '../http/record-name.ts';
import { jsonOf } from '../http/record-response.ts';
import { emptyReply, jsonReply, type Route, route } from '../http/route.ts';

const nexusJson = jsonOf(nexus);
const nexusTrackerJson = jsonOf(nexusTracker);

import {
  deleteNexus,
  getNexusOperation,
  listNexusOperation,
  nexusBody,
  nexusPlaces,
  putNexus,
} from './nexus-operations.ts';

const places = [
  '/v1/nexus/states/:state',
  '/v1/nexus/countries/:country',
  '/v1/nexus/countries/:country/regions/:region',
] as const;

/** In a query, several values are separated by commas. */
const listQuery = nexusQueryInput.extend({
  only: commaSeparated(nexusInterests)
    .optional()
    .transform((named) => named ?? null)
    .meta(nexusQueryInput.shape.only.meta() ?? {}),
});

export const nexusRoutes: readonly Route[] = [
  route(
    'GET',
    '/v1/nexus',
    'nexus:read',
    async ({ ctx, request }) => {
      const query = parseQuery(listQuery, request);
      const trackers = await answered(async () => listNexus(ctx, nexusQuery(ctx.reference, query)));
      return jsonReply(200, trackers.map(nexusTrackerJson));
    },
    { operation: { ...listNexusOperation, query: listQuery } },
  ),
  ...places.flatMap(placeRoutes),
];

function placeRoutes(path: (typeof places)[number]): Route[] {
  const place = nexusPlaces[path];
  return [
    route(
      'GET',
      path,
      'nexus:read',
      async ({ ctx, request, deps }) => {
        const declaration = await getNexus(ctx, placeOf(request, deps.inputs));
        return taggedReply(request, nexusTag(declaration), () => nexusJson(declaration));
      },
      { operation: getNexusOperation(place) },
    ),
    route(
      'PUT',
      path,
      'nexus:write',
      async ({ ctx, request, deps }) => {
        const input = parseBody(request, await readJson(request), deps.inputs);
        const { kind, value } = await upsertNexus(ctx, input, preconditionOf(request));
        const headers = { Location: pathOf(value), ETag: nexusTag(value) };
        return jsonReply(kind === 'created' ? 201 : 200, nexusJson(value), headers);
      },
      { operation: putNexus(place) },
    ),
    route(
      'DELETE',
      path,
      'nexus:write',
      async ({ ctx, request, deps }) => {
        await endNexus(ctx, placeOf(request, deps.inputs), preconditionOf(request));
        return emptyReply;
      },
      { operation: deleteNexus(place) },
    ),
  ];
}

const namesOfPlaces = ['state', 'country', 'region'] as const;

function placeIn(request: HonoRequest): Record<string, string> {
  const named = namesOfPlaces.map((name) => [name, parameter(request, name)] as const);
  return Object.fromEntries(named.filter(([, text]) => text !== ''));
}

function placeOf(request: HonoRequest, inputs: Inputs): NexusPlace {
  return inPath(() => parseInput(inputs.nexusPlace, placeIn(request)));
}

/** The place in the path overrides the one in the body, so that declarations can be copied to another place. */
function parseBody(request: HonoRequest, body: unknown, inputs: Inputs): NexusInput {
  if (!isPlainObject(body)) {
    throw invalidInput([{ path: [], code: 'INVALID_TYPE', message: 'The body must be an object.' }]);
  }
  const { state: _state, country: _country, region: _region, ...terms } = body;
  return inPath(() => parseInput(inputs.nexus, { ...terms, ...placeIn(request) }), unknownFields(body, nexusBody));
}

/** Issues with the place are reported for the path. */
function inPath<Value>(parse: () => Value, issues: Issue[] = []): Value {
  try {
    const value = parse();
    if (issues.length === 0) return value;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const isOfPath = (name: unknown) => namesOfPlaces.some((known) => known === name);
    issues.push(...error.issues.map((issue) => (isOfPath(issue.path[0]) ? asParameterIssue(issue) : issue)));
  }
  throw invalidInput(issues);
}

function pathOf({ country, state }: NexusDeclaration): string {
  if (country === 'US') return `/v1/nexus/states/${state}`;
  return state === null ? `/v1/nexus/countries/${country}` : `/v1/nexus/countries/${country}/regions/${state}`;
}
