import { AppError } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { createYield } from '../../usecases/writing/yield-to-event-loop.ts';

const { answerBytes } = gatewayLimits.rest;

/** Refuses a text that exceeds the response limit. Longer texts must be streamed. */
export function requireShort(bytes: number): void {
  if (bytes <= answerBytes) return;
  const message = `The response is longer than ${answerBytes} bytes. Lower limit, narrow the filters, or omit limit to stream the list.`;
  throw new AppError('INVALID_INPUT', message);
}

export const partCharacters = 64 * 1024;

/**
 * Appends pieces to a text, yields the text whenever it fills a chunk, and returns the rest. Yields to other requests
 * in between.
 */
export async function* joinedPieces(
  text: string,
  pieces: Iterable<string>,
  serveOthers: ReturnType<typeof createYield>,
): AsyncGenerator<string, string, void> {
  let joined = text;
  for (const piece of pieces) {
    joined += piece;
    await serveOthers();
    if (joined.length < partCharacters) continue;
    yield joined;
    joined = '';
  }
  return joined;
}

/**
 * Joins the pieces of a response, and refuses the response once it is too long. Yields to other requests in between.
 */
export async function shortText(pieces: Iterable<string> | AsyncIterable<string>): Promise<string> {
  const serveOthers = createYield();
  let text = '';
  let bytes = 0;
  for await (const piece of pieces) {
    text += piece;
    bytes += Buffer.byteLength(piece);
    requireShort(bytes);
    await serveOthers();
  }
  return text;
}

/** Joins the pieces of a document without a limit: a stored document is always returned. */
export async function joinedText(pieces: Iterable<string>): Promise<string> {
  const serveOthers = createYield();
  let text = '';
  for (const piece of pieces) {
    text += piece;
    await serveOthers();
  }
  return text;
}
