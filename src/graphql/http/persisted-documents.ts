import { createHash } from 'node:crypto';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { AppError } from '../../domain/base/errors.ts';
import { limits } from '../execution/limits.ts';

export type PersistedDocuments = {
  /** The operator's documents, by the SHA-256 of their text in lower-case hexadecimal digits. */
  readonly documents: ReadonlyMap<string, string>;
  /** Whether nothing but these is executed. */
  readonly isOnly: boolean;
};

type Params = GraphQLParams & { readonly documentId?: unknown };

const prefix = 'sha256:';

/**
 * Executes documents by their ids: `documentId: "sha256:…"`, or Apollo's `extensions.persistedQuery.sha256Hash`. Unless
 * only the operator's are executed, a client may teach the gateway its own the way Apollo's automatic persisted queries
 * do: each replica remembers the latest.
 */
export function persistedDocuments({ documents, isOnly }: PersistedDocuments): Plugin {
  const taught = new LRUCache<string, string>({
    max: 1_000,
    maxSize: 2_000_000,
    sizeCalculation: ({ length }) => length,
  });

  function find(asked: Asked): string {
    const text = documents.get(asked.hash) ?? (isOnly ? undefined : taught.get(asked.hash));
    if (text !== undefined) return text;
    // Apollo's clients know this message, and send the document in full then.
    if (asked.isAutomatic && !isOnly) throw new AppError('PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound');
    throw new AppError('PERSISTED_DOCUMENT_NOT_FOUND', 'There is no persisted document of this id.');
  }

  return {
    onParams({ params, setParams }) {
      const { documentId: _, ...others }: Params = params;
      const asked = askedOf(params);
      if (typeof params.query === 'string') {
        if (isOnly) throw required();
        if (!asked) return;
        if (digest(params.query) !== asked.hash) throw mismatch();
        if (asked.isAutomatic && params.query.length <= limits.characters) taught.set(asked.hash, params.query);
        setParams(others);
      } else if (asked) setParams({ ...others, query: find(asked) });
      else if (isOnly) throw required();
    },
  };
}

type Asked = { readonly hash: string; readonly isAutomatic: boolean };

function askedOf({ documentId, extensions }: Params): Asked | null {
  if (typeof documentId === 'string') {
    return { hash: documentId.startsWith(prefix) ? documentId.slice(prefix.length) : documentId, isAutomatic: false };
  }
  const { version, sha256Hash }: Record<string, unknown> = Object(extensions?.persistedQuery);
  return version === 1 && typeof sha256Hash === 'string' ? { hash: sha256Hash, isAutomatic: true } : null;
}

export function digest(document: string): string {
  return createHash('sha256').update(document).digest('hex');
}

function required(): AppError {
  return new AppError('PERSISTED_DOCUMENT_REQUIRED', 'Only persisted documents are executed here: send documentId.');
}

function mismatch(): AppError {
  const message = 'The id is not the SHA-256 of the document that came with it.';
  return new AppError('INVALID_INPUT', message, { issues: [{ path: ['documentId'], code: 'MISMATCH', message }] });
}
