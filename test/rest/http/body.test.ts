import fc from 'fast-check';
import { HonoRequest } from 'hono/request';
import { describe, expect, it, vi } from 'vitest';
import { AppError } from '../../../src/domain/base/errors.ts';
import { readSent, SentJson } from '../../../src/domain/base/sent-json.ts';
import { largestBody, readJson, readJsonOfLists } from '../../../src/rest/http/body.ts';

type Sent = {
  readonly body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
  readonly headers?: Record<string, string>;
};

function requestOf({ body, headers = {} }: Sent): HonoRequest {
  const isStream = body instanceof ReadableStream;
  const init = { method: 'PUT', body, headers, ...(isStream && { duplex: 'half' as const }) };
  return new HonoRequest(new Request('http://localhost/', init));
}

const read = (sent: Sent): Promise<unknown> => readJson(requestOf(sent));
const readList = (sent: Sent): Promise<unknown> => readJsonOfLists(requestOf(sent), 32 * 1024 * 1024);

async function codeOf(sent: Sent, reader = read): Promise<string> {
  const error = await reader(sent).catch((thrown: unknown) => thrown);
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
    'application/json; charset="utf8"',
    'application/json; charset=us-ascii',
    'application/merge-patch+json',
    'application/vnd.example.v1+json',
    '*/*',
  ])('is read as %s', async (type) => {
    expect(await read({ body: bytes('{"a":1}'), headers: { 'Content-Type': type } })).toEqual({ a: 1 });
  });

  it('is read without a media type, and in chunks of unknown length', async () => {
    expect(await read({ body: bytes('[1]') })).toEqual([1]);
    expect(await read({ body: inParts('{"name":"Caf', 'é"}') })).toEqual({ name: 'Café' });
  });

  it('is joined where a character is split', async () => {
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
  it.each(['', ' ', '{', '{"a":}', "{'a':1}", '{"a":1}x', 'NaN', 'undefined'])('is the code for %j', async (text) => {
    expect(await codeOf({ body: bytes(text) })).toBe('MALFORMED_JSON');
  });

  it('is read whole if it is long, and refused if it is shorter or longer than it says, or not UTF-8', async () => {
    const text = 'é€😀'.repeat(300_000);
    const body = bytes(JSON.stringify([text]));
    const length = (bytes: number) => ({ 'Content-Length': String(bytes) });
    expect(await readList({ body, headers: length(body.length) })).toEqual([text]);
    for (const wrong of [body.length - 1, body.length + 1]) {
      expect(await codeOf({ body, headers: length(wrong) }, readList)).toBe('MALFORMED_JSON');
    }
    body[body.length - 4] = 0x41;
    expect(await codeOf({ body, headers: length(body.length) }, readList)).toBe('MALFORMED_JSON');
  });

  it('is the code for an empty, a truncated or a non-UTF-8 body', async () => {
    expect(await codeOf({ body: null })).toBe('MALFORMED_JSON');
    expect(await codeOf({ body: Uint8Array.of(0x22, 0xff, 0x22) })).toBe('MALFORMED_JSON');
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) });
    expect(await codeOf({ body })).toBe('MALFORMED_JSON');
  });

  it.each(['[}', '{]', '[{}{}]', '[{},]', '[[}]', '{"a":[{"b":1],"c":2}}', '[[1]', '[1]{}', '{"a":[{}]'])(
    'is the code of %s as a list',
    async (text) => expect(await codeOf({ body: bytes(text) }, readList)).toBe('MALFORMED_JSON'),
  );
});

