import pg from 'pg';

/** `storeError` knows its message and asks the client to try again. */
class PoolFull extends Error {
  override readonly name = 'PoolFull';

  constructor(mostWaiting: number) {
    super(`connection timeout: ${mostWaiting} others already wait for a connection`);
  }
}

type Lent = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void;

/**
 * A pool with a bounded queue: under overload, it refuses further requests at once instead of letting them wait until their
 * clients give up.
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
