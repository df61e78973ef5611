import type { HonoRequest } from 'hono';
import { z } from 'zod';
import { byteOrderMark, type Cell, csvLine } from '../../files/csv/csv-text.ts';
import { jsonPieces } from '../../http/json-pieces.ts';
import { preferredType } from '../../http/media-type.ts';
import { booleanParameter } from './query.ts';

/** The formats of a list, in order of preference. */
export const listTypes = { json: 'application/json', jsonl: 'application/x-ndjson', csv: 'text/csv' } as const;
type ListFormat = keyof typeof listTypes;
const formats = Object.keys(listTypes).filter((name): name is ListFormat => Object.hasOwn(listTypes, name));

export const formatParameters = {
  format: z.enum(formats).optional().meta({
    description:
      'Format of the response; overrides the format in Accept. jsonl: one record per line. Default: json. Accept can request another default.',
  }),
  escapeFormulas: booleanParameter(true).meta({
    description:
      'CSV only: whether to prefix an apostrophe to cells that a spreadsheet would evaluate as formulas. Default: true.',
  }),
  bom: booleanParameter(false).meta({
    description:
      'CSV only: whether to begin the file with a byte order mark, which Excel on Windows needs to detect UTF-8. Default: false.',
  }),
};

export type FormatQuery = z.output<z.ZodObject<typeof formatParameters>>;

/** A column of the CSV form; `Line` is the type of data in one line of the file. */
export type CsvColumn<Line> = {
  readonly name: string;
  readonly description: string;
  value(line: Line): Cell;
};

/** Turns the records of a page into CSV lines, in most cases one line per record. */
export type CsvForm<Row> = {
  readonly columns: readonly { readonly name: string; readonly description: string }[];
  cellsOf(rows: readonly Row[]): AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>;
};

export function csvForm<Row>(columns: readonly CsvColumn<Row>[]): CsvForm<Row> {
  return {
    columns,
    *cellsOf(rows) {
      for (const row of rows) yield columns.map((column) => column.value(row));
    },
  };
}

/** The text format of a list: the text around and between the records, and the text of each record. */
export type Framing<Row> = {
  readonly type: string;
  readonly extension: ListFormat;
  readonly opening: string;
  readonly separator: string;
  readonly closing: string;
  /** The text of each record, in chunks if it is long. */
  textsOf(rows: readonly Row[], render: Render<Row>): AsyncIterable<Iterable<string>>;
};

/** Renders the JSON values of a page's rows. */
type Render<Row> = (rows: readonly Row[]) => Promise<Iterable<unknown>>;

/** Records as text, including the text around and between them. */
export async function* framed(
  { opening, separator, closing }: Pick<Framing<never>, 'opening' | 'separator' | 'closing'>,
  records: AsyncIterable<Iterable<string>>,
): AsyncGenerator<string, void, void> {
  let lead = opening;
  for await (const pieces of records) {
    yield lead;
    yield* pieces;
    lead = separator;
  }
  yield (lead === opening ? opening : '') + closing;
}

const jsonFraming = { type: listTypes.json, extension: 'json', opening: '[', separator: ',', closing: ']' } as const;
const jsonlFraming = { type: listTypes.jsonl, extension: 'jsonl', opening: '', separator: '', closing: '' } as const;

/** The query parameter takes precedence over Accept. Lists without a CSV form are always JSON. */
export function framingOf<Row>(
  request: HonoRequest,
  { format: asked, escapeFormulas = true, bom = false }: Partial<FormatQuery>,
  csv: CsvForm<Row> | undefined,
): Framing<Row> {
  const format = asked ?? (csv ? acceptedFormat(request) : 'json');
  if (format === 'csv' && csv) return csvFraming(csv, { isForSpreadsheet: escapeFormulas, hasMark: bom });
  if (format === 'jsonl') return { ...jsonlFraming, textsOf: jsonTexts('\n') };
  return { ...jsonFraming, textsOf: jsonTexts('') };
}

function acceptedFormat(request: HonoRequest): ListFormat {
  const type = preferredType(request.header('accept'), Object.values(listTypes));
  return formats.find((format) => listTypes[format] === type) ?? 'json';
}

/**
 * Renders one value at a time, because a whole rendered page would outlive the garbage collector's young generation.
 */
function jsonTexts(end: string) {
  return async function* <Row>(
    rows: readonly Row[],
    render: Render<Row>,
  ): AsyncGenerator<Iterable<string>, void, void> {
    for (const value of await render(rows)) yield ended(jsonPieces(value), end);
  };
}

function* ended(pieces: Iterable<string>, end: string): Generator<string, void> {
  yield* pieces;
  yield end;
}

function csvFraming<Row>(
  { columns, cellsOf }: CsvForm<Row>,
  { isForSpreadsheet, hasMark }: { readonly isForSpreadsheet: boolean; readonly hasMark: boolean },
): Framing<Row> {
  const style = { isForSpreadsheet };
  const names = columns.map(({ name }) => name);
  return {
    type: `${listTypes.csv}; charset=utf-8; header=present`,
    extension: 'csv',
    opening: (hasMark ? byteOrderMark : '') + csvLine(names, style),
    separator: '',
    closing: '',
    async *textsOf(rows) {
      for await (const cells of cellsOf(rows)) yield [csvLine(cells, style)];
    },
  };
}
