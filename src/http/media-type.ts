import { AppError } from '../domain/base/errors.ts';

/** The type of a `Content-Type` header in lower case, without its parameters; empty if the header is missing. */
export function mediaTypeOf(contentType: string | null | undefined): string {
  return (contentType ?? '').split(';', 1)[0]!.trim().toLowerCase();
}

/** The media types and ranges of an `Accept` header, in order and without parameters. */
export function acceptedTypes(accept: string | null | undefined): string[] {
  return (accept ?? '').split(',').map(mediaTypeOf);
}

/** Requires UTF-8 (RFC 8259), which includes ASCII. Reading another encoding as UTF-8 would corrupt its letters. */
export function requireUtf8(contentType: string | null | undefined): void {
  if (isUtf8(contentType)) return;
  throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the body in UTF-8, without another charset in Content-Type.');
}

export function isUtf8(contentType: string | null | undefined): boolean {
  const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(contentType ?? '')?.[1];
  return charset === undefined || /^(?:utf-?8|us-ascii)$/i.test(charset);
}
