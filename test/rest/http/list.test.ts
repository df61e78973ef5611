import { HonoRequest } from 'hono/request';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { ShownLater } from '../../../src/http/json-pieces.ts';
import type { PageRequest } from '../../../src/ports/stores/page-request.ts';
import { ownWork } from '../../../src/ports/work.ts';
import type { List } from '../../../src/rest/http/list.ts';
import { eachShown, listReply } from '../../../src/rest/http/list.ts';
import { csvForm } from '../../../src/rest/http/list-format.ts';
import type { RouteCall } from '../../../src/rest/http/route.ts';

type Row = { readonly serviceId: string; readonly internalTimestamps: { createdDate: Date; updatedDate: Date } };

const at = new Date('2026-07-01T00:00:00Z');
const rowOf = (index: number): Row => ({
  serviceId: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
  internalTimestamps: { createdDate: at, updatedDate: at },
});

/** A list with this many rows, which records its calls. */
function aList(length: number, fails: { readonly atPage?: number } = {}) {
  const asked: PageRequest[] = [];
  const rows = Array.from({ length }, (_, index) => rowOf(index));
  const list: List<Row> = {
    name: 'customers',
    pageSize: 3,
    async read(page) {
      asked.push(page);
      if (asked.length === fails.atPage) throw new Error('the store is gone');
      const start = page.after ? rows.findIndex((row) => row.serviceId === page.after?.serviceId) + 1 : 0;
      return rows.slice(start, start + page.limit);
    },
    render: async (shown) => shown.map((row) => Number(row.serviceId.slice(-12))),
  };
  return { list, asked };
}

function aCall(query = '', method = 'GET'): RouteCall {
  const request = new HonoRequest(new Request(`http://localhost/v1/things${query}`, { method }), '/v1/things');
  const session = { work: ownWork };
  return { request, requestId: 'r-1', session, deps: { log: pino({ level: 'silent' }) } } as unknown as RouteCall;
}

const textOf = async (body: string | ReadableStream | null) => new Response(body).text();

