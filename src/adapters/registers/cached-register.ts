import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { CacheWatch } from '../../ports/observation.ts';
import {
  type Register,
  type RegisterAnswer,
  type RegisterClient,
  type RegisteredNumber,
  type RegisterFinding,
  unavailable,
} from '../../ports/register.ts';

const maxRemembered = 50_000;
const maxAtOnce = 50;
const pauseMs = 250;

/**
 * New numbers are registered every day, and few are removed. After a failure, the same number is not queried again
 * immediately.
 */
const rememberedForMs = {
  REGISTERED: 24 * 60 * 60_000,
  NOT_REGISTERED: 60 * 60_000,
  UNAVAILABLE: 5_000,
} as const satisfies Record<RegisterAnswer['kind'], number>;

export type RegisterDependencies = {
  /** Maximum duration of a request, including its retry. */
  readonly timeoutMs: number;
  readonly log: Logger;
  readonly onCacheUsed?: CacheWatch;
  now(): Date;
};

/** Caches the responses of a register and sends one request for all callers that query the same number. */
export function createCachedRegister(client: RegisterClient, deps: RegisterDependencies): Register {
  let atOnce = 0;

  async function ask(number: RegisteredNumber): Promise<RegisterFinding> {
    if (atOnce >= maxAtOnce) return told(unavailable('too many requests are waiting for it', true), number);
    atOnce++;
    try {
      return told(await askTwice(client, number, AbortSignal.timeout(deps.timeoutMs)), number);
    } finally {
      atOnce--;
    }
  }

  function told(answer: RegisterAnswer, { country }: RegisteredNumber): RegisterFinding {
    if (answer.kind === 'UNAVAILABLE') {
      deps.log.warn(
        { register: client.name, country, because: answer.because },
        'a register of tax numbers could not be queried',
      );
    }
    return { ...answer, checkedAt: deps.now() };
  }

  const cache = new LRUCache<string, RegisterFinding, RegisteredNumber>({
    max: maxRemembered,
    ttl: rememberedForMs.UNAVAILABLE,
    perf: { now: () => deps.now().getTime() },
    ttlResolution: 0,
    // A pending response is kept even if the cache has filled up in the meantime.
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { options, context }) => {
      const finding = await ask(context);
      options.ttl = rememberedForMs[finding.kind];
      return finding;
    },
  });

  return {
    name: client.name,
    covers: (number) => client.covers(number),
    find(number) {
      deps.onCacheUsed?.('registers', cache.has(number.number));
      return cache.forceFetch(number.number, { context: number });
    },
  };
}

async function askTwice(
  client: RegisterClient,
  number: RegisteredNumber,
  signal: AbortSignal,
): Promise<RegisterAnswer> {
  const first = await client.ask(number, signal);
  if (first.kind !== 'UNAVAILABLE' || !first.isPassing) return first;
  try {
    await pause(pauseMs, undefined, { signal });
  } catch {
    return first;
  }
  return client.ask(number, signal);
}
