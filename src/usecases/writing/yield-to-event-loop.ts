import { setImmediate as nextTurn } from 'node:timers/promises';
import { itemsOfLongDocument } from '../../domain/base/limits.ts';

const longestTurnMs = 10;

/** Long work that waits for its next turn of the event loop. */
const waiting: (() => void)[] = [];

/**
 * Continues long work in a later turn of the event loop. Each turn continues the work of one request, however many there are, so
 * that a short request waits for one piece of long work in each of its turns, and not for one of every long request.
 */
export function inLaterTurn(continueWork: () => void): void {
  waiting.push(continueWork);
  // An immediate that is set while input is read runs in the same turn, before the input of others is read.
  if (waiting.length === 1) setImmediate(() => setImmediate(continueNext));
}

function continueNext(): void {
  const [continueWork] = waiting;
  try {
    continueWork?.();
  } finally {
    waiting.shift();
    if (waiting.length > 0) setImmediate(continueNext);
  }
}

/** Creates a function to call between the steps of long work, so that other requests are served in the meantime. */
export function createYield(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < longestTurnMs) return;
    await new Promise<void>(inLaterTurn);
    since = performance.now();
  };
}

/** Carries out work with pauses, and serves other requests in some of them. */
export async function servingOthers<Result>(parts: Generator<void, Result>): Promise<Result> {
  const serveOthers = createYield();
  for (;;) {
    const { done, value } = parts.next();
    if (done) return value;
    await serveOthers();
  }
}

/** To call between the parts of the way of a document, so that others are served between those of a long one. */
export async function afterPartOf({ items }: { readonly items: readonly unknown[] }): Promise<void> {
  if (items.length >= itemsOfLongDocument) await new Promise<void>(inLaterTurn);
}

const shortTurnMs = 3;
/** A turn of the event loop takes longer than this if other work ran in it. */
const idleTurnMs = 0.3;
const mostTurnsForOthers = 10;

/**
 * The same for work that takes minutes. A request needs several turns of the event loop and would wait in each of them, so
 * other work gets turns until it is idle, or ten at most.
 */
export function createPatientYield(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < shortTurnMs) return;
    for (let turns = 0; turns < mostTurnsForOthers; turns++) {
      const startedAt = performance.now();
      await nextTurn();
      since = performance.now();
      if (since - startedAt < idleTurnMs) return;
    }
  };
}
