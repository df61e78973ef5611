import { z } from 'zod';
import { recordTag } from '../../domain/base/etag.ts';
import { serviceIdInput } from '../../domain/base/fields.ts';
import { parseInput } from '../../domain/base/parse-input.ts';
import { type Exemption, exemptionStatuses } from '../../domain/exemptions/exemption.ts';
import { exemptionFilter } from '../../domain/lists/list-query.ts';
import { createExemptions } from '../../usecases/exemptions/create-exemptions.ts';
import { getExemption } from '../../usecases/exemptions/get-exemption.ts';
import { listExemptions } from '../../usecases/exemptions/list-exemptions.ts';
import { patchExemption } from '../../usecases/exemptions/patch-exemption.ts';
import { readJson } from '../http/body.ts';
import { preconditionOf, taggedReply } from '../http/conditions.ts';
import { eachShown, listReply } from '../http/list.ts';
import { dayParameter, parseListQuery, placeParameters, updatedSinceParameter } from '../http/list-filters.ts';
import { pageParameters } from '../http/query.ts';
import { serviceIdOf } from '../http/record-name.ts';
import { jsonReply, type Route, route } from '../http/route.ts';
import {
  getExemptionOperation,
  listExemptionsOperation,
  patchExemptionOperation,
  postExemptions,
} from './exemption-operations.ts';
import { exemptionJson } from './exemption-response.ts';

const path = '/v1/exemptions';
const byServiceId = `${path}/serviceId/:serviceId`;
const listQuery = z.object({
  ...pageParameters('exemptions'),
  customerId: serviceIdInput.optional().meta({ description: 'serviceId of the customer.' }),
  ...placeParameters,
  exemptionStatus: z.enum(exemptionStatuses).optional().meta({ description: 'Status of the exemptions.' }),
  activeOn: dayParameter.optional().meta({ description: 'Day on which the exemptions are ACTIVE and valid.' }),
  updatedSince: updatedSinceParameter,
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
          name: 'exemptions',
          pageSize: 200,
          read: (page) => listExemptions(call.ctx, exemptionFilter(filter), page),
          render: async (exemptions) => eachShown(exemptions, exemptionJson),
        },
      );
    },
    { operation: { ...listExemptionsOperation, query: listQuery } },
  ),
];
