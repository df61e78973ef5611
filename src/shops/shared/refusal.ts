import { TollgateError } from '@tollgate/client';

/**
 * Wrong credentials are an error in the shop's configuration and block every request until corrected, like an outage.
 */
const ofCredentials = new Set(['Unauthenticated', 'Forbidden']);

/** Refusals caused by another request or a slow network. */
const passing = new Set(['CONFLICT', 'IDEMPOTENCY_KEY_IN_USE', 'REQUEST_TIMEOUT']);

/**
 * Whether the gateway refused the input itself, so that retrying cannot help: the input or a setting must change. A
 * response with only a status (`HTTP_404`) comes from a proxy, not from the gateway.
 */
export const isRefusal = (error: unknown): error is TollgateError =>
  error instanceof TollgateError &&
  !error.isTemporary &&
  !ofCredentials.has(error.kind) &&
  !passing.has(error.code) &&
  !error.code.startsWith('HTTP_');
