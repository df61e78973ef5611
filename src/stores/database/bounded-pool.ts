import pg from 'pg';

/** Its message is known to `storeError`, which tells the client to try again. */
class PoolFull extends Error {
  override readonly name = 'PoolFull';

  constructor(mostWaiting: number) {
    super(`connection timeout: ${mostWaiting} others already wait for a connection`);
  }
}

type Lent = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void;

/**
 * A pool for which only so many wait: under more load than the database bears, the rest is refused at once instead of
 * waiting until the client has given up.
 */
export class BoundedPool extends pg.Pool {
  readonly #mostWaiting: number;

  constructor(config: pg.PoolConfig, mostWaiting: number) {
    super(config);
    this.#mostWaiting = mostWaiting;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(lend: Lent): void;
  override connect(lend?: Lent): Promise<pg.PoolClient> | undefined {
    if (this.waitingCount < this.#mostWaiting) {
      if (!lend) return super.connect();
      super.connect(lend);
      return undefined;
    }
    const error = new PoolFull(this.#mostWaiting);
    if (!lend) return Promise.reject(error);
    lend(error, undefined, () => {});
    return undefined;
  }
}
