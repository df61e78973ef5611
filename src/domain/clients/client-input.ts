import { z } from 'zod';
import { type Scope, scopes } from '../account/scope.ts';
import { boundedText, reasonInput } from '../base/fields.ts';
import { strictInput } from '../base/input.ts';
import { gatewayLimits } from '../base/limits.ts';
import { addIssue } from '../base/parse-input.ts';
import { clientName } from './client.ts';

const { overlapHours } = gatewayLimits.clients;

/** The id of a client: any text that the store accepts. */
export const clientIdInput = boundedText(1, 64);

const scopeInput = z.string().superRefine((value, ctx) => {
  if (isScope(value)) return;
  const message = `Unknown scope ${JSON.stringify(value.slice(0, 60))}. Known: ${scopes.join(', ')}.`;
  addIssue(ctx, { path: [], code: 'UNKNOWN_VALUE', message });
});

const isScope = (value: string): value is Scope => scopes.some((scope) => scope === value);

export const clientInput = strictInput('CreateClientInput', 'The name and scopes of a new client.', {
  name: boundedText(1, 256)
    .refine((name) => name === '' || name.trim() !== '', {
      params: { code: 'TOO_SHORT' },
      message: 'Must not be blank.',
    })
    .meta({ description: clientName }),
  scopes: z
    .array(scopeInput)
    .min(1)
    .max(scopes.length)
    .meta({
      description: `Scopes of the client’s tokens, chosen from the scopes of the token used for this request. Known: ${scopes.join(', ')}.`,
    }),
});
export type ClientInput = z.output<typeof clientInput>;

export const clientRotationInput = z.strictObject({
  overlapHours: z
    .int()
    .min(0)
    .max(overlapHours)
    .default(24)
    .meta({
      description: `Number of hours for which the old secret remains valid, from 0 (it stops working immediately) to ${overlapHours}. Default: 24.`,
    }),
});

export const revocation = {
  acceptLockout:
    'Whether to allow revoking the client of the request’s own token, or the last client with the scope admin. Default: false.',
  reason: 'Reason for the audit trail.',
};
export const revocationReason = reasonInput;

/** The error codes for client changes, in REST and GraphQL. */
export const clientProblems = {
  rotate: ['NOT_FOUND', 'CLIENT_REVOKED', 'CONFLICT'],
  revoke: ['NOT_FOUND', 'LOCKOUT', 'CONFLICT'],
} as const;
