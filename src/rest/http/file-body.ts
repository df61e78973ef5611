import type { HonoRequest } from 'hono';
import { AppError, invalidField } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { readForm } from '../../files/uploads/multipart.ts';
import { mediaTypeOf } from '../../http/media-type.ts';
import { isMultipart, requireUncoded, streamedBody } from './body.ts';

export const fileField = 'file';

const { fileBytes, formBytes } = gatewayLimits.csv;

/** A file as it arrives: the only field of a form, or the body itself with one of these media types. */
export function fileBody(request: HonoRequest, plainTypes: readonly string[]): AsyncIterable<Uint8Array> {
  requireUncoded(request);
  const body = streamedBody(request, { bodyBytes: formBytes, fileBytes });
  const type = request.header('content-type')?.trim() ?? '';
  if (isMultipart(request)) return fileOfForm(body, type);
  if (plainTypes.includes(mediaTypeOf(type))) return body;
  throw new AppError(
    'UNSUPPORTED_MEDIA_TYPE',
    `Send a form with the file (multipart/form-data, field ${fileField}), or the file itself as ${plainTypes.slice(0, 2).join(' or ')}.`,
  );
}

async function* fileOfForm(body: AsyncIterable<Uint8Array>, type: string): AsyncGenerator<Uint8Array, void, void> {
  let hasFile = false;
  for await (const part of readForm(body, type)) {
    if (hasFile || part.kind !== 'file' || part.name !== fileField) {
      const message = `Unexpected form field ${JSON.stringify(part.name.slice(0, 100))}: send only the file ${fileField}. Options are query parameters.`;
      throw invalidField([fileField], 'UNKNOWN_FIELD', message);
    }
    yield* part.content;
    hasFile = true;
  }
  if (!hasFile) throw invalidField([fileField], 'REQUIRED', `The form has no file; send it in the field ${fileField}.`);
}
