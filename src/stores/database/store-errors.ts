import { AppError } from '../../domain/base/errors.ts';
import { Prisma } from '../generated/client.ts';

/** SQLSTATEs, by their beginning: lost or refused connections, a server at its limits or stopping, our own time limits. */
const unavailableStates = ['08', '53', '57', '55P03', '25P03', '58'];
/** Two units of work that cannot both be done: deadlocks, failed serialisations, and a key that both would take. */
const conflictStates = ['40', '23505'];
/** Text or an id that PostgreSQL cannot hold. */
const unstorableStates = ['22P02', '22021', '22P05', '22001', '22003'];
const foreignKeyState = '23503';

/** What the adapter calls a server that is not there for us; it has no SQLSTATE then. */
const unavailableKinds = ['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TlsConnectionError'];

const connectionFailure =
  /connection (terminated|ended|error|timeout)|timeout exceeded when trying to connect|read timeout|not queryable|ECONN|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EPIPE|ENOENT/i;

/** What a failure of the database means to a consumer. The one place where database errors are translated. */
export function storeError(error: unknown): unknown {
  const state = sqlState(error);
  if (state === null) return isConnectionFailure(error) ? notReady(error) : error;
  if (startsWithAny(state, unavailableStates)) return notReady(error);
  if (startsWithAny(state, conflictStates)) {
    return new AppError('CONFLICT', 'Another request changed the same records; try again.', { cause: error });
  }
  if (startsWithAny(state, unstorableStates)) {
    return new AppError('INVALID_INPUT', 'A value cannot be stored or compared as it is.', { cause: error });
  }
  if (state === foreignKeyState) {
    return new AppError('CUSTOMER_NOT_FOUND', 'There is no such customer.', { cause: error });
  }
  return error;
}

function notReady(cause: unknown): AppError {
  return new AppError('NOT_READY', 'The store cannot be reached just now; try again.', { retryAfter: 1, cause });
}

/** For a start that fails: names the host, never the password. */
export function unreachable(url: string, cause: unknown): Error {
  const reason = messageOf(cause) || 'no answer';
  return new Error(`The database at ${new URL(url).host} cannot be opened: ${reason}`, { cause });
}

function sqlState(error: unknown): string | null {
  const cause = driverCause(error);
  const state = cause?.originalCode ?? cause?.code;
  return typeof state === 'string' && /^[0-9A-Z]{5}$/.test(state) && !state.startsWith('P') ? state : null;
}

/** What the adapter says about a failed statement; Prisma carries it along. */
function driverCause(error: unknown): { originalCode?: unknown; code?: unknown; kind?: unknown } | null {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return null;
  const adapterError = error.meta?.driverAdapterError;
  return adapterError instanceof Error && isObject(adapterError.cause) ? adapterError.cause : null;
}

/** P1…: connecting; P2024 and P2028: no connection in time. */
function isConnectionFailure(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientInitializationError) return true;
  if (unavailableKinds.some((kind) => kind === driverCause(error)?.kind)) return true;
  if (error instanceof Prisma.PrismaClientKnownRequestError && /^(P1|P2024|P2028)/.test(error.code)) return true;
  return connectionFailure.test(messageOf(error));
}

/** Node's errors of several attempts have their message on the parts. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function startsWithAny(state: string, beginnings: readonly string[]): boolean {
  return beginnings.some((beginning) => state.startsWith(beginning));
}