describe('a complete list', () => {
  it.each([
    [0, '[]', 1],
    [2, '[0,1]', 1],
    [3, '[0,1,2]', 2],
    [4, '[0,1,2,3]', 2],
    [7, '[0,1,2,3,4,5,6]', 3],
  ])('of %i rows is one array', async (length, text, pages) => {
    const { list, asked } = aList(length);
    const reply = await listReply(aCall(), {}, list);
    expect(await textOf(reply.body)).toBe(text);
    expect(asked).toHaveLength(pages);
  });

  it('reads a page only when the client is ready for it', async () => {
    const { list, asked } = aList(100);
    const { body } = await listReply(aCall(), {}, list);
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(asked).toHaveLength(1);
    await reader.read();
    expect(asked).toHaveLength(1);
    await reader.read();
    expect(asked).toHaveLength(2);
    await reader.cancel();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(asked).toHaveLength(2);
  });

  it('renders the long records of a page only when the client is ready for them', async () => {
    const { list } = aList(3);
    const long = 'x'.repeat(100_000);
    const shown: string[] = [];
    const render: typeof list.render = async (rows) =>
      eachShown(rows, ({ serviceId }) => {
        shown.push(serviceId);
        return long;
      });
    const { body } = await listReply(aCall(), {}, { ...list, render });
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    expect((await reader.read()).value).toHaveLength(100_003);
    expect(shown).toHaveLength(1);
    await reader.read();
    expect(shown).toHaveLength(2);
    await reader.cancel();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(shown).toHaveLength(2);
  });

  it.each([
    ['json', (texts: readonly string[]) => `[${texts.map((text) => `"${text}"`).join(',')}]`],
    ['jsonl', (texts: readonly string[]) => texts.map((text) => `"${text}"\n`).join('')],
    ['csv', (texts: readonly string[]) => ['text', ...texts].map((text) => `${text}\r\n`).join('')],
  ] as const)('is the same text in %s, however it is read and sent', async (format, expected) => {
    const { list } = aList(8);
    const textIn = ({ serviceId }: Row) => serviceId.slice(-12).repeat(2_500);
    const long: List<Row> = {
      ...list,
      async read(page) {
        const rows = (await list.read(page)) as readonly Row[];
        return { rows: rows.slice(0, 2), isCut: rows.length > 2 };
      },
      render: async (rows) => eachShown(rows, textIn),
      csv: csvForm([{ name: 'text', description: 'Text.', value: textIn }]),
    };
    const whole = expected(Array.from({ length: 8 }, (_, index) => textIn(rowOf(index))));
    const { body } = await listReply(aCall(), { format, escapeFormulas: false }, long);
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    const parts: Uint8Array[] = [];
    for (let next = await reader.read(); !next.done; next = await reader.read()) parts.push(next.value);
    expect(parts.length).toBeGreaterThan(3);
    expect(Buffer.concat(parts).toString() === whole).toBe(true);
    const page = await listReply(aCall('?limit=8'), { limit: 8, format, escapeFormulas: false }, long);
    expect(page.body === whole).toBe(true);
    expect(page.headers?.Link).toBeUndefined();
    const first = await listReply(aCall('?limit=6'), { limit: 6, format, escapeFormulas: false }, long);
    expect(first.headers?.Link).toContain('rel="next"');
  });

  it('throws errors that occur before the first byte', async () => {
    const { list } = aList(100, { atPage: 1 });
    await expect(listReply(aCall(), {}, list)).rejects.toThrow('the store is gone');
  });

  it('breaks off without the reason if a later page fails', async () => {
    const { list } = aList(100, { atPage: 3 });
    const { body } = await listReply(aCall(), {}, list);
    await expect(textOf(body)).rejects.toThrow('The list is incomplete.');
  });

  it('is not read for HEAD, which shows none of it', async () => {
    const { list, asked } = aList(100);
    expect((await listReply(aCall('', 'HEAD'), {}, list)).status).toBe(200);
    expect(asked).toHaveLength(0);
  });

  it('can begin after a cursor', async () => {
    const { list } = aList(7);
    const cursor = { createdAt: at, serviceId: rowOf(4).serviceId };
    expect(await textOf((await listReply(aCall(), { cursor }, list)).body)).toBe('[5,6]');
  });
});

describe('a page', () => {
  it('links to the next one, with the rest of the query unchanged', async () => {
    const { list } = aList(5);
    const reply = await listReply(aCall('?limit=2&source=9'), { limit: 2 }, list);
    expect(reply.body).toBe('[0,1]');
    expect(reply.headers?.Link).toMatch(/^<\/v1\/things\?limit=2&source=9&cursor=[\w-]+>; rel="next"$/);
  });

  it('is refused if its records are too long together, before all of them are rendered', async () => {
    let shown = 0;
    const render = async (rows: readonly Row[]) =>
      eachShown(rows, () => {
        shown += 1;
        return 'x'.repeat(3_000_000);
      });
    const page = listReply(aCall('?limit=200'), { limit: 200 }, { ...aList(200).list, render });
    await expect(page).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('24000000 bytes'),
    });
    expect(shown).toBe(8);
  });

  it('serves others while one long record is written', async () => {
    const showItem = (index: number) => {
      const start = performance.now();
      while (performance.now() - start < 0.2);
      return index;
    };
    const render = async (rows: readonly Row[]) => eachShown(rows, () => ({ items: new ShownLater(500, showItem) }));
    let turns = 0;
    const count = setInterval(() => turns++, 1);
    const reply = await listReply(aCall('?limit=1'), { limit: 1 }, { ...aList(1).list, render });
    clearInterval(count);
    expect(JSON.parse(String(reply.body))[0].items).toHaveLength(500);
    expect(turns).toBeGreaterThanOrEqual(5);
  });

  it('has no next link if it is the last', async () => {
    const reply = await listReply(aCall('?limit=5'), { limit: 5 }, aList(5).list);
    expect(reply.body).toBe('[0,1,2,3,4]');
    expect(reply.headers?.Link).toBeUndefined();
  });
});
