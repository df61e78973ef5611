import { parseInput } from '../domain/input.ts';
import type { Tenant } from '../domain/tenant.ts';
import { getAccount } from '../usecases/get-account.ts';
import { updateAccount } from '../usecases/update-account.ts';
import { readJson } from './body.ts';
import { jsonReply, type Route, route } from './route.ts';

const path = '/v1/account';

export const accountRoutes: readonly Route[] = [
  route('GET', path, 'any', async ({ ctx }) => jsonReply(200, accountJson(await getAccount(ctx)))),
  route('PATCH', path, 'admin', async ({ ctx, request, deps }) => {
    const patch = parseInput(deps.inputs.settingsPatch, await readJson(request));
    return jsonReply(200, accountJson(await updateAccount(ctx, deps.inputs, patch)));
  }),
];

function accountJson({ tenantId, name, settings }: Tenant) {
  return { tenantId, name, ...settings };
}
