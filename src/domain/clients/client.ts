import { type Scope, scopes } from '../account/scope.ts';
import { type EnumerationValue, field, type RecordOf, record, states } from '../base/record.ts';
import { storedTimes } from '../base/timestamps.ts';

export const clientStatus = states('ClientStatus', 'Whether a client can get tokens.', {
  ACTIVE: 'It gets tokens for its secret.',
  REVOKED: 'Its secret and its tokens are refused, for good.',
});
type ClientStatus = EnumerationValue<typeof clientStatus>;

type Revocable = { readonly revokedAt: Date | null };
export const statusOf = ({ revokedAt }: Revocable): ClientStatus => (revokedAt === null ? 'ACTIVE' : 'REVOKED');

export const clientName = 'Name for people, such as: Web shop.';
const scopeField = field.text('A scope.', { examples: ['transactions:write'], known: scopes });
const perMinute = 'in a minute of each replica, as the operator limits it; 0 for any number.';

/** A tenant's client, without its secret: it is shown once. */
export const client = record(
  'Client',
  'Credentials of a program: an id and a secret, for which it gets tokens. The secret is shown only once, on creation.',
  {
    clientId: field.text('Id of the client, as it asks for tokens.', { examples: ['client_9f86d081884c7d659a2feaa0'] }),
    name: field.text(clientName, { examples: ['Web shop'] }),
    scopes: field.list(scopeField, 5, 'What its tokens may do.'),
    status: field.derived(field.choice(clientStatus, 'Whether it can get tokens.'), statusOf),
    revokedAt: field.optional(field.instant('When it was revoked.'), 'if it was not'),
    previousSecretUntil: field.optional(
      field.instant('Until when the secret before the last rotation is valid, too.'),
      'without one',
    ),
    requestsPerMinute: field.optional(field.count(`What it may send ${perMinute}`), 'for the operator’s default'),
    costPerMinute: field.optional(
      field.count(`What its requests may cost ${perMinute}`),
      'for the operator’s default, which all clients of the tenant share',
    ),
    ...storedTimes('client'),
    version: field.count('The version of the client; grows with every change.'),
  },
);
export type Client = Omit<RecordOf<typeof client>, 'scopes'> & { readonly scopes: readonly Scope[] };

export const clientSecret = 'Secret that the client gets tokens for. It is shown only once: keep it.';
