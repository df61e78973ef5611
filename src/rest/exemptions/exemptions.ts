import { z } from 'zod';
import { exemptionTag } from '../../domain/base/etag.ts';
import { serviceIdInput } from '../../domain/base/fields.ts';
import { parseInput } from '../../domain/base/parse-input.ts';
import { withCertificateStatus } from '../../domain/exemptions/certificate-filter.ts';
import { certificateStatuses, certificateStatusOf } from '../../domain/exemptions/certificate-status.ts';
import { type Exemption, exemptionStatuses } from '../../domain/exemptions/exemption.ts';
import { exemptionFilter, exemptionValue } from '../../domain/exemptions/exemption-list.ts';
import { exemptionReasons } from '../../domain/exemptions/exemption-reason.ts';
import type { ExemptionOrderField } from '../../domain/lists/list-order.ts';
import { certificateTerms } from '../../usecases/exemptions/certificate-terms.ts';
import { getExemption } from '../../usecases/exemptions/get-exemption.ts';
import { countExemptions, listExemptions } from '../../usecases/exemptions/list-exemptions.ts';
import { patchExemption } from '../../usecases/exemptions/patch-exemption.ts';
import { upsertExemptions } from '../../usecases/exemptions/upsert-exemptions.ts';
import { readJson } from '../http/body.ts';
import { preconditionOf, taggedReply } from '../http/conditions.ts';
import { eachShown } from '../http/list.ts';
import { dayParameter, parseListQuery, placeParameters, updatedSinceParameter } from '../http/list-filters.ts';
import { formatParameters, listTypes } from '../http/list-format.ts';
import { wantsRepresentation } from '../http/preferences.ts';
import { commaSeparated } from '../http/query.ts';
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
import { exemptionJson } from './exemption-response.ts';

const path = '/v1/exemptions';
const byServiceId = `${path}/serviceId/:serviceId`;
/** The members that exemptions can be sorted by. */
const sortedBy = {
  updatedDate: 'updatedAt',
  createdDate: 'createdAt',
  fromDate: 'validFrom',
  toDate: 'validThrough',
} as const satisfies Record<string, ExemptionOrderField>;
const listQuery = z.object({
  ...sortedPageParameters(sortedBy),
  ...formatParameters,
  customerId: serviceIdInput.optional().meta({ description: 'serviceId of the customer.' }),
  ...placeParameters,
  exemptionStatus: commaSeparated(exemptionStatuses)
    .optional()
    .meta({ description: `Status of the exemptions, or several with commas: ${exemptionStatuses.join(', ')}.` }),
  exemptionReason: commaSeparated(exemptionReasons)
    .optional()
    .meta({ description: `Reason for the exemptions, or several with commas: ${exemptionReasons.join(', ')}.` }),
  certificateStatus: z.enum(certificateStatuses).optional().meta({
    description: 'Status of the certificates today, such as EXPIRING_SOON.',
  }),
  activeOn: dayParameter.optional().meta({ description: 'Day on which the exemptions are ACTIVE and valid.' }),
  expiresFrom: dayParameter.optional().meta({ description: 'First day on which the exemptions end.' }),
  expiresTo: dayParameter.optional().meta({ description: 'Last day on which the exemptions end.' }),
  updatedSince: updatedSinceParameter,
});

export const exemptionRoutes: readonly Route[] = [
  route(
    'POST',
    path,
    'exemptions:write',
    async ({ ctx, request, deps }) => {
      const stored = await upsertExemptions(ctx, parseInput(deps.inputs.exemption, await readJson(request)));
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
      const { limit, cursor, sort, format, escapeFormulas, bom, certificateStatus, ...asked } = parseListQuery(
        listQuery,
        call.request,
        call.ctx.reference,
      );
      const terms = await certificateTerms(call.ctx);
      const and = certificateStatus && [withCertificateStatus(certificateStatus, terms)];
      const filter = exemptionFilter({ ...asked, and });
      return sortedListReply<Exemption, ExemptionOrderField>(
        call,
        { limit, cursor, sort, format, escapeFormulas, bom },
        {
          name: 'exemptions',
          pageSize: 200,
          csv: exemptionCsv(terms),
          read: (page) => listExemptions(call.ctx, filter, page),
          count: () => countExemptions(call.ctx, filter),
          sortValue: exemptionValue,
          render: async (exemptions) => eachShown(exemptions, (one) => exemptionJson(one, terms)),
        },
      );
    },
    { produces: Object.values(listTypes), operation: { ...listExemptionsOperation, query: listQuery } },
  ),
];
