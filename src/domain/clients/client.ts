import { type Scope, scopes } from '../account/scope.ts';
import { type EnumerationValue, field, type RecordOf, record, states } from '../base/record.ts';
import { storedTimes } from '../base/timestamps.ts';
import type { DeclaredList, FilterOf } from '../lists/declared-list.ts';

const clientStatus = states('ClientStatus', 'Whether a client can get tokens.', {
  ACTIVE: 'The client can exchange its secret for tokens.',
  REVOKED: 'The client’s secret and tokens are permanently refused.',
});
type ClientStatus = EnumerationValue<typeof clientStatus>;

type Revocable = { readonly revokedAt: Date | null };
export const statusOf = ({ revokedAt }: Revocable): ClientStatus => (revokedAt === null ? 'ACTIVE' : 'REVOKED');

export const clientName = 'Human-readable name, such as: Web shop.';
const scopeField = field.text('A scope.', { examples: ['transactions:write'], known: scopes });
const perMinute = 'per minute and replica, set by the operator; 0 for no limit.';

/** A tenant's client. The secret is not included, because it is shown only once. */
export const client = record(
  'Client',
  'Credentials for a program: an id and a secret that are exchanged for tokens. The secret is shown only once, on creation.',
  {
    clientId: field.text('Id of the client in token requests.', { examples: ['client_9f86d081884c7d659a2feaa0'] }),
    name: field.text(clientName, { examples: ['Web shop'] }),
    scopes: field.list(scopeField, 5, 'Scopes of the client’s tokens.'),
    status: field.derived(field.choice(clientStatus, 'Whether the client can get tokens.'), statusOf),
    revokedAt: field.optional(field.instant('When the client was revoked.'), 'if not revoked'),
    previousSecretUntil: field.optional(
      field.instant('Time until which the previous secret remains valid after a rotation.'),
      'if no previous secret is valid',
    ),
    requestsPerMinute: field.optional(
      field.count(`Maximum number of requests ${perMinute}`),
      'for the operator’s default',
    ),
    costPerMinute: field.optional(
      field.count(`Maximum cost of requests ${perMinute}`),
      'for the operator’s default, which all clients of the tenant share',
    ),
    ...storedTimes('client'),
    version: field.count('Version of the client. It increases with every change.'),
  },
);
export type Client = Omit<RecordOf<typeof client>, 'scopes'> & { readonly scopes: readonly Scope[] };

export const clientSecret = 'Secret that the client exchanges for tokens. It is shown only once, so store it safely.';

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
