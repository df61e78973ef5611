import { settingsTag } from '../domain/entity-tags.ts';
import { parseInput } from '../domain/input.ts';
import type { Tenant } from '../domain/tenant.ts';
import { getAccount } from '../usecases/get-account.ts';
import { updateAccount } from '../usecases/update-account.ts';
import { readJson } from './body.ts';
import { preconditionOf, taggedReply } from './conditions.ts';
import { getAccountOperation, patchAccountOperation } from './operations/service-operations.ts';
import { jsonReply, type Route, route } from './route.ts';

const path = '/v1/account';

export const accountRoutes: readonly Route[] = [
  route(
    'GET',
    path,
    'any',
    async ({ ctx, request }) => {
      const tenant = await getAccount(ctx);
      return taggedReply(request, settingsTag(tenant.settings), () => accountJson(tenant));
    },
    { operation: getAccountOperation },
  ),
  route(
    'PATCH',
    path,
    'admin',
    async ({ ctx, request, deps }) => {
      const patch = parseInput(deps.inputs.settingsPatch, await readJson(request));
      const tenant = await updateAccount(ctx, deps.inputs, patch, preconditionOf(request));
      return jsonReply(200, accountJson(tenant), { ETag: settingsTag(tenant.settings) });
    },
    { operation: patchAccountOperation },
  ),
];

function accountJson({ tenantId, name, settings }: Tenant) {
  return { tenantId, name, ...settings };
}
