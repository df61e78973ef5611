import { setImmediate as nextTurn } from 'node:timers/promises';
import { itemsOfLongDocument } from '../../domain/base/limits.ts';

const longestTurnMs = 10;

/** Work that waits for its next turn of the event loop. */
const begun: (() => void)[] = [];
/**
 * Work that has not had a turn yet. It alternates with other work, so that a short request does not wait for many long
 * ones.
 */
const fresh: (() => void)[] = [];
let isScheduled = false;
let wasFresh = false;

/**
 * Continues long work in a later turn of the event loop. Each turn continues the work of one request, regardless of the
 * number of requests. In each of its turns, a short request therefore waits for one piece of long work instead of one
 * piece per long request.
 */
export function inLaterTurn(continueWork: () => void): void {
  waitAmong(begun, continueWork);
}

function waitAmong(works: (() => void)[], continueWork: () => void): void {
  works.push(continueWork);
  if (isScheduled) return;
  isScheduled = true;
  // A `setImmediate` callback scheduled while input is read runs in the same turn, before other input is read.
  setImmediate(() => setImmediate(continueNext));
}

function continueNext(): void {
  wasFresh = fresh.length > 0 && (begun.length === 0 || !wasFresh);
  const continueWork = (wasFresh ? fresh : begun).shift();
  try {
    continueWork?.();
  } finally {
    isScheduled = fresh.length + begun.length > 0;
    if (isScheduled) setImmediate(continueNext);
  }
}

/**
 * Creates a function to call between the steps of work, so that other requests are served in between. The first turn
 * comes soon, unless the work is known to be long.
 */
export function createYield(isLong = false): () => Promise<void> {
  let since = performance.now();
  let isFresh = !isLong;
  return async () => {
    if (performance.now() - since < longestTurnMs) return;
    const works = isFresh ? fresh : begun;
    await new Promise<void>((resolve) => waitAmong(works, resolve));
    isFresh = false;
    since = performance.now();
  };
}

/** Runs work step by step, and serves other requests between some of the steps. */
export async function servingOthers<Result>(
  parts: Generator<void, Result>,
  { isLong = false, afterPart = () => {} }: { readonly isLong?: boolean; readonly afterPart?: () => void } = {},
): Promise<Result> {
  const serveOthers = createYield(isLong);
  for (;;) {
    const { done, value } = parts.next();
    if (done) return value;
    await serveOthers();
    afterPart();
  }
}

type WithItems = { readonly items: readonly unknown[] };

export const isLongDocument = ({ items }: WithItems): boolean => items.length >= itemsOfLongDocument;

/**
 * Called between the stages of processing a document, so that other requests are served while a long document is
 * processed.
 */
export async function afterPartOf(document: WithItems): Promise<void> {
  if (isLongDocument(document)) await new Promise<void>(inLaterTurn);
}

const shortTurnMs = 3;
/** A turn of the event loop takes longer than this if other work ran in it. */
const idleTurnMs = 0.3;
const mostTurnsForOthers = 10;

/**
 * Like `createYield`, for work that takes minutes. A request needs several turns of the event loop and would wait in
 * each of them. The work therefore pauses until other work is done, or for ten turns at most.
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
