import { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';

const terminate = 'X'.charCodeAt(0);

/** Size of the chunks in which the response is passed on. A server uses a similar size. */
const pieceBytes = 64 * 1024;

/**
 * Maximum time for parsing in one turn of the event loop. Other statements in the session wait until the whole result
 * is parsed.
 */
const longestTurnMs = 5;

/**
 * The adapter drops the offset of timestamps, so the session must be in UTC. No statistics are collected here, so these
 * settings make the planner read a list from its index instead of sorting it for every page.
 */
const sessionSettings = "SET TimeZone = 'UTC'; SET random_page_cost = 1.1; SET jit = off; SET enable_sort = off";

/**
 * Exchanges PostgreSQL wire protocol messages with the engine in this process. `pg` uses it as a socket, so that
 * Prisma's own adapter serves both the embedded store and a server.
 */
export class EmbeddedStream extends Duplex {
  readonly #engine: PGlite;
  #isFresh = true;

  constructor(engine: PGlite) {
    super();
    this.#engine = engine;
  }

  // The socket methods that `pg` calls.
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
    // Not `execProtocolRaw`, which would also parse the response and keep the result until the session ends.
    const parts: Uint8Array[] = [];
    const onRawData = (part: Uint8Array) => parts.push(part.slice());
    const sent = new Uint8Array(bytes);
    await this.#engine.runExclusive(() => this.#engine.execProtocolRawStream(sent, { onRawData }));
    const received = Buffer.concat(parts);
    let since = performance.now();
    for (let start = 0; start < received.length; start += pieceBytes) {
      if (performance.now() - since >= longestTurnMs) {
        await nextTurn(); // Lets other requests run while the rows are parsed.
        since = performance.now();
      }
      this.push(received.subarray(start, start + pieceBytes));
    }
  }

  /** The engine has a single session, so this clears the state of the previous connection. */
  async #resetSession(): Promise<void> {
    this.#isFresh = false;
    await this.#engine.exec('ROLLBACK');
    await this.#engine.exec('DISCARD ALL'); // Not allowed in the same message as the rollback.
    await this.#engine.exec(sessionSettings);
  }
}
