import pg from 'pg';
import { AppError } from '../../domain/base/errors.ts';
import { Prisma } from '../generated/client.ts';

/**
 * SQLSTATE prefixes for an unavailable server: lost or refused connections, a server at its limits or shutting down,
 * and our own time limits.
 */
const unavailableStates = ['08', '53', '57', '25P03', '58'];
/** A lock wait reached its time limit. The statement was not executed. */
const lockLimitState = '55P03';
/** A standby, or a database made read-only by its operator or by a full disk. */
const readOnlyState = '25006';
/** Conflicting units of work: deadlocks, serialization failures, duplicate keys. */
const conflictStates = ['40', '23505'];
/** A value that PostgreSQL cannot store, such as an invalid id, invalid text or a number out of range. */
const unstorableStates = ['22P02', '22021', '22P05', '22001', '22003'];
const foreignKeyState = '23503';
/** A wrong password or user, or a database that does not exist. */
const refusedStates = ['28', '3D'];
/** The statement was cancelled, usually because it reached its time limit. */
const timeLimitState = '57014';

/**
 * An internal error. A database with several nodes reports an unreachable node with this state and one of these
 * messages.
 */
const internalState = 'XX000';
const lostNode =
  /marked as essential|failed to (?:execute task|prepare transaction)|remote node|(?:active|healthy) placement|lost connection|postmaster was shut down|server closed the connection|connection not open|available connection|terminating connection|database system is/i;

/** The adapter's kinds of errors for an unreachable server. They have no SQLSTATE. */
const unavailableKinds = ['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TlsConnectionError'];

const connectionFailure =
  /connection (terminated|ended|error|timeout)|timeout exceeded when trying to connect|read timeout|not queryable|ECONN|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EPIPE|ENOENT/i;

/** Statements that wait for other changes to the same records. If they fail, nothing is changed. */
const changing = /\b(?:INSERT INTO|UPDATE|DELETE FROM|FOR (?:KEY )?SHARE)\b|pg_advisory_xact_lock/;

export const isChange = (statement: string) => changing.test(statement);

/** Translates a database error for callers. This is the only place that does so. */
export function storeError(error: unknown, ofChange = false): unknown {
  if (error instanceof AppError) return error;
  const state = sqlState(error);
  if (state === null) return isConnectionFailure(error) ? notReady(error) : error;
  if (state === timeLimitState && !ofChange) {
    const message = 'The request took longer than allowed. Request a smaller range, such as a shorter period.';
    return new AppError('NOT_READY', message, { cause: error });
  }
  if (state === timeLimitState) {
    const message =
      'The change was not made, because it took longer than allowed. Another change to the same records may still be in progress. Try again.';
    return new AppError('NOT_READY', message, { retryAfter: 1, cause: error });
  }
  if (state === lockLimitState) {
    const outcome = ofChange ? 'The change was not made, because another' : 'Another';
    const message = `${outcome} request or command has locked the same records for too long. Try again.`;
    return new AppError('NOT_READY', message, { retryAfter: 1, cause: error });
  }
  if (state === readOnlyState) {
    const message = 'The database is currently read-only. Try again later.';
    return new AppError('NOT_READY', message, { retryAfter: 5, cause: error });
  }
  if (startsWithAny(state, unavailableStates)) return notReady(error);
  if (state === internalState && lostNode.test(databaseMessage(error))) return notReady(error);
  if (startsWithAny(state, conflictStates)) {
    return new AppError('CONFLICT', 'Another request changed the same records. Try again.', { cause: error });
  }
  if (startsWithAny(state, unstorableStates)) {
    return new AppError('INVALID_INPUT', 'A value cannot be stored or compared in this form.', { cause: error });
  }
  if (state === foreignKeyState) {
    return new AppError('CUSTOMER_NOT_FOUND', 'Customer not found.', { cause: error });
  }
  return error;
}

function notReady(cause: unknown): AppError {
  return new AppError('NOT_READY', 'The store is currently unreachable. Try again.', { retryAfter: 1, cause });
}

/**
 * The database could not be reached at startup, or refused the connection. The message contains the host, but never the
 * password.
 */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
  /** Whether waiting may help. It does not help if the database refused the password, the user or the database name. */
  readonly mayPass: boolean;

  constructor(url: string, cause: unknown) {
    const reason = messageOf(cause) || 'no answer';
    super(`The database at ${new URL(url).host} cannot be reached: ${reason}`, { cause });
    this.mayPass = !startsWithAny(sqlState(cause) ?? '', refusedStates);
  }
}

function sqlState(error: unknown): string | null {
  const cause = error instanceof pg.DatabaseError ? { code: error.code } : driverCause(error);
  const state = cause && ('originalCode' in cause ? cause.originalCode : cause.code);
  return typeof state === 'string' && /^[0-9A-Z]{5}$/.test(state) && !state.startsWith('P') ? state : null;
}

/**
 * The adapter's report of a failed statement, which Prisma attaches to its own error; at BEGIN and COMMIT, it is thrown
 * directly.
 */
function driverCause(
  error: unknown,
): { originalCode?: unknown; originalMessage?: unknown; code?: unknown; kind?: unknown } | null {
  const isPrismas = error instanceof Prisma.PrismaClientKnownRequestError;
  const adapterError = isPrismas ? error.meta?.driverAdapterError : error;
  const isReport = adapterError instanceof Error && (isPrismas || adapterError.name === 'DriverAdapterError');
  return isReport && isObject(adapterError.cause) ? adapterError.cause : null;
}

function databaseMessage(error: unknown): string {
  const cause = driverCause(error);
  return cause && typeof cause.originalMessage === 'string' ? cause.originalMessage : messageOf(error);
}

/** P1…: connection errors; P2024 and P2028: no connection in time. */
function isConnectionFailure(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientInitializationError) return true;
  if (unavailableKinds.some((kind) => kind === driverCause(error)?.kind)) return true;
  if (error instanceof Prisma.PrismaClientKnownRequestError && /^(P1|P2024|P2028)/.test(error.code)) return true;
  return connectionFailure.test(messageOf(error));
}

/** The error that Node throws after several connection attempts has no message, but the individual errors do. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function startsWithAny(state: string, prefixes: readonly string[]): boolean {
  return prefixes.some((prefix) => state.startsWith(prefix));
}