describe('the bounds of a body', () => {
  const messageOf = async (text: string, reader = read) => {
    const error = await reader({ body: bytes(text) }).catch((thrown: unknown) => thrown);
    return error instanceof AppError ? `${error.code} ${error.issues[0]?.code}: ${error.message}` : 'none';
  };

  it.each<[string, string, string]>([
    ['brackets', '['.repeat(500_000), 'nested at most 30 levels deep'],
    ['members within members', `${'{"a":'.repeat(31)}1${'}'.repeat(31)}`, 'nested at most 30 levels deep'],
    ['200,000 items', `{"items":[${Array(200_000).fill('{}').join()}]}`, 'at most 2000 entries'],
    [
      'many short lists',
      `[${Array(1_000)
        .fill(`[${Array(101).fill('0').join()}]`)
        .join()}]`,
      'at most 100000 values',
    ],
    ['a number of 100,000 digits', `{"items":[${'9'.repeat(100_000)}]}`, 'A number in the body may have at most 400'],
  ])('reject %s before it is parsed', async (_what, text, message) => {
    const parse = vi.spyOn(JSON, 'parse');
    try {
      expect(await messageOf(text)).toMatch(/^INVALID_INPUT TOO_LARGE: /);
      expect(await messageOf(text)).toContain(message);
      expect(parse).not.toHaveBeenCalled();
    } finally {
      parse.mockRestore();
    }
  });

  it('apply to each entry of a long list', async () => {
    const large = `[${Array(1_500).fill('[1,2,3]').join()}]`;
    expect(await messageOf(`[${Array(3).fill(large).join()}]`, readList)).toBe('none');
    expect(await messageOf(`[${large},${'['.repeat(31)}${']'.repeat(31)}]`, readList)).toContain('30 levels deep');
    expect(await messageOf(`{"transactions":[${Array(2_001).fill('{}').join()}]}`, readList)).toContain('2000 entries');
    expect(await messageOf(`[{"a":"${'x'.repeat(2_097_152)}"}]`, readList)).toContain('BODY_TOO_LARGE');
    expect(await messageOf('['.repeat(1_000_000), readList)).toContain('30 levels deep');
    expect(await messageOf(`{"x":${'['.repeat(1_000_000)}`, readList)).toContain('30 levels deep');
  });

  it('do not count characters inside strings', async () => {
    expect(await read({ body: bytes(`"\\"${'['.repeat(100)}"`) })).toBe(`"${'['.repeat(100)}`);
    expect(await read({ body: bytes(`[${'[],'.repeat(100)}[]]`) })).toHaveLength(101);
  });
});

describe('a list that is parsed entry by entry', () => {
  it('equals the list parsed at once', async () => {
    const nested = fc.oneof(
      fc.jsonValue(),
      fc.array(fc.jsonValue()),
      fc.dictionary(fc.string(), fc.array(fc.jsonValue())),
    );
    await fc.assert(
      fc.asyncProperty(nested, fc.nat(3), async (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(await readList({ body: bytes(text) })).toEqual(JSON.parse(text));
      }),
    );
  });

  it('is kept as text if it is long, and each entry is parsed when it is read', async () => {
    const entries = Array.from({ length: 3 }, (_, index) => ({ index, name: 'é'.repeat(1_000_000) }));
    const list = (await readList({ body: bytes(JSON.stringify({ transactions: [...entries, 7] })) })) as {
      transactions: unknown[];
    };
    expect(list.transactions[0]).toBeInstanceOf(SentJson);
    expect(list.transactions.map(readSent)).toEqual([...entries, 7]);
    const broken = JSON.stringify(entries).replace('"index":2', '"index":');
    expect(await codeOf({ body: bytes(broken) }, readList)).toBe('MALFORMED_JSON');
  });

  it('keeps the last of duplicate members, and never sets a prototype', async () => {
    const text = '{"a":[{"x":1}],"a":[{"x":2}],"__proto__":[{"polluted":1}]}';
    const value = await readList({ body: bytes(text) });
    expect(JSON.stringify(value)).toBe('{"a":[{"x":2}],"__proto__":[{"polluted":1}]}');
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it('yields to other work between entries', async () => {
    const entry = JSON.stringify({ items: Array(300).fill({ name: 'x'.repeat(40), taxCode: 'C1S1', unitPrice: 1 }) });
    let turns = 0;
    const turn = setInterval(() => turns++, 0);
    await readList({ body: bytes(`{"transactions":[${Array(1_200).fill(entry).join()}]}`) });
    clearInterval(turn);
    expect(turns).toBeGreaterThan(4);
  });
});

describe('UNSUPPORTED_MEDIA_TYPE', () => {
  it.each([
    'text/plain',
    'application/xml',
    'application/jsonp',
    'multipart/form-data; boundary=x',
    'json',
    'application/json-patch+json',
    'application/json; charset=utf-16',
    'application/json;profile=x; Charset = "UTF-16LE"',
    'application/json; charset=iso-8859-1',
  ])('is the code of %s', async (type) => {
    expect(await codeOf({ body: bytes('{}'), headers: { 'Content-Type': type } })).toBe('UNSUPPORTED_MEDIA_TYPE');
  });

  it('is the code for a compressed body', async () => {
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

  it('does not trust the declared length', async () => {
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
