import { z } from 'zod';
import { account } from '../../domain/account/account.ts';
import type { Tenant } from '../../domain/account/tenant.ts';
import { type SettingsPatch, settingsPatch } from '../../domain/account/tenant-input.ts';
import { type Issue, invalidInput } from '../../domain/base/errors.ts';
import { settingsTag } from '../../domain/base/etag.ts';
import { issuesOf } from '../../domain/base/parse-input.ts';
import { getAccount, updateAccount } from '../../usecases/account/account.ts';
import { readJson } from '../http/body.ts';
import { preconditionOf, taggedReply } from '../http/conditions.ts';
import type { Operation } from '../http/operation.ts';
import { jsonOf, responseOf } from '../http/record-response.ts';
import { jsonReply, type Route, route } from '../http/route.ts';
import { recordSelection } from '../selections/record-selection.ts';

const path = '/v1/account';
const accountJson = jsonOf(account);
const selection = recordSelection(account);
const readOnly = z.unknown().optional().meta({ description: 'Read-only: accepted if unchanged.' });

/** The body of PATCH: settings, and the read-only fields of GET. */
const accountPatch = settingsPatch.extend({ tenantId: readOnly, name: readOnly, kind: readOnly });

function readAccountPatch({ tenantId, name, kind }: Tenant, body: unknown): SettingsPatch {
  const parsed = accountPatch.safeParse(body);
  if (!parsed.success) throw invalidInput(issuesOf(parsed.error));
  const { tenantId: sentId = tenantId, name: sentName = name, kind: sentKind = kind, ...patch } = parsed.data;
  const issues = [
    ...(sentId === tenantId ? [] : [unchangeable('tenantId')]),
    ...(sentName === name ? [] : [unchangeable('name')]),
    ...(sentKind === kind ? [] : [unchangeable('kind')]),
  ];
  if (issues.length > 0) throw invalidInput(issues);
  return patch;
}

function unchangeable(field: string): Issue {
  return { path: [field], code: 'READ_ONLY', message: `${field} cannot be changed; omit it.` };
}

const getOperation: Operation = {
  id: 'getAccount',
  tag: 'Account',
  summary: 'Read account settings',
  description: '',
  responses: { 200: { description: 'The settings.', schema: responseOf(account) } },
  isTagged: true,
  examples: { own: { summary: 'One’s own', status: 200 } },
  graphql: { document: `query { account { ${selection} } }`, at: 'account' },
};

const failures = '... on InvalidInput { issues { path code message } } ... on UserError { code message }';
const patch = { homeAddress: { country: 'US' }, defaultCurrency: 'USD' };

const patchOperation: Operation = {
  id: 'patchAccount',
  tag: 'Account',
  summary: 'Change account settings',
  description:
    'A JSON merge patch (RFC 7396); null restores the default. Changing the country of homeAddress clears its state, city and ZIP code. tenantId, name and kind are read-only but accepted if unchanged, so the response to GET can be sent back. The change applies to the next document, on any replica; stored documents keep their tax.',
  body: {
    name: 'SettingsPatch',
    description: 'The settings to change.',
    schema: accountPatch,
    isPatch: true,
  },
  responses: { 200: { description: 'All settings after the change.', schema: responseOf(account) } },
  problems: ['ERR-ADDR-001', 'COUNTRY_NOT_COVERED', 'CONFLICT'],
  isTagged: true,
  examples: { currency: { summary: 'US dollars', body: patch, status: 200, variables: { input: patch } } },
  graphql: {
    document: `mutation ($input: UpdateAccountInput!) { updateAccount(input: $input) { __typename ... on Account { ${selection} } ${failures} } }`,
    at: 'updateAccount',
  },
};

export const accountRoutes: readonly Route[] = [
  route(
    'GET',
    path,
    'any',
    async ({ ctx, request }) => {
      const tenant = await getAccount(ctx);
      return taggedReply(request, settingsTag(tenant.settings), () => accountJson(tenant));
    },
    { operation: getOperation },
  ),
  route(
    'PATCH',
    path,
    'admin',
    async ({ ctx, session, request, deps }) => {
      const settings = readAccountPatch(session.tenant, await readJson(request));
      const tenant = await updateAccount(ctx, deps.inputs, settings, preconditionOf(request));
      return jsonReply(200, accountJson(tenant), { ETag: settingsTag(tenant.settings) });
    },
    { operation: patchOperation },
  ),
];
