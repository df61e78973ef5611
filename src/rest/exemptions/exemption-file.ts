import type { HonoRequest } from 'hono';
import { z } from 'zod';
import { AppError } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { type ExemptionFile, fileTag, fileTypeList, fileTypes } from '../../domain/exemptions/exemption-file.ts';
import { requireLength } from '../../files/uploads/whole-file.ts';
import { requireAcceptable } from '../../http/media-type.ts';
import {
  attachExemptionFile,
  detachExemptionFile,
  getExemptionFile,
  readExemptionFile,
} from '../../usecases/exemptions/exemption-file.ts';
import { preconditionOf, taggedReply } from '../http/conditions.ts';
import { attachmentNamed, fileNameIn } from '../http/file-name.ts';
import { parseQuery } from '../http/query.ts';
import { serviceIdOf } from '../http/record-name.ts';
import { emptyReply, jsonReply, type Reply, type Route, type RouteCall, route } from '../http/route.ts';
import { attachFileOperation, detachFileOperation, exemptionFileJson, getFileOperation } from './file-operations.ts';

const path = '/v1/exemptions/serviceId/:serviceId/file';
const attachQuery = z.object({
  name: z.string().optional().meta({
    description: 'Name of the file. Default: the file name in Content-Disposition, or `certificate`.',
  }),
});

export const exemptionFileRoutes: readonly Route[] = [
  route(
    'PUT',
    path,
    'exemptions:write',
    async ({ ctx, request }) => {
      const serviceId = serviceIdOf(request);
      const { name = fileNameIn(request.header('content-disposition')) } = parseQuery(attachQuery, request);
      const precondition = preconditionOf(request);
      const sent = { name, contentType: contentTypeOf(request), content: contentOf(request) };
      const { kind, value: file } = await attachExemptionFile(ctx, { serviceId }, sent, precondition);
      return jsonReply(kind === 'created' ? 201 : 200, exemptionFileJson(file), { ETag: fileTag(file) });
    },
    {
      consumes: fileTypeList,
      isStreamed: true,
      operation: { ...attachFileOperation, query: attachQuery },
    },
  ),
  route(
    'GET',
    path,
    'exemptions:read',
    async (call) => {
      const { ctx, request } = call;
      preconditionOf(request); // A malformed header is refused here, before anything is read.
      const file = await getExemptionFile(ctx, serviceIdOf(request));
      requireAcceptable(request.header('accept'), [file.mediaType]);
      const reply = taggedReply(request, fileTag(file), () => null);
      if (reply.status === 304) return reply;
      const body = request.method === 'HEAD' ? null : streamOf(call, readExemptionFile(ctx, file));
      return { status: 200, body, headers: { ...reply.headers, ...fileHeaders(file) } };
    },
    { produces: fileTypes, operation: getFileOperation },
  ),
  route(
    'DELETE',
    path,
    'exemptions:write',
    async ({ ctx, request }) => {
      await detachExemptionFile(ctx, { serviceId: serviceIdOf(request) }, preconditionOf(request));
      return emptyReply;
    },
    { operation: detachFileOperation },
  ),
];

/** Makes browsers save the file. Even if a browser displayed it, it could not run or load anything. */
export function fileHeaders({ name, mediaType, size, sha256, attachedAt }: ExemptionFile): Reply['headers'] {
  return {
    'Content-Type': mediaType,
    'Content-Length': String(size),
    'Content-Disposition': attachmentNamed(name),
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Last-Modified': attachedAt.toUTCString(),
    'Repr-Digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
  };
}

function contentTypeOf(request: HonoRequest): string {
  const encoding = request.header('content-encoding')?.trim().toLowerCase();
  if (encoding && encoding !== 'identity') {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the body without Content-Encoding.');
  }
  return request.header('content-type') ?? '';
}

/** The rest of the body is left unread: cancelling would close the connection before the response is sent. */
function contentOf(request: HonoRequest): AsyncIterable<Uint8Array> {
  requireLength(request.header('content-length'), gatewayLimits.exemptionFile.bytes);
  return (request.raw.body ?? new Blob().stream()).values({ preventCancel: true });
}

/** Reads each chunk only when the response is ready to send it. */
export function streamOf(
  { deps, requestId }: Pick<RouteCall, 'deps' | 'requestId'>,
  pieces: AsyncGenerator<Uint8Array, void, void>,
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const piece = await pieces.next();
          if (piece.done) controller.close();
          else controller.enqueue(piece.value);
        } catch (error) {
          deps.log.error({ err: error, requestId }, 'a file download was cut off');
          controller.error(new Error('The file is incomplete.'));
        }
      },
      async cancel() {
        await pieces.return();
      },
    },
    { highWaterMark: 0 },
  );
}
