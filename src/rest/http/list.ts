import type { InternalTimestamps } from '../../domain/base/timestamps.ts';
import { workCosts } from '../../domain/base/work-costs.ts';
import { encodeNewestFirstCursor, type Position } from '../../domain/lists/cursor.ts';
import type { PartOfPage } from '../../ports/stores/page-request.ts';
import { createYield } from '../../usecases/writing/yield-to-event-loop.ts';
import { type CsvForm, type FormatQuery, type Framing, framed, framingOf, listTypes } from './list-format.ts';
import { joinedPieces, shortText } from './long-text.ts';
import { prefers } from './preferences.ts';
import { queryOf } from './query.ts';
import type { Reply, RouteCall } from './route.ts';

export type Listed = { readonly serviceId: string; readonly internalTimestamps: InternalTimestamps };

/** A page: at most `limit` rows after the position, or from the first row if the position is null. */
type PageAfter<Place> = { readonly limit: number; readonly after: Place | null };

/**
 * Functions that read and render a list. `render` receives the rows of a page together, to load related records in one
 * query, but renders them one at a time: a whole rendered page would outlive the garbage collector's young generation.
 */
export type List<Row, Place = Position> = {
  readonly name: string;
  readonly pageSize: number;
  /** Reads the rows of a page, or only the first rows if they are long. */
  read(page: PageAfter<Place>): Promise<readonly Row[] | PartOfPage<Row>>;
  render(rows: readonly Row[]): Promise<Iterable<unknown>>;
  /** Total number of records; absent for lists that are not counted. */
  count?(): Promise<number>;
  /** The CSV form; absent for lists that are JSON only. */
  readonly csv?: CsvForm<Row>;
  /** A custom format. Default: one of the common list formats. */
  readonly framing?: Framing<Row> | undefined;
  /** File name without extension. Default: the name of the list. */
  readonly fileName?: string;
};

/** A list with its own order, which defines the position of a row and its cursor. */
type OrderedList<Row, Place> = List<Row, Place> & ListPosition<Row, Place>;

export type ListPosition<Row, Place> = {
  positionOf(row: Row): Place;
  cursorOf(position: Place): string;
};

const jsonType = listTypes.json;

/** Reads the pages of a list in memory, sorted by position. The row at the cursor may no longer be in the list. */
export function pagesOf<Row>(rows: readonly Row[], positionOf: (row: Row) => string): List<Row, string>['read'] {
  return async ({ limit, after }) => {
    const start = after === null ? 0 : rows.findIndex((row) => positionOf(row) > after);
    return start < 0 ? [] : rows.slice(start, start + limit);
  };
}

export type PageQuery<Place> = { readonly limit?: number; readonly cursor?: Place } & Partial<FormatQuery>;

/** A list of records, newest first. */
export function listReply<Row extends Listed>(
  call: RouteCall,
  query: PageQuery<Position>,
  list: List<Row>,
): Promise<Reply> {
  const cursorOf = (position: Position) => encodeNewestFirstCursor(list.name, position);
  return orderedListReply(call, query, { ...list, positionOf, cursorOf });
}

/** If `limit` was sent, one page with a link to the next page; otherwise the whole list. */
export async function orderedListReply<Row, Place>(
  call: RouteCall,
  query: PageQuery<Place>,
  list: OrderedList<Row, Place>,
): Promise<Reply> {
  const { limit, cursor = null } = query;
  const framing = list.framing ?? framingOf(call.request, query, list.csv);
  const headers = {
    ...(framing.type === jsonType ? undefined : fileHeaders(framing, list.fileName ?? list.name)),
    ...(await countHeaders(call, list)),
  };
  // A HEAD of the whole list reads no rows.
  if (limit === undefined && call.request.method === 'HEAD') return { status: 200, body: '[]', headers };
  const formed = { list, framing };
  const reply = await (limit === undefined
    ? wholeList(call, formed, cursor)
    : onePage(call, formed, { limit, after: cursor }));
  return { ...reply, headers: { ...headers, ...reply.headers } };
}

async function countHeaders<Row>(
  { request }: RouteCall,
  { count }: Pick<List<Row>, 'count'>,
): Promise<Reply['headers']> {
  if (!count || !prefers(request, 'count', 'exact')) return undefined;
  return { 'X-Total-Count': String(await count()) };
}

function fileHeaders(
  { type, extension }: Pick<Framing<unknown>, 'type' | 'extension'>,
  name: string,
): Reply['headers'] {
  return { 'Content-Type': type, 'Content-Disposition': `attachment; filename="${name}.${extension}"` };
}

type Formed<Row, Place> = { readonly list: OrderedList<Row, Place>; readonly framing: Framing<Row> };

async function onePage<Row, Place>(
  call: RouteCall,
  formed: Formed<Row, Place>,
  page: PageAfter<Place>,
): Promise<Reply> {
  const { list, framing } = formed;
  let next: Row | undefined;
  const texts = textsOfPage(formed, page, (last) => {
    next = last;
  });
  const body = await shortText(framed(framing, texts));
  const headers = next && { Link: nextLink(call, list.cursorOf(list.positionOf(next))) };
  return { status: 200, body, headers };
}

