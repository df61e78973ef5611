import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Replica } from './gateway.ts';

/** The expected state of a document: it exists at exactly this version. */
export type Ledger = {
  readonly documents: ReadonlyMap<string, { readonly serviceId: string; readonly version: number }>;
  readonly acknowledged: number;
  /** Connections lost before a response. */
  readonly resets: number;
  /** Requests without a response for 10 seconds. */
  readonly silent: number;
  /** Responses that request another attempt, by their code: 503, 429 and 409 for a key in use. */
  readonly refusals: ReadonlyMap<string, number>;
  /** Responses that should never occur. */
  readonly unexpected: readonly string[];
};

export type Load = Ledger & {
  /** Lets every request in progress, or waiting to be repeated, finish. */
  finish(): Promise<void>;
};

type Answer = { readonly status: number; readonly body: Record<string, unknown> };

const silentAfterMs = 10_000;
const repeatedForMs = 600_000;
const day = { createdDate: '2026-07-15', updatedDate: '2026-07-15' };
const address = {
  street: '250 Marquette Ave',
  city: 'Minneapolis',
  state: 'MN',
  zip: '55401',
  country: 'US',
  isPartial: false,
};

export type Target = {
  readonly replicas: readonly Replica[];
  readonly token: string;
  /** Whether failures are also repeated, as by a client with an `Idempotency-Key`. */
  readonly repeatsFailures?: boolean | undefined;
};

/**
 * Writers that store, recalculate and cancel documents, and one that files and reopens a return, until they are
 * stopped.
 */
export function startLoad({ replicas, token, repeatsFailures = false }: Target, customerId: string, writers = 4): Load {
  const documents = new Map<string, { serviceId: string; version: number }>();
  const counts = { acknowledged: 0, resets: 0, silent: 0 };
  const refusals = new Map<string, number>();
  const unexpected: string[] = [];
  const run = randomUUID().slice(0, 8);
  let isOver = false;
  let turn = 0;

  async function next(): Promise<Replica> {
    for (;;) {
      const ready = replicas.filter((replica) => replica.isReady);
      const one = ready[turn++ % Math.max(ready.length, 1)];
      if (one) return one;
      await wait(50);
    }
  }

  /** Sends a request until it is acknowledged, as a careful client does: with the same key. */
  async function send(method: string, path: string, body?: unknown): Promise<Answer | null> {
    const key = randomUUID();
    for (const until = Date.now() + repeatedForMs; Date.now() < until; ) {
      const { url } = await next();
      const answer = await once(`${url}${path}`, method, key, body);
      if (answer === null) continue;
      if (answer.status < 300) {
        counts.acknowledged++;
        return answer;
      }
      const isRepeated = isPassing(answer) || (repeatsFailures && answer.status === 500);
      if (!isRepeated) {
        unexpected.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`);
        return null;
      }
      const code = `${answer.status} ${answer.body.code ?? ''}`.trim();
      refusals.set(code, (refusals.get(code) ?? 0) + 1);
      await wait(200);
    }
    unexpected.push(`${method} ${path}: not acknowledged in ${repeatedForMs / 1000} s`);
    return null;
  }

  async function once(url: string, method: string, key: string, body: unknown): Promise<Answer | null> {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Idempotency-Key': key };
    try {
      const signal = AbortSignal.timeout(silentAfterMs);
      const response = await fetch(url, {
        method,
        headers,
        signal,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
    } catch (error) {
      if (error instanceof Error && error.name === 'TimeoutError') counts.silent++;
      else counts.resets++;
      await wait(100);
      return null;
    }
  }

  const invoice = (externalId: string, externalTimestamps = day) => ({
    source: '1',
    externalId,
    customerId,
    transactionType: 'INVOICE',
    transactionStatus: 'ACTIVE',
    externalTimestamps,
    items: [{ name: 'Lamp', taxCode: 'C1S1', unitPrice: 100, quantity: 1 }],
    shippingAddress: address,
  });
  const store = async (externalId: string, on = day) => {
    const stored = await send('PUT', `/v1/transactions/source/1/externalId/${externalId}`, invoice(externalId, on));
    if (stored) documents.set(externalId, { serviceId: String(stored.body.serviceId), version: 1 });
  };

  async function write(writer: number): Promise<void> {
    for (let index = 0; !isOver; index++) {
      const externalId = `${run}-${writer}-${index}`;
      await store(externalId);
      const known = documents.get(externalId);
      if (!known) continue;
      const path = `/v1/transactions/serviceId/${known.serviceId}`;
      if (await send('POST', `${path}/recalculate`, { reason: 'a fault' })) known.version++;
      if (index % 5 === 0 && (await send('DELETE', path))) known.version++;
    }
  }

  /** Returns close their period, mark its documents and freeze its figures, in several steps. */
  async function file(): Promise<void> {
    const june = { createdDate: '2026-06-15', updatedDate: '2026-06-15' };
    const path = '/v1/returns/place/US-MN/period/2026-06';
    for (let index = 0; !isOver; index++) {
      const externalIds = [0, 1, 2].map((part) => `${run}-june-${index}-${part}`);
      for (const externalId of externalIds) await store(externalId, june);
      if (!(await send('POST', `${path}/filings`, { referenceNumber: `R-${run}-${index}` }))) continue;
      const filed = [...documents].filter(([externalId]) => externalId.includes('-june-'));
      for (const [, known] of filed) known.version++;
      await wait(200);
      if (isOver) return;
      if (await send('POST', `${path}/reopen`, { reason: 'more documents' }))
        for (const [, known] of filed) known.version++;
    }
  }

  const running = Promise.all([...Array.from({ length: writers }, (_, writer) => write(writer)), file()]);
  return {
    documents,
    get acknowledged() {
      return counts.acknowledged;
    },
    get resets() {
      return counts.resets;
    },
    get silent() {
      return counts.silent;
    },
    refusals,
    unexpected,
    async finish() {
      isOver = true;
      await running;
    },
  };
}

/** For several concurrent loads, each with its own document names. */
export function ledgerOf(loads: readonly Load[]): Ledger {
  const refusals = new Map<string, number>();
  for (const load of loads)
    for (const [code, count] of load.refusals) refusals.set(code, (refusals.get(code) ?? 0) + count);
  const sum = (count: (load: Load) => number) => loads.reduce((total, load) => total + count(load), 0);
  return {
    documents: new Map(loads.flatMap(({ documents }) => [...documents])),
    acknowledged: sum((load) => load.acknowledged),
    resets: sum((load) => load.resets),
    silent: sum((load) => load.silent),
    refusals,
    unexpected: loads.flatMap(({ unexpected }) => unexpected),
  };
}

/** 401: a clock that was set back does not accept the token yet. */
const isPassing = ({ status, body }: Answer) =>
  status === 503 || status === 429 || status === 401 || (status === 409 && body.code !== 'PERIOD_CLOSED');
