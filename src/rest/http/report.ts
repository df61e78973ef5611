import type { AppError } from '../../domain/base/errors.ts';
import { jsonPieces } from '../../http/json-pieces.ts';
import { eachShown } from './list.ts';
import type { CsvForm, FormatQuery } from './list-format.ts';
import { framed, framingOf, listTypes } from './list-format.ts';
import { shortText } from './long-text.ts';
import type { Reply, RouteCall } from './route.ts';

/** A report held in memory: an object in JSON, or a file of its rows in other formats. */
type Report<Row> = {
  /** File name without extension. */
  readonly fileName: string;
  readonly rows: readonly Row[];
  readonly csv: CsvForm<Row>;
  json(): unknown;
  rowJson(row: Row): unknown;
  /** The error for formats other than JSON, if only the object form is available. */
  readonly refusesFile?: AppError | undefined;
};

export async function reportReply<Row>(
  { request }: RouteCall,
  query: Partial<FormatQuery>,
  { fileName, rows, csv, json, rowJson, refusesFile }: Report<Row>,
): Promise<Reply> {
  const framing = framingOf(request, query, csv);
  if (framing.type === listTypes.json) return { status: 200, body: await shortText(jsonPieces(json())) };
  if (refusesFile) throw refusesFile;
  const disposition = `attachment; filename="${fileName}.${framing.extension}"`;
  const texts = framing.textsOf(rows, async (shown) => eachShown(shown, rowJson));
  return {
    status: 200,
    body: await shortText(framed(framing, texts)),
    headers: { 'Content-Type': framing.type, 'Content-Disposition': disposition },
  };
}
