import pg from 'pg';

/** `storeError` recognizes this error's message and asks the client to retry. */
class PoolFull extends Error {
  override readonly name = 'PoolFull';

  constructor(mostWaiting: number) {
    super(`connection timeout: ${mostWaiting} other requests are already waiting for a connection`);
  }
}

type Lent = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void;

/** Whether the server or the role has reached its connection limit. */
export function isAtConnectionLimit(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '53300';
}

/** Pause before the pool tries to exceed the number of connections that the server allowed. */
const growsAgainAfterMs = 2_000;
/** Pause between attempts while the pool has no connection. */
const pauseMs = 100;

/**
 * A pool with a bounded queue. Under overload, it refuses further requests immediately instead of letting them wait
 * until their clients give up. If the server has no more connections, which it shares with other programs, requests
 * wait for the existing connections of the pool.
 */
export class BoundedPool extends pg.Pool {
  readonly #mostWaiting: number;
  readonly #mostConnections: number;
  #growing: NodeJS.Timeout | null = null;

  constructor(config: pg.PoolConfig, mostWaiting: number) {
    super(config);
    this.#mostWaiting = mostWaiting;
    this.#mostConnections = this.options.max;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(lend: Lent): void;
  override connect(lend?: Lent): Promise<pg.PoolClient> | undefined {
    if (lend) {
      this.#lend(lend, performance.now());
      return undefined;
    }
    return new Promise((resolve, reject) => {
      this.#lend((error, client) => (client ? resolve(client) : reject(error)), performance.now());
    });
  }

  override async end(): Promise<void> {
    clearTimeout(this.#growing ?? undefined);
    await super.end();
  }

  #lend(lend: Lent, since: number): void {
    if (this.waitingCount >= this.#mostWaiting) {
      lend(new PoolFull(this.#mostWaiting), undefined, () => {});
      return;
    }
    super.connect((error, client, done) => {
      const hasTime = performance.now() - since < (this.options.connectionTimeoutMillis ?? 0);
      if (!isAtConnectionLimit(error) || !hasTime || this.ending) {
        lend(error, client, done);
        return;
      }
      this.#growLater();
      if (this.totalCount > 0) this.#lend(lend, since);
      else setTimeout(() => this.#lend(lend, since), pauseMs);
    });
  }

  /** Temporarily limits the pool to its current connections. */
  #growLater(): void {
    this.options.max = Math.max(this.totalCount, 1);
    this.#growing ??= setTimeout(() => {
      this.#growing = null;
      this.options.max = this.#mostConnections;
    }, growsAgainAfterMs).unref();
  }
}
