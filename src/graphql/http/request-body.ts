import type { Plugin } from 'graphql-yoga';
import { AppError } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { readMultipart } from './multipart-request.ts';

const largestBody = gatewayLimits.bodyBytes.graphql;

/**
 * Accepts JSON bodies of up to 2 MB, and forms with a file. Browsers send JSON and the header `Authorization`, which forms
 * need, to other origins only after a preflight. So no other site can make its visitors' browsers change data here.
 */
export const readWithinLimit: Plugin = {
  onRequestParse({ request, requestParser, setRequestParser, fetchAPI }) {
    if (request.method !== 'POST') return;
    const type = typeOf(request.headers.get('content-type'));
    if (type === 'multipart/form-data') {
      requireForm(request.headers);
      setRequestParser(readMultipart);
      return;
    }
    if (!jsonTypes.includes(type)) {
      throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the operation as application/json.');
    }
    const length = request.headers.get('content-length');
    // Node's parser never delivers more than the declared length.
    if (length !== null && Number(length) <= largestBody) return;
    if (length !== null) throw tooLarge();
    if (!requestParser) return;
    setRequestParser(async ({ url, headers, body }) => {
      const text = body === null ? '' : await readText(body);
      return requestParser(new fetchAPI.Request(url, { method: 'POST', headers, body: text }));
    });
  },
};

const jsonTypes = ['application/json', 'application/graphql+json'];

function typeOf(contentType: string | null): string {
  return (contentType ?? '').split(';', 1)[0]!.trim().toLowerCase();
}

function requireForm(headers: Headers): void {
  if (headers.get('authorization') === null) {
    throw new AppError('UNAUTHENTICATED', 'A form needs a valid token: Authorization: Bearer <token>.');
  }
  if (Number(headers.get('content-length') ?? 0) <= gatewayLimits.csv.formBytes) return;
  throw new AppError('BODY_TOO_LARGE', `A file may have at most ${gatewayLimits.csv.fileBytes} bytes.`);
}

async function readText(body: ReadableStream<Uint8Array>): Promise<string> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.byteLength;
    // The rest stays unread. Cancelling it would close the connection before the response is sent.
    if (length > largestBody) throw tooLarge();
    chunks.push(part.value);
  }
  return Buffer.concat(chunks).toString();
}

function tooLarge(): AppError {
  return new AppError('BODY_TOO_LARGE', `The body may have at most ${largestBody} bytes.`);
}
