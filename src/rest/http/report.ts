import type { AppError } from '../../domain/base/errors.ts';
import { eachShown } from './list.ts';
import type { CsvForm, FormatQuery } from './list-format.ts';
import { framingOf, listTypes, wholeText } from './list-format.ts';
import type { Reply, RouteCall } from './route.ts';

/** A report that is held in memory: an object in JSON, in other formats a file of its rows. */
type Report<Row> = {
  /** The name of its file, without the extension. */
  readonly fileName: string;
  readonly rows: readonly Row[];
  readonly csv: CsvForm<Row>;
  json(): unknown;
  rowJson(row: Row): unknown;
  /** Why there is only the object. */
  readonly refusesFile?: AppError | undefined;
};

export async function reportReply<Row>(
  { request }: RouteCall,
  query: Partial<FormatQuery>,
  { fileName, rows, csv, json, rowJson, refusesFile }: Report<Row>,
): Promise<Reply> {
  const framing = framingOf(request, query, csv);
  if (framing.type === listTypes.json) return { status: 200, body: JSON.stringify(json()) };
  if (refusesFile) throw refusesFile;
  const disposition = `attachment; filename="${fileName}.${framing.extension}"`;
  return {
    status: 200,
    body: await wholeText(
      framing,
      framing.textsOf(rows, async (shown) => eachShown(shown, rowJson)),
    ),
    headers: { 'Content-Type': framing.type, 'Content-Disposition': disposition },
  };
}
