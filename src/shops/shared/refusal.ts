import { TollgateError } from '@tollgate/client';

/** Wrong credentials are the shop's fault, and refuse every request until they are corrected: like an outage. */
const ofCredentials = new Set(['Unauthenticated', 'Forbidden']);

/** Refusals that another request or a slow network caused. */
const passing = new Set(['CONFLICT', 'IDEMPOTENCY_KEY_IN_USE', 'REQUEST_TIMEOUT']);

/**
 * Whether the gateway refused the input itself, so that sending it again cannot help: a person must change it, or a setting. An
 * answer with a status only (`HTTP_404`) is a proxy's, not the gateway's.
 */
export const isRefusal = (error: unknown): error is TollgateError =>
  error instanceof TollgateError &&
  !error.isTemporary &&
  !ofCredentials.has(error.kind) &&
  !passing.has(error.code) &&
  !error.code.startsWith('HTTP_');
