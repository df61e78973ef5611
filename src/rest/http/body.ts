import type { HonoRequest } from 'hono';
import { AppError } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { mediaTypeOf, requireUtf8 } from '../../http/media-type.ts';
import { sentInTime } from '../../http/slow-senders.ts';
import { inLaterTurn } from '../../usecases/writing/yield-to-event-loop.ts';
import { parseJson, parseJsonOfDocument, parseJsonOfLists } from './bounded-json.ts';

export const { rest: largestBody, document: largestDocument } = gatewayLimits.bodyBytes;

/** Reads a JSON body that may contain any value. */
export function readJson(request: HonoRequest, mostBytes = largestBody): Promise<unknown> {
  return parsed(request, mostBytes, parseJson);
}

/**
 * Reads a long JSON body: a list, or an object that contains lists. Each list entry may be as large as an ordinary
 * body.
 */
export function readJsonOfLists(request: HonoRequest, mostBytes: number): Promise<unknown> {
  return parsed(request, mostBytes, parseJsonOfLists);
}

/** In characters. Shorter documents are parsed as a whole, within the limits of an ordinary body. */
const longestParsedWhole = 400_000;

/**
 * Reads a document. Documents can be long, because the response to a GET can be sent back. The items of a long document
 * are parsed one by one.
 */
export function readJsonOfDocument(request: HonoRequest): Promise<unknown> {
  return parsed(request, largestDocument, (text) =>
    text.length > longestParsedWhole ? parseJsonOfDocument(text) : parseJson(text),
  );
}

const values = new WeakMap<HonoRequest, unknown>();

/** The parsed body; undefined before it is read, and for bodies that are not JSON. */
export const readValue = (request: HonoRequest): unknown => values.get(request);

/** Replaces the parsed body for the route, which then reads this value. */
export function replaceValue(request: HonoRequest, value: unknown): void {
  values.set(request, value);
}

async function parsed(request: HonoRequest, mostBytes: number, parse: (text: string) => unknown): Promise<unknown> {
  if (values.has(request)) return values.get(request);
  const value = await parse(await readText(request, mostBytes));
  values.set(request, value);
  return value;
}

async function readText(request: HonoRequest, mostBytes: number): Promise<string> {
  requireJson(request);
  const bytes = await readBody(request, mostBytes);
  if (bytes.byteLength > longBytes) await new Promise<void>(inLaterTurn);
  try {
    return utf8.decode(bytes);
  } catch {
    throw malformed('The body is not UTF-8.');
  }
}

/** A JSON Patch (RFC 6902) is a list of operations, not the record. */
const jsonType = /^(?:\*\/\*|application\/(?:json|(?!json-patch\+)[\w.!#$&^-]+\+json))$/;

function requireJson(request: HonoRequest): void {
  const type = mediaTypeOf(request.header('content-type'));
  if (type !== '' && !jsonType.test(type)) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the body as Content-Type: application/json.');
  }
  requireUtf8(request.header('content-type'));
  const encoding = request.header('content-encoding')?.trim().toLowerCase();
  if (encoding && encoding !== 'identity') {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the body without Content-Encoding.');
  }
}

/** Longer bodies are assembled as they arrive and decoded in a separate turn of the event loop. */
const longBytes = 1024 * 1024;

type Bytes = ArrayBuffer | Uint8Array;
const bodies = new WeakMap<HonoRequest, Promise<Bytes>>();
const anonymous = new WeakSet<HonoRequest>();

/** For requests without a token, whose body must arrive quickly. */
export function expectSoon(request: HonoRequest): void {
  anonymous.add(request);
}

/** The raw body, which can be read more than once. */
export function readBody(request: HonoRequest, mostBytes: number): Promise<Bytes> {
  const known = bodies.get(request);
  if (known) return known;
  const reading = readBytes(request, mostBytes);
  const bytes = anonymous.has(request) ? sentInTime(reading) : reading;
  bodies.set(request, bytes);
  return bytes;
}

/** Frees the memory of a long body once it is parsed. */
export function releaseBody(request: HonoRequest): void {
  bodies.delete(request);
}

/** Reads a short body with a declared length at once, and counts the bytes of any other body as they arrive. */
async function readBytes(request: HonoRequest, mostBytes: number): Promise<Bytes> {
  const declared = request.header('content-length');
  if (declared === undefined) return request.raw.body ? readCounted(request.raw.body, mostBytes) : new Uint8Array();
  const length = Number(declared);
  if (length > mostBytes) throw tooLarge(mostBytes);
  if (length > longBytes && request.raw.body) return readLong(request.raw.body, length);
  const bytes = await request.raw.arrayBuffer().catch(brokenOff);
  if (bytes.byteLength > mostBytes) throw tooLarge(mostBytes);
  return bytes;
}

/** Copying the chunks at the end would take too long and use twice the memory. */
async function readLong(body: ReadableStream<Uint8Array>, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  const reader = body.getReader();
  for (let at = 0; ; ) {
    const { done, value } = await reader.read().catch(brokenOff);
    if (done) return at === length ? bytes : brokenOff();
    if (at + value.byteLength > length) return brokenOff();
    bytes.set(value, at);
    at += value.byteLength;
  }
}

async function readCounted(body: ReadableStream<Uint8Array>, mostBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(brokenOff);
    if (done) return Buffer.concat(chunks, length);
    length += value.byteLength;
    if (length > mostBytes) {
      reader.cancel().catch(() => {}); // The response does not wait for a sender that may never finish.
      throw tooLarge(mostBytes);
    }
    chunks.push(value);
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

const malformed = (message: string) => new AppError('MALFORMED_JSON', message);
const tooLarge = (mostBytes: number) => new AppError('BODY_TOO_LARGE', `The body may have at most ${mostBytes} bytes.`);
/** The sender disconnected; the gateway did not fail. */
function brokenOff(): never {
  throw malformed('The body is incomplete.');
}

type Limits = { readonly bodyBytes: number; readonly fileBytes: number };

/** The rest of the body is left unread: cancelling would close the connection before the response is sent. */
export function streamedBody(request: HonoRequest, { bodyBytes, fileBytes }: Limits): AsyncIterable<Uint8Array> {
  if (Number(request.header('content-length') ?? 0) > bodyBytes) {
    throw new AppError('BODY_TOO_LARGE', `A file may have at most ${fileBytes} bytes.`);
  }
  return (request.raw.body ?? new Blob().stream()).values({ preventCancel: true });
}

export function requireUncoded(request: HonoRequest): void {
  const encoding = request.header('content-encoding')?.trim().toLowerCase();
  if (!encoding || encoding === 'identity') return;
  throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the body without Content-Encoding.');
}

/** Whether the body is a form that can contain files. */
export function isMultipart(request: HonoRequest): boolean {
  return mediaTypeOf(request.header('content-type')) === 'multipart/form-data';
}
