import type { DeclaredList, FilterOf } from '../lists/declared-list.ts';
import { client, clientStatus } from './client.ts';

export const clientList = {
  name: 'clients',
  of: client,
  plural: 'clients',
  scope: 'admin',
  description:
    'The clients of the tenant, newest first, including revoked clients. A secret is shown only when it is created.',
  fields: {
    name: { kind: 'text', description: 'Name of the client, such as Web shop.' },
    status: {
      kind: 'choice',
      of: clientStatus,
      description: 'Whether the client can get tokens.',
      parameters: { status: 'in' },
    },
  },
} as const satisfies DeclaredList;
export type ClientFilter = FilterOf<typeof clientList>;
