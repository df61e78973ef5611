import { Duplex } from 'node:stream';
import type { PGlite } from '@electric-sql/pglite';

const terminate = 'X'.charCodeAt(0);

/**
 * The adapter drops the offset of instants, so the session must be in UTC. And nothing collects statistics here: the
 * planner has to be told that a list is read along its index, and not sorted as a whole for each page.
 */
const sessionSettings = "SET TimeZone = 'UTC'; SET random_page_cost = 1.1; SET enable_sort = off";

/**
 * PostgreSQL's wire protocol, spoken to the engine inside this process: for `pg` it is a socket, so that Prisma's own
 * adapter serves the embedded store and a server alike.
 */
export class EmbeddedStream extends Duplex {
  readonly #engine: PGlite;
  #isFresh = true;

  constructor(engine: PGlite) {
    super();
    this.#engine = engine;
  }

  // What `pg` expects of a socket beyond the stream itself.
  connect(): this {
    process.nextTick(() => this.emit('connect'));
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }

  override _read(): void {}

  override _write(chunk: Uint8Array, _encoding: string, done: (error?: Error | null) => void): void {
    this.#send(chunk).then(() => done(), done);
  }

  override _writev(chunks: { chunk: Uint8Array }[], done: (error?: Error | null) => void): void {
    this.#send(Buffer.concat(chunks.map(({ chunk }) => chunk))).then(() => done(), done);
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  async #send(bytes: Uint8Array): Promise<void> {
    if (this.#isFresh) await this.#resetSession();
    else if (bytes[0] === terminate) return;
    const answer = await this.#engine.runExclusive(() => this.#engine.execProtocolRaw(new Uint8Array(bytes)));
    if (answer.length > 0) this.push(Buffer.from(answer));
  }

  /** The engine has one session for life: clears what an earlier connection left in it. */
  async #resetSession(): Promise<void> {
    this.#isFresh = false;
    await this.#engine.exec('ROLLBACK');
    await this.#engine.exec('DISCARD ALL'); // Not allowed in one message with the rollback.
    await this.#engine.exec(sessionSettings);
  }
}
