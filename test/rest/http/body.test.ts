import { HonoRequest } from 'hono/request';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src/domain/base/errors.ts';
import { largestBody, readJson } from '../../../src/rest/http/body.ts';

type Sent = {
  readonly body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
  readonly headers?: Record<string, string>;
};

function read({ body, headers = {} }: Sent): Promise<unknown> {
  const isStream = body instanceof ReadableStream;
  const init = { method: 'PUT', body, headers, ...(isStream && { duplex: 'half' as const }) };
  return readJson(new HonoRequest(new Request('http://localhost/', init)));
}

async function codeOf(sent: Sent): Promise<string> {
  const error = await read(sent).catch((thrown: unknown) => thrown);
  return error instanceof AppError ? error.code : 'none';
}

function inParts(...parts: readonly string[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const left = [...parts];
  return new ReadableStream({
    pull: (controller) => (left.length > 0 ? controller.enqueue(encoder.encode(left.shift())) : controller.close()),
  });
}

const bytes = (text: string) => new TextEncoder().encode(text);

describe('a JSON body', () => {
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON ;charset=UTF-8',
    'application/merge-patch+json',
    'application/vnd.example.v1+json',
    '*/*',
  ])('is read as %s', async (type) => {
    expect(await read({ body: bytes('{"a":1}'), headers: { 'Content-Type': type } })).toEqual({ a: 1 });
  });

  it('is read without a type, and in parts of unknown length', async () => {
    expect(await read({ body: bytes('[1]') })).toEqual([1]);
    expect(await read({ body: inParts('{"name":"Caf', 'é"}') })).toEqual({ name: 'Café' });
  });

  it('is put together where a character is cut in two', async () => {
    const [head, tail] = [bytes('"é"').slice(0, 2), bytes('"é"').slice(2)];
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(head);
        controller.enqueue(tail);
        controller.close();
      },
    });
    expect(await read({ body })).toBe('é');
  });

  it('may begin with a byte order mark', async () => {
    expect(await read({ body: bytes('\uFEFF{}') })).toEqual({});
  });
});

describe('MALFORMED_JSON', () => {
  it.each(['', ' ', '{', '{"a":}', "{'a':1}", '{"a":1}x', 'NaN', 'undefined'])('is the code of %j', async (text) => {
    expect(await codeOf({ body: bytes(text) })).toBe('MALFORMED_JSON');
  });

  it('is the code of no body, of bytes that are not UTF-8, and of one that breaks off', async () => {
    expect(await codeOf({ body: null })).toBe('MALFORMED_JSON');
    expect(await codeOf({ body: Uint8Array.of(0x22, 0xff, 0x22) })).toBe('MALFORMED_JSON');
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) });
    expect(await codeOf({ body })).toBe('MALFORMED_JSON');
  });

  it('is the code of hostile nesting, but brackets in text are no nesting', async () => {
    expect(await codeOf({ body: bytes('['.repeat(500_000)) })).toBe('MALFORMED_JSON');
    expect(await codeOf({ body: bytes(`${'{"a":'.repeat(65)}1${'}'.repeat(65)}`) })).toBe('MALFORMED_JSON');
    expect(await read({ body: bytes(`"\\"${'['.repeat(100)}"`) })).toBe(`"${'['.repeat(100)}`);
    expect(await read({ body: bytes(`[${'[],'.repeat(100)}[]]`) })).toHaveLength(101);
  });
});

describe('UNSUPPORTED_MEDIA_TYPE', () => {
  it.each(['text/plain', 'application/xml', 'application/jsonp', 'multipart/form-data; boundary=x', 'json'])(
    'is the code of %s',
    async (type) => {
      expect(await codeOf({ body: bytes('{}'), headers: { 'Content-Type': type } })).toBe('UNSUPPORTED_MEDIA_TYPE');
    },
  );

  it('is the code of a compressed body', async () => {
    expect(await codeOf({ body: bytes('{}'), headers: { 'Content-Encoding': 'gzip' } })).toBe('UNSUPPORTED_MEDIA_TYPE');
  });
});

describe('BODY_TOO_LARGE', () => {
  const text = (length: number) => `"${'a'.repeat(length - 2)}"`;

  it('is the code from one byte above 2 MB', async () => {
    expect(largestBody).toBe(2_097_152);
    expect(await read({ body: bytes(text(2_097_152)) })).toHaveLength(2_097_150);
    expect(await codeOf({ body: bytes(text(2_097_153)) })).toBe('BODY_TOO_LARGE');
  });

  it('does not trust a length that is told', async () => {
    expect(await codeOf({ body: bytes(text(2_097_153)), headers: { 'Content-Length': '10' } })).toBe('BODY_TOO_LARGE');
    expect(await codeOf({ body: bytes('{}'), headers: { 'Content-Length': '2097153' } })).toBe('BODY_TOO_LARGE');
  });

  it('stops reading a stream of unknown length', async () => {
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536));
      },
    });
    expect(await codeOf({ body })).toBe('BODY_TOO_LARGE');
    expect(sent).toBeLessThan(3_000_000);
  });
});
