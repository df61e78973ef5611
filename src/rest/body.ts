import type { HonoRequest } from 'hono';
import { AppError } from '../domain/errors.ts';

export const largestBody = 2 * 1024 * 1024;
/** Far more than any input has; deeper bodies could only exhaust the stack of whoever walks through them. */
const deepestNesting = 64;

/** Reads a body of JSON, of any kind of value. */
export async function readJson(request: HonoRequest): Promise<unknown> {
  requireJson(request);
  const text = decode(await readBytes(request));
  if (isNestedTooDeep(text)) throw malformed(`The body is nested deeper than ${deepestNesting} levels.`);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw malformed(`The body is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const jsonType = /^(?:\*\/\*|application\/(?:json|[\w.!#$&^-]+\+json))\s*(?:;|$)/i;

function requireJson(request: HonoRequest): void {
  const type = request.header('content-type')?.trim();
  if (type && !jsonType.test(type)) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the body as Content-Type: application/json.');
  }
  const encoding = request.header('content-encoding')?.trim().toLowerCase();
  if (encoding && encoding !== 'identity') {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the body without Content-Encoding.');
  }
}

/** A body that tells its length is read at once; any other is counted while it comes. */
async function readBytes(request: HonoRequest): Promise<ArrayBuffer | Uint8Array> {
  const declared = request.header('content-length');
  if (declared === undefined) return request.raw.body ? readCounted(request.raw.body) : new Uint8Array();
  if (Number(declared) > largestBody) throw tooLarge();
  const bytes = await request.raw.arrayBuffer().catch(brokenOff);
  if (bytes.byteLength > largestBody) throw tooLarge();
  return bytes;
}

async function readCounted(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(brokenOff);
    if (done) return Buffer.concat(chunks, length);
    length += value.byteLength;
    if (length > largestBody) {
      reader.cancel().catch(() => {}); // The answer does not wait for a sender that may go on for ever.
      throw tooLarge();
    }
    chunks.push(value);
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decode(bytes: ArrayBuffer | Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw malformed('The body is not UTF-8.');
  }
}

const [quote, backslash] = [0x22, 0x5c];
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

function isNestedTooDeep(text: string): boolean {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isInText) {
      if (code === backslash) at++;
      else if (code === quote) isInText = false;
    } else if (code === quote) isInText = true;
    else if (code === openArray || code === openObject) {
      if (++depth > deepestNesting) return true;
    } else if (code === closeArray || code === closeObject) depth--;
  }
  return false;
}

const malformed = (message: string) => new AppError('MALFORMED_JSON', message);
const tooLarge = () => new AppError('BODY_TOO_LARGE', `A body may have at most ${largestBody} bytes.`);
/** The sender went away; nobody reads the answer, and nothing failed on our side. */
function brokenOff(): never {
  throw malformed('The body broke off.');
}
