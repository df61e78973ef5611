import { z } from 'zod';
import { type Exemption, exemptionStatuses } from '../domain/exemption.ts';
import { parseInput, serviceIdInput, text } from '../domain/input.ts';
import type { ReferenceData } from '../reference/reference-data.ts';
import { createExemptions } from '../usecases/create-exemptions.ts';
import { listExemptions } from '../usecases/list-exemptions.ts';
import { readJson } from './body.ts';
import { exemptionJson } from './json.ts';
import { listReply } from './list.ts';
import { pageParameters, parseQuery } from './query.ts';
import { jsonReply, type Route, route } from './route.ts';

const path = '/v1/exemptions';
const listQuery = z.object({
  ...pageParameters,
  customerId: serviceIdInput.optional(),
  country: text(1, 50).optional(),
  state: text(1, 100).optional(),
  exemptionStatus: z.enum(exemptionStatuses).optional(),
});

export const exemptionRoutes: readonly Route[] = [
  route('POST', path, 'exemptions:write', async ({ ctx, request, deps }) => {
    await createExemptions(ctx, parseInput(deps.inputs.exemption, await readJson(request)));
    return jsonReply(200, {});
  }),
  route('GET', path, 'exemptions:read', (call) => {
    const { limit, cursor, country, state, ...rest } = parseQuery(listQuery, call.request);
    const filter = { ...rest, ...placeFilter(call.deps.reference, { country, state }) };
    return listReply<Exemption>(
      call,
      { limit, cursor },
      {
        pageSize: 200,
        read: (page) => listExemptions(call.ctx, filter, page),
        render: async (exemptions) => exemptions.map(exemptionJson),
      },
    );
  }),
];

type Place = { readonly country?: string; readonly state?: string };

/** Codes and names are taken in any usual spelling; one that is not known matches nothing. */
function placeFilter(reference: ReferenceData, { country, state }: Place): Place {
  return {
    country: country && (reference.findCountry(country) ?? country),
    state: state && (reference.findState(state)?.code ?? state),
  };
}
