import { settingsTag } from '../../domain/base/etag.ts';
import { getAccount } from '../../usecases/account/get-account.ts';
import { updateAccount } from '../../usecases/account/update-account.ts';
import { readJson } from '../http/body.ts';
import { preconditionOf, taggedReply } from '../http/conditions.ts';
import { jsonReply, type Route, route } from '../http/route.ts';
import { getAccountOperation, patchAccountOperation } from './account-operations.ts';
import { readAccountPatch } from './account-patch.ts';
import { accountJson } from './account-response.ts';

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
    async ({ ctx, session, request, deps }) => {
      const patch = readAccountPatch(session.tenant, await readJson(request));
      const tenant = await updateAccount(ctx, deps.inputs, patch, preconditionOf(request));
      return jsonReply(200, accountJson(tenant), { ETag: settingsTag(tenant.settings) });
    },
    { operation: patchAccountOperation },
  ),
];
