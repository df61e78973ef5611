import { createHash } from 'node:crypto';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { AppError, invalidField } from '../../../domain/base/errors.ts';
import { limits } from '../../execution/limits.ts';
import type { Call } from '../call.ts';

export type PersistedSettings = {
  /** The operator's operations, keyed by the lower-case hexadecimal SHA-256 of their text; checked at startup. */
  readonly operations: ReadonlyMap<string, string>;
  /** The operations of the console, which are checked by its tests. */
  readonly ofConsole?: ReadonlyMap<string, string>;
  /** Whether all other operations are refused. */
  readonly isOnly: boolean;
};

export type Params = GraphQLParams & { readonly documentId?: unknown };

/** Replaces an operation id with its text. Clients with a session may register operations. */
export type PersistedOperations = { resolve(params: Params, hasSession: boolean): GraphQLParams };

/**
 * Executes operations by id: `documentId: "sha256:…"`, or Apollo's `extensions.persistedQuery.sha256Hash`. Unless only
 * the operator's operations are allowed, clients may register more operations with Apollo's automatic persisted
 * queries; each process keeps the most recently used ones. Tenants can share registered operations safely, because a
 * hash identifies a single text. Clients without a token cannot register operations, so they cannot displace the
 * operations of other clients.
 */
export function createPersistedOperations({ operations, ofConsole, isOnly }: PersistedSettings): PersistedOperations {
  const registered = new LRUCache<string, string>({
    max: 1_000,
    maxSize: 2_000_000,
    sizeCalculation: ({ length }) => length,
  });

  function find({ hash, isAutomatic }: OperationId): string {
    const text = operations.get(hash) ?? ofConsole?.get(hash) ?? (isOnly ? undefined : registered.get(hash));
    if (text !== undefined) return text;
    // Apollo's clients recognize this message and then send the full operation.
    if (isAutomatic && !isOnly) throw new AppError('PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound');
    throw new AppError('PERSISTED_DOCUMENT_NOT_FOUND', 'Unknown persisted operation id.');
  }

  return {
    resolve(params, hasSession) {
      const { documentId: _, ...others } = params;
      const id = operationIdOf(params);
      if (typeof params.query === 'string') {
        if (isOnly) throw required();
        if (!id) return params;
        if (params.query.length > limits.characters) return others; // Text this long is refused before parsing.
        if (digest(params.query) !== id.hash) throw mismatch(id);
        if (id.isAutomatic && hasSession) registered.set(id.hash, params.query);
        return others;
      }
      if (id) return { ...others, query: find(id) };
      if (isOnly) throw required();
      return params;
    },
  };
}

export function persistedOperations({ resolve }: PersistedOperations): Plugin<object, Call> {
  return {
    onParams({ params, setParams, context }) {
      setParams(resolve(params, Boolean(context.opened?.session)));
    },
  };
}

type OperationId = { readonly hash: string; readonly isAutomatic: boolean };

function operationIdOf({ documentId, extensions }: Params): OperationId | null {
  if (typeof documentId === 'string') return { hash: hashIn(documentId), isAutomatic: false };
  const { version, sha256Hash }: Record<string, unknown> = Object(extensions?.persistedQuery);
  return version === 1 && typeof sha256Hash === 'string' ? { hash: hashIn(sha256Hash), isAutomatic: true } : null;
}

/** The lower-case hash in an id of a client or a manifest. */
export const hashIn = (id: string): string => id.replace(/^sha256:/, '').toLowerCase();

export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function required(): AppError {
  return new AppError('PERSISTED_DOCUMENT_REQUIRED', 'Only persisted operations are allowed: send a documentId.');
}

function mismatch({ isAutomatic }: OperationId): AppError {
  const path = isAutomatic ? ['extensions', 'persistedQuery', 'sha256Hash'] : ['documentId'];
  return invalidField(path, 'MISMATCH', 'The id is not the SHA-256 of the query sent with it.');
}
