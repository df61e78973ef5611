import type { Operation } from '../http/operation.ts';
import { accountSelection } from '../selections/graphql-selections.ts';
import { accountPatch } from './account-patch.ts';
import { accountResponse } from './account-response.ts';

const failures = '... on InvalidInput { issues { path code message } } ... on Error { code message }';

export const getAccountOperation: Operation = {
  id: 'getAccount',
  tag: 'Account',
  summary: 'Read the settings of the tenant',
  description: '',
  responses: { 200: { description: 'The settings.', schema: accountResponse } },
  isTagged: true,
  examples: { own: { summary: 'One’s own', status: 200, variables: {} } },
  graphql: { document: `query { account { ${accountSelection} } }`, at: 'account' },
};

const patch = { homeAddress: { country: 'US' }, defaultCurrency: 'USD' };

export const patchAccountOperation: Operation = {
  id: 'patchAccount',
  tag: 'Account',
  summary: 'Change settings of the tenant',
  description:
    'A JSON merge patch (RFC 7396); null restores the default. tenantId and name are read-only: accepted if they are unchanged, so that the body of GET can be sent back. The next document, on any replica, uses the change; stored documents keep their tax.',
  body: {
    name: 'SettingsPatch',
    description: 'The settings to change.',
    schema: accountPatch,
    isPatch: true,
  },
  responses: { 200: { description: 'All settings after the change.', schema: accountResponse } },
  problems: ['ERR-ADDR-001', 'COUNTRY_NOT_COVERED', 'CONFLICT'],
  isTagged: true,
  examples: { currency: { summary: 'US dollars', body: patch, status: 200, variables: { input: patch } } },
  graphql: {
    document: `mutation ($input: UpdateAccountInput!) { updateAccount(input: $input) { __typename ... on Account { ${accountSelection} } ${failures} } }`,
    at: 'updateAccount',
  },
};
