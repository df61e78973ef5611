import { AsyncResource } from 'node:async_hooks';
import type pg from 'pg';
import type { StoreWatch } from '../../ports/observation.ts';
import { type Callback, isCallback, statementText } from './limits-per-unit.ts';

/** Reports every statement and every wait for a connection. A pool without observers is left unchanged. */
export function watchPool(pool: pg.Pool, watches: readonly StoreWatch[]): void {
  if (watches.length === 0) return;
  pool.on('connect', (client) => replace(client, 'query', (query) => watchedQuery(query, watches)));
  replace(pool, 'connect', (connect) => watchedConnect(connect, watches));
}

type Method = (...args: unknown[]) => unknown;

function replace(target: object, name: string, watched: (method: Method) => Method): void {
  const method: Method = Reflect.get(target, name).bind(target);
  Object.defineProperty(target, name, { value: watched(method), configurable: true });
}

/**
 * The pool may lend a connection while another request returns it. Without `bind`, the borrower's statements would be
 * attributed to that request.
 */
function watchedConnect(connect: Method, watches: readonly StoreWatch[]): Method {
  return (lend) => {
    const askedAt = performance.now();
    const tell = () => {
      for (const { onConnected } of watches) onConnected?.(performance.now() - askedAt);
    };
    if (!isCallback(lend)) return settled(connect(), tell);
    const lendInContext = AsyncResource.bind(lend);
    return connect((...lent: Parameters<Callback>) => {
      tell();
      lendInContext(...lent);
    });
  };
}

function watchedQuery(query: Method, watches: readonly StoreWatch[]): Method {
  return (...args) => {
    const ends = watches.map(({ onStatement }) => onStatement(statementText(args[0])));
    const end = (error: unknown) => {
      for (const tell of ends) tell(error);
    };
    const callback = args.at(-1);
    if (!isCallback(callback)) return settled(query(...args), end);
    const told: Callback = (error, ...more) => {
      end(error ?? null);
      callback(error, ...more);
    };
    return query(...args.slice(0, -1), told);
  };
}

function settled(result: unknown, tell: (error: unknown) => void): unknown {
  if (!(result instanceof Promise)) {
    tell(null);
    return result;
  }
  return result.then(
    (value) => {
      tell(null);
      return value;
    },
    (error) => {
      tell(error);
      throw error;
    },
  );
}