/** The records of a page; `onMore` receives the last record if more records follow. */
async function* textsOfPage<Row, Place>(
  { list, framing }: Formed<Row, Place>,
  { limit, after: start }: PageAfter<Place>,
  onMore: (last: Row | undefined) => void,
): AsyncGenerator<Iterable<string>, void, void> {
  let [after, left] = [start, limit];
  let last: Row | undefined;
  for (;;) {
    // One extra row shows whether there is a next page.
    const { rows, isCut } = partOf(await list.read({ limit: left + 1, after }));
    const own = rows.slice(0, left);
    yield* framing.textsOf(own, list.render);
    left -= own.length;
    last = own.at(-1) ?? last;
    if (rows.length > own.length) return onMore(last);
    if (!isCut || !last) return;
    after = list.positionOf(last);
  }
}

const partOf = <Row>(read: readonly Row[] | PartOfPage<Row>): PartOfPage<Row> =>
  'rows' in read ? read : { rows: read, isCut: false };

function nextLink({ request }: RouteCall, cursor: string): string {
  const query = queryOf(request.url);
  query.set('cursor', cursor);
  return `<${request.path}?${query}>; rel="next"`;
}

/** Reads page after page at the client's pace, so that a list of any length needs the memory of only one page. */
async function wholeList<Row, Place>(call: RouteCall, formed: Formed<Row, Place>, after: Place | null): Promise<Reply> {
  const pages = partsOfPages(formed, after);
  const first = await pages.next(); // A failure up to this point can still be answered with a problem response.
  return { status: 200, body: first.done ? first.value : streamedReply(call, first.value, pages) };
}

/**
 * The reply for an object that contains a list, when the records are in memory but their text is long; `head` contains
 * the other members. Yields to other requests while writing.
 */
export async function longListReply(
  call: RouteCall,
  head: Readonly<Record<string, unknown>>,
  [name, shown]: readonly [name: string, shown: Iterable<unknown>],
): Promise<Reply> {
  const opening = `${JSON.stringify(head).slice(0, -1)},${JSON.stringify(name)}:[`;
  const parts = partsOf(opening, shown);
  const first = await parts.next();
  return { status: 200, body: first.done ? first.value : streamedReply(call, first.value, parts) };
}

async function* partsOf(opening: string, shown: Iterable<unknown>): AsyncGenerator<string, string, void> {
  const last = yield* joinedPieces(opening, separated(shown), createYield(true));
  return `${last}]}`;
}

function* separated(shown: Iterable<unknown>): Generator<string, void> {
  let separator = '';
  for (const record of shown) {
    yield separator + JSON.stringify(record);
    separator = ',';
  }
}

/**
 * The text of a list in chunks: a page, or the next records of a long page. The last chunk is returned, not yielded.
 * Yields to other requests between records.
 */
async function* partsOfPages<Row, Place>(
  { list, framing }: Formed<Row, Place>,
  start: Place | null,
): AsyncGenerator<string, string, void> {
  const serveOthers = createYield();
  let after = start;
  let text = framing.opening;
  let separator = '';
  for (;;) {
    const { rows, isCut } = partOf(await list.read({ limit: list.pageSize, after }));
    for await (const pieces of framing.textsOf(rows, list.render)) {
      text = yield* joinedPieces(text + separator, pieces, serveOthers);
      separator = framing.separator;
    }
    if (!isCut && rows.length < list.pageSize) return text + framing.closing;
    if (text !== '') yield text; // The documents on a page may have no tax lines.
    text = '';
    after = list.positionOf(rows.at(-1)!);
  }
}

/** Renders rows one at a time. */
export function* eachShown<Row>(rows: Iterable<Row>, show: (row: Row) => unknown): Generator<unknown> {
  for (const row of rows) yield show(row);
}

const encoder = new TextEncoder();

/**
 * Streams `first`, then the chunks that `pages` yields and the last chunk that `pages` returns. Cancelling the stream
 * stops the work. Each chunk is charged when it is written.
 */
export function streamedReply(
  { deps, requestId, session: { work } }: RouteCall,
  first: string,
  pages: AsyncGenerator<string, string, void>,
): ReadableStream<Uint8Array> {
  let isStarted = false;
  let isGone = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const part = isStarted ? await pages.next() : { done: false, value: first };
          isStarted = true;
          if (isGone) return; // The consumer disconnected while the page was being read.
          work.add(workCosts.answerByte * part.value.length);
          controller.enqueue(encoder.encode(part.value));
          if (part.done) controller.close();
        } catch (error) {
          deps.log.error({ err: error, requestId }, 'a list response was cut off');
          // Closing the connection shows the client that the array is incomplete.
          controller.error(new Error('The list is incomplete.'));
        }
      },
      async cancel() {
        isGone = true;
        await pages.return('');
      },
    },
    { highWaterMark: 0 }, // No page is read before the stream is ready to send it.
  );
}

function positionOf({ serviceId, internalTimestamps }: Listed): Position {
  return { createdAt: internalTimestamps.createdDate, serviceId };
}
