import type { HonoRequest } from 'hono';
import { AppError } from '../../domain/base/errors.ts';
import { mediaTypeOf } from '../../http/media-type.ts';

type Limits = { readonly bodyBytes: number; readonly fileBytes: number };

/** The rest is left unread but not cancelled: cancelling would close the connection before the response is sent. */
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

/** Whether the body is a form with a file. */
export function isMultipart(request: HonoRequest): boolean {
  return mediaTypeOf(request.header('content-type')) === 'multipart/form-data';
}
