import { AppError, invalidField } from '../../domain/base/errors.ts';
import {
  endOfJsonString,
  excessOfJson,
  type JsonBounds,
  type JsonTally,
  newTally,
} from '../../domain/base/json-bounds.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { isPlainObject } from '../../domain/base/plain-object.ts';
import { SentJson } from '../../domain/base/sent-json.ts';
import { createYield } from '../../usecases/writing/yield-to-event-loop.ts';

const bounds = gatewayLimits.restJson;
const longestEntry = gatewayLimits.bodyBytes.rest;

/** Parses JSON within the limits of a body. Yields to other requests before and after parsing a long text. */
export async function parseJson(text: string): Promise<unknown> {
  const yieldIfDue = createYield();
  requireBounds(text);
  await yieldIfDue();
  const value = parsed(text);
  await yieldIfDue();
  return value;
}

/** Parsed entries of a longer text would take too much memory. */
const longText = 2_000_000;

/**
 * Parses a list, or an object with lists, entry by entry: parsing it all at once would block other requests. Entries
 * that are lists or objects are cut out, and the remaining text is parsed with an index in place of each entry. The
 * entries of a long text are checked and kept as `SentJson`.
 */
export function parseJsonOfLists(text: string): Promise<unknown> {
  const keep = (entry: string, value: unknown) => (text.length > longText ? new SentJson(entry) : value);
  return parseByEntry(text, (entry) => requireBounds(entry), keep);
}

/** Parses a document entry by entry. The limits also apply to the whole document. */
export function parseJsonOfDocument(text: string): Promise<unknown> {
  const tally = newTally();
  const ofDocument = { ...bounds, values: gatewayLimits.documentValues };
  return parseByEntry(text, (entry) => requireBounds(entry, ofDocument, tally));
}

async function parseByEntry(
  text: string,
  requireBounded: (entry: string) => void,
  keep = (_entry: string, value: unknown) => value,
): Promise<unknown> {
  const yieldIfDue = createYield();
  const entries: unknown[] = [];
  const kept: string[] = [];
  let from = 0;
  for (const [start, end] of entriesIn(text)) {
    if (end > start) {
      if (entries.length >= bounds.entries) throw tooLarge('entries', bounds.entries);
      const entry = text.slice(start, end);
      requireBounded(entry);
      kept.push(text.slice(from, start), `{"entry":${entries.length}}`);
      entries.push(keep(entry, parsed(entry)));
      from = end;
    }
    await yieldIfDue();
  }
  const rest = kept.join('') + text.slice(from);
  if (rest.length > longestEntry) throw malformed('The body is too large outside its lists.');
  requireBounded(rest);
  return withEntries(parsed(rest), entries);
}

const [quote, openArray, closeArray, openObject, closeObject] = [0x22, 0x5b, 0x5d, 0x7b, 0x7d];
const pieceCharacters = 1024 * 1024;

/**
 * Yields the range of each object or list that is an entry of the outer list, or of a list in the outer object. An
 * occasional empty range lets the caller do other work.
 */
function* entriesIn(text: string): Generator<readonly [start: number, end: number]> {
  let depth = 0;
  let listDepth = 1;
  let isInList = false;
  let start = 0;
  let nextPause = pieceCharacters;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfJsonString(text, at);
    else if (code === openArray || code === openObject) {
      if (depth === 0) listDepth = code === openArray ? 1 : 2;
      if (depth === listDepth) start = at;
      depth++;
      if (depth === listDepth) isInList = code === openArray;
    } else if (code === closeArray || code === closeObject) {
      depth--;
      if (depth === listDepth && isInList) yield [start, at + 1];
    }
    if (depth > listDepth && at - start > longestEntry) {
      throw new AppError('BODY_TOO_LARGE', `An entry of a list may have at most ${longestEntry} characters.`);
    }
    if (at > nextPause) {
      nextPause = at + pieceCharacters;
      yield [at, at];
    }
  }
}

/** Replaces each index with its entry. */
function withEntries(value: unknown, entries: readonly unknown[]): unknown {
  const inList = (list: readonly unknown[]) =>
    list.map((one) => (isPlainObject(one) ? entries[Number(one.entry)] : one));
  if (Array.isArray(value)) return inList(value);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, Array.isArray(member) ? inList(member) : member]),
  );
}

function requireBounds(text: string, allowed: JsonBounds = bounds, tally?: JsonTally): void {
  const excess = excessOfJson(text, allowed, tally);
  if (excess) throw tooLarge(excess.name, excess.allowed);
}

function parsed(text: string): unknown {
  if (text.trim() === '') throw malformed('The body is empty.');
  try {
    return JSON.parse(text);
  } catch (error) {
    throw malformed(`The body is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function tooLarge(name: keyof JsonBounds, allowed: number): AppError {
  return invalidField([], 'TOO_LARGE', messages[name](allowed));
}

const messages: Readonly<Record<keyof JsonBounds, (allowed: number) => string>> = {
  nesting: (allowed) => `The body may be nested at most ${allowed} levels deep.`,
  entries: (allowed) => `A list or object in the body may have at most ${allowed} entries.`,
  numberCharacters: (allowed) => `A number in the body may have at most ${allowed} characters.`,
  values: (allowed) => `The body may have at most ${allowed} values.`,
};

function malformed(message: string): AppError {
  return new AppError('MALFORMED_JSON', message);
}
