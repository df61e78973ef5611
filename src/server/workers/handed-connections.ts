import type { Worker } from 'node:cluster';

type Closable = { close(): void };

/**
 * The primary hands each connection to a worker, one at a time, and closes its own copy once the worker has confirmed
 * it. If the worker dies first, `node:cluster` keeps the copy open, and the client would wait forever. Returns a
 * function to call when the worker has died; the function closes the copy of that connection. A copy that is already
 * closed is ignored.
 */
export function trackHandedConnection({ process: child }: Worker): () => void {
  const { send } = child;
  let latest: Closable | null = null;
  child.send = (...args: unknown[]): boolean => {
    const [, handle] = args;
    if (isClosable(handle)) latest = handle;
    return Reflect.apply(send, child, args);
  };
  return () => latest?.close();
}

function isClosable(handle: unknown): handle is Closable {
  return typeof handle === 'object' && handle !== null && 'close' in handle && typeof handle.close === 'function';
}
