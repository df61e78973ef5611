import type { HonoRequest } from 'hono';
import { jsonPieces } from '../../http/json-pieces.ts';
import { afterPartOf } from '../../usecases/writing/yield-to-event-loop.ts';
import { recordAddresses } from '../http/addresses.ts';
import { isKnown } from '../http/conditions.ts';
import { joinedText } from '../http/long-text.ts';
import type { Reply } from '../http/route.ts';
import { exampleIds } from '../openapi/example-data.ts';

export const documentAddresses = recordAddresses('transactions', exampleIds.transaction);

type Document = { readonly items: readonly unknown[] };

/** Sends a document as JSON. Yields to other requests before and during the rendering of a long one. */
export async function documentReply(
  status: number,
  document: Document,
  show: () => unknown,
  headers?: Reply['headers'],
): Promise<Reply> {
  await afterPartOf(document);
  return { status, body: await joinedText(jsonPieces(show())), headers };
}

/** Sends a document in response to a GET, or 304 without rendering it if the client has its current version. */
export function taggedDocumentReply(
  request: HonoRequest,
  document: Document,
  tag: string,
  show: () => unknown,
): Reply | Promise<Reply> {
  const headers = { ETag: tag };
  return isKnown(request, tag) ? { status: 304, body: null, headers } : documentReply(200, document, show, headers);
}
