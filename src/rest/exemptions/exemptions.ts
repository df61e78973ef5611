import { z } from 'zod';
import { within } from '../../domain/base/errors.ts';
import { exemptionTag } from '../../domain/base/etag.ts';
import { parseInput } from '../../domain/base/parse-input.ts';
import { exemptionConditions } from '../../domain/exemptions/certificate-filter.ts';
import { certificateStatusOf } from '../../domain/exemptions/certificate-status.ts';
import type { Exemption } from '../../domain/exemptions/exemption.ts';
import { type ExemptionOrderField, exemptionList, exemptionValue } from '../../domain/exemptions/exemption-list.ts';
import { conditionsFrom } from '../../domain/lists/declared-list.ts';
import {
  certificateTerms,
  countExemptions,
  findExemptCustomers,
  getExemption,
  listExemptions,
  upsertExemptions,
} from '../../usecases/exemptions/exemptions.ts';
import { patchExemption } from '../../usecases/exemptions/patch-exemption.ts';
import { readJson } from '../http/body.ts';
import { preconditionOf, taggedReply } from '../http/conditions.ts';
import { listParameters } from '../http/declared-list.ts';
import { eachShown } from '../http/list.ts';
import { parseListQuery } from '../http/list-filters.ts';
import { formatParameters, listTypes } from '../http/list-format.ts';
import { wantsRepresentation } from '../http/preferences.ts';
import { serviceIdOf } from '../http/record-name.ts';
import { jsonReply, type Route, route } from '../http/route.ts';
import { sortedListReply, sortedPageParameters } from '../http/sorted-list.ts';
import { exemptionCsv } from './exemption-columns.ts';
import {
  getExemptionOperation,
  listExemptionsOperation,
  patchExemptionOperation,
  postExemptions,
} from './exemption-operations.ts';
import { exemptionJson, listedExemptionJson } from './exemption-response.ts';

const path = '/v1/exemptions';
const byServiceId = `${path}/serviceId/:serviceId`;
const listQuery = z.object({
  ...sortedPageParameters(exemptionList),
  ...formatParameters,
  ...listParameters(exemptionList),
});

export const exemptionRoutes: readonly Route[] = [
  route(
    'POST',
    path,
    'exemptions:write',
    async ({ ctx, request, deps }) => {
      const input = parseInput(deps.inputs.exemption, await readJson(request));
      const stored = await within(['exemption'], () => upsertExemptions(ctx, input));
      if (!wantsRepresentation(request)) return jsonReply(200, {});
      const terms = await certificateTerms(ctx);
      return jsonReply(200, { exemptions: stored.map((one) => exemptionJson(one, terms)) });
    },
    { operation: postExemptions },
  ),
  route(
    'GET',
    byServiceId,
    'exemptions:read',
    async ({ ctx, request }) => {
      const exemption = await getExemption(ctx, { serviceId: serviceIdOf(request) });
      const terms = await certificateTerms(ctx);
      const tag = exemptionTag(exemption, certificateStatusOf(exemption, terms));
      return taggedReply(request, tag, () => exemptionJson(exemption, terms));
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
      const terms = await certificateTerms(ctx);
      const tag = exemptionTag(exemption, certificateStatusOf(exemption, terms));
      return jsonReply(200, exemptionJson(exemption, terms), { ETag: tag });
    },
    { operation: patchExemptionOperation },
  ),
  route(
    'GET',
    path,
    'exemptions:read',
    async (call) => {
      const asked = parseListQuery(listQuery, call.request, call.ctx.reference);
      const terms = await certificateTerms(call.ctx);
      const filter = {
        ...conditionsFrom(exemptionList.fields, asked),
        and: exemptionConditions(conditionsFrom(exemptionList.computed, asked), terms),
      };
      return sortedListReply<Exemption, ExemptionOrderField>(call, asked, {
        name: 'exemptions',
        pageSize: 200,
        csv: exemptionCsv(call.ctx, terms),
        read: (page) => listExemptions(call.ctx, filter, page),
        count: () => countExemptions(call.ctx, filter),
        sortValue: exemptionValue,
        render: async (exemptions) => {
          const customers = await findExemptCustomers(call.ctx, exemptions);
          return eachShown(exemptions, (one) => listedExemptionJson(one, terms, customers.get(one.customerId)));
        },
      });
    },
    { produces: Object.values(listTypes), operation: { ...listExemptionsOperation, query: listQuery } },
  ),
];
