import { z } from 'zod';
import { recordTag } from '../domain/entity-tags.ts';
import { type Exemption, exemptionStatuses } from '../domain/exemption.ts';
import { parseInput, serviceIdInput } from '../domain/input.ts';
import { exemptionFilter } from '../domain/list-query.ts';
import { createExemptions } from '../usecases/create-exemptions.ts';
import { getExemption } from '../usecases/get-exemption.ts';
import { listExemptions } from '../usecases/list-exemptions.ts';
import { patchExemption } from '../usecases/patch-exemption.ts';
import { readJson } from './body.ts';
import { preconditionOf, taggedReply } from './conditions.ts';
import { exemptionJson } from './json.ts';
import { eachShown, listReply } from './list.ts';
import { dayParameter, instantParameter, parseListQuery, placeParameters } from './list-filters.ts';
import {
  getExemptionOperation,
  listExemptionsOperation,
  patchExemptionOperation,
  postExemptions,
} from './operations/exemption-operations.ts';
import { pageParameters } from './query.ts';
import { serviceIdOf } from './record-name.ts';
import { jsonReply, type Route, route } from './route.ts';

const path = '/v1/exemptions';
const byServiceId = `${path}/serviceId/:serviceId`;
const listQuery = z.object({
  ...pageParameters,
  customerId: serviceIdInput.optional(),
  ...placeParameters,
  exemptionStatus: z.enum(exemptionStatuses).optional(),
  activeOn: dayParameter.optional(),
  updatedSince: instantParameter.optional(),
});

export const exemptionRoutes: readonly Route[] = [
  route(
    'POST',
    path,
    'exemptions:write',
    async ({ ctx, request, deps }) => {
      await createExemptions(ctx, parseInput(deps.inputs.exemption, await readJson(request)));
      return jsonReply(200, {});
    },
    { operation: postExemptions },
  ),
  route(
    'GET',
    byServiceId,
    'exemptions:read',
    async ({ ctx, request }) => {
      const exemption = await getExemption(ctx, { serviceId: serviceIdOf(request) });
      return taggedReply(request, recordTag(exemption), () => exemptionJson(exemption));
    },
    { operation: getExemptionOperation },
  ),
  route(
    'PATCH',
    byServiceId,
    'exemptions:write',
    async ({ ctx, request, deps }) => {
      const serviceId = serviceIdOf(request);
      const patch = parseInput(deps.inputs.exemptionPatch, await readJson(request));
      const exemption = await patchExemption(ctx, { serviceId }, patch, preconditionOf(request));
      return jsonReply(200, exemptionJson(exemption), { ETag: recordTag(exemption) });
    },
    { operation: patchExemptionOperation },
  ),
  route(
    'GET',
    path,
    'exemptions:read',
    (call) => {
      const { limit, cursor, ...filter } = parseListQuery(listQuery, call.request, call.ctx.reference);
      return listReply<Exemption>(
        call,
        { limit, cursor },
        {
          pageSize: 200,
          read: (page) => listExemptions(call.ctx, exemptionFilter(filter), page),
          render: async (exemptions) => eachShown(exemptions, exemptionJson),
        },
      );
    },
    { operation: { ...listExemptionsOperation, query: listQuery } },
  ),
];
