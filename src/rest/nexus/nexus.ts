import type { HonoRequest } from 'hono';
import { z } from 'zod';
import { AppError, type Issue, invalidInput } from '../../domain/base/errors.ts';
import { nexusTag } from '../../domain/base/etag.ts';
import { parseInput, unknownFields } from '../../domain/base/parse-input.ts';
import { isPlainObject } from '../../domain/base/plain-object.ts';
import type { Inputs } from '../../domain/input-schemas.ts';
import { encodeNexusCursor, nexusCursor } from '../../domain/lists/cursor.ts';
import { conditionsFrom } from '../../domain/lists/declared-list.ts';
import type { NexusPlace } from '../../domain/nexus/nexus.ts';
import type { NexusInput } from '../../domain/nexus/nexus-input.ts';
import { euAware, nexusDayInput, nexusTrackerList } from '../../domain/nexus/nexus-query.ts';
import { nexus } from '../../domain/nexus/nexus-record.ts';
import type { NexusTracker } from '../../domain/nexus/nexus-tracker.ts';
import { nexusTracker } from '../../domain/nexus/nexus-tracker-record.ts';
import { euCode } from '../../domain/places/eu-code.ts';
import { placeCode } from '../../domain/places/place-code.ts';
import { endNexus, upsertNexus } from '../../usecases/nexus/change-nexus.ts';
import { getNexus } from '../../usecases/nexus/get-nexus.ts';
import { listNexus } from '../../usecases/nexus/list-nexus.ts';
import { readJson } from '../http/body.ts';
import { preconditionOf, taggedReply } from '../http/conditions.ts';
import { listParameters } from '../http/declared-list.ts';
import { eachShown, orderedListReply, pagesOf } from '../http/list.ts';
import { parseListQuery } from '../http/list-filters.ts';
import { inParameter } from '../http/problem.ts';
import { answered, pageParametersBy } from '../http/query.ts';
import { parameter } from '../http/record-name.ts';
import { jsonOf } from '../http/record-response.ts';
import { emptyReply, jsonReply, type Route, route } from '../http/route.ts';
import {
  deleteNexusOperation,
  getNexusOperation,
  listNexusOperation,
  nexusBody,
  putNexusOperation,
} from './nexus-operations.ts';

const nexusJson = jsonOf(nexus);
const nexusTrackerJson = jsonOf(nexusTracker);

const placePath = '/v1/nexus/place/:place';

const listQuery = z.object({
  ...pageParametersBy(nexusCursor),
  ...listParameters(nexusTrackerList),
  ...nexusDayInput.shape,
});

export const nexusRoutes: readonly Route[] = [
  route(
    'GET',
    '/v1/nexus',
    'nexus:read',
    async (call) => {
      const asked = parseListQuery(listQuery, call.request, euAware(call.ctx.reference));
      const { limit, cursor, asOf } = asked;
      const query = { asOf, ...conditionsFrom(nexusTrackerList.fields, asked) };
      const trackers = await answered(() => listNexus(call.ctx, query));
      return orderedListReply<NexusTracker, string>(
        call,
        { limit, cursor },
        {
          name: 'nexus',
          pageSize: 100,
          read: pagesOf(trackers, positionOf),
          render: async (rows) => eachShown(rows, nexusTrackerJson),
          positionOf,
          cursorOf: encodeNexusCursor,
        },
      );
    },
    { operation: { ...listNexusOperation, query: listQuery } },
  ),
  route(
    'GET',
    placePath,
    'nexus:read',
    async ({ ctx, request, deps }) => {
      const declaration = await getNexus(ctx, placeOf(request, deps.inputs));
      return taggedReply(request, nexusTag(declaration), () => nexusJson(declaration));
    },
    { operation: getNexusOperation },
  ),
  route(
    'PUT',
    placePath,
    'nexus:write',
    async ({ ctx, request, deps }) => {
      const input = parseBody(request, await readJson(request), deps.inputs);
      const { kind, value } = await upsertNexus(ctx, input, preconditionOf(request));
      const headers = { Location: `/v1/nexus/place/${placeCode(value)}`, ETag: nexusTag(value) };
      return jsonReply(kind === 'created' ? 201 : 200, nexusJson(value), headers);
    },
    { operation: putNexusOperation },
  ),
  route(
    'DELETE',
    placePath,
    'nexus:write',
    async ({ ctx, request, deps }) => {
      await endNexus(ctx, placeOf(request, deps.inputs), preconditionOf(request));
      return emptyReply;
    },
    { operation: deleteNexusOperation },
  ),
];

function placeOf(request: HonoRequest, inputs: Inputs): NexusPlace {
  return inPath(() => parseInput(inputs.nexusPlace, { place: parameter(request, 'place') }));
}

/** Sorts as the list is sorted: US states, then other countries with their regions, then the EU. */
const positionOf = (place: NexusPlace): string =>
  `${place.country === 'US' ? 0 : place.country === euCode ? 2 : 1} ${placeCode(place)}`;

/** The place in the path overrides the place in the body, so that declarations can be copied to another place. */
function parseBody(request: HonoRequest, body: unknown, inputs: Inputs): NexusInput {
  if (!isPlainObject(body)) {
    throw invalidInput([{ path: [], code: 'INVALID_TYPE', message: 'The body must be an object.' }]);
  }
  const { place: _place, country: _country, state: _state, ...terms } = body;
  const sent = { ...terms, place: parameter(request, 'place') };
  return inPath(() => parseInput(inputs.nexus, sent), unknownFields(body, nexusBody));
}

/** Attributes issues with the place to the path. */
function inPath<Value>(parse: () => Value, issues: Issue[] = []): Value {
  try {
    const value = parse();
    if (issues.length === 0) return value;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    issues.push(...error.issues.map((issue) => (issue.path[0] === 'place' ? inParameter('path')(issue) : issue)));
  }
  throw invalidInput(issues);
}
