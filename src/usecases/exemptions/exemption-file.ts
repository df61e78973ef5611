import { createHash } from 'node:crypto';
import { AppError } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { type Precondition, requireExpected } from '../../domain/base/precondition.ts';
import type { Exemption } from '../../domain/exemptions/exemption.ts';
import { type ExemptionFile, type FileType, fileNameOf, fileTag } from '../../domain/exemptions/exemption-file.ts';
import { declaredFileType, requireFileType } from '../../domain/exemptions/file-content.ts';
import { shareOfTenant, withFileInMemory } from '../../files/uploads/files-in-memory.ts';
import { readWholeFile } from '../../files/uploads/whole-file.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type { ExemptionFileReads, ExemptionFileStore } from '../../ports/stores/exemption-store.ts';
import { retryOnConflict, type Upserted } from '../writing/optimistic-lock.ts';
import { recordOf } from '../writing/writer-queue.ts';
import { type ExemptionName, findExemption } from './exemptions.ts';

type SentFile = {
  readonly name: string | null;
  /** The content type, as declared by the sender. */
  readonly contentType: string;
  readonly content: AsyncIterable<Uint8Array>;
};

type AttachedFile = Upserted<ExemptionFile> & { readonly exemption: Exemption };

/**
 * Attaches a file to an exemption, replacing an earlier one; attaching the same file again changes nothing. All checks
 * that do not need the content run before it is read.
 */
export async function attachExemptionFile(
  ctx: Context,
  by: ExemptionName,
  sent: SentFile,
  precondition?: Precondition,
): Promise<AttachedFile> {
  const session = authorize(ctx, 'exemptions:write');
  const { exemptions, exemptionFiles } = session.stores;
  const mediaType = declaredFileType(sent.contentType);
  const exemption = { ...(await findExemption(exemptions, by)), hasFile: true };
  const { serviceId } = exemption;
  requireExpectedFile(precondition, await findFile(exemptionFiles, serviceId));
  return withFileInMemory(shareOfTenant(session.principal.tenantId), async () => {
    const { file: checked, content } = await readCheckedFile({ ...sent, mediaType }, gatewayLimits.exemptionFile.bytes);
    const { name, sha256 } = checked;
    return retryOnConflict<AttachedFile>(recordOf(session, 'exemption file', serviceId), async () => {
      const stored = await findFile(exemptionFiles, serviceId);
      requireExpectedFile(precondition, stored);
      if (stored?.sha256 === sha256 && stored.name === name && stored.mediaType === mediaType) {
        return { kind: 'unchanged', value: stored, exemption };
      }
      const file = { ...checked, serviceId, attachedAt: ctx.now() };
      const isAttached = await exemptionFiles.put(file, content, stored?.sha256 ?? null);
      return isAttached ? { kind: stored ? 'replaced' : 'created', value: file, exemption } : null;
    });
  });
}

/** The description of the file. Throws `NOT_FOUND` if the exemption or its file does not exist. */
export async function getExemptionFile(ctx: Context, serviceId: string): Promise<ExemptionFile> {
  const { exemptions, exemptionFiles } = authorize(ctx, 'exemptions:read').stores;
  await findExemption(exemptions, { serviceId });
  const file = await findFile(exemptionFiles, serviceId);
  if (!file) throw new AppError('NOT_FOUND', 'The exemption has no file.');
  return file;
}

const pieceBytes = 512 * 1024;

/**
 * The content in chunks, with only a few in memory at a time. Reading fails if the file is replaced in the meantime.
 */
export function readExemptionFile(ctx: Context, file: ExemptionFile): AsyncGenerator<Uint8Array, void, void> {
  return readInPieces(authorize(ctx, 'exemptions:read').stores.exemptionFiles, file);
}

export async function* readInPieces(
  files: ExemptionFileReads,
  file: ExemptionFile,
): AsyncGenerator<Uint8Array, void, void> {
  for (let start = 0; start < file.size; start += pieceBytes) {
    const piece = await files.readPiece(file, { start, length: pieceBytes });
    if (!piece) throw new AppError('CONFLICT', 'The file was replaced while it was being read. Read it again.');
    yield piece;
  }
}

/** Removes the file if it exists. */
export async function detachExemptionFile(
  ctx: Context,
  by: ExemptionName,
  precondition?: Precondition,
): Promise<Exemption> {
  const session = authorize(ctx, 'exemptions:write');
  const { exemptions, exemptionFiles } = session.stores;
  const exemption = await findExemption(exemptions, by);
  const { serviceId } = exemption;
  await retryOnConflict(recordOf(session, 'exemption file', serviceId), async () => {
    const stored = await findFile(exemptionFiles, serviceId);
    requireExpectedFile(precondition, stored);
    return stored === null || (await exemptionFiles.remove(stored, ctx.now())) ? true : null;
  });
  return { ...exemption, hasFile: false };
}

async function findFile(files: ExemptionFileStore, serviceId: string): Promise<ExemptionFile | null> {
  return (await files.findMany([serviceId]))[0] ?? null;
}

function requireExpectedFile(precondition: Precondition | undefined, file: ExemptionFile | null): void {
  requireExpected(precondition, file && { version: 1, tags: [fileTag(file)] });
}

type SentContent = {
  readonly name: string | null;
  readonly mediaType: FileType;
  readonly content: AsyncIterable<Uint8Array>;
};
/** A file with its verified description. */
export type CheckedFile = {
  readonly file: Pick<ExemptionFile, 'name' | 'mediaType' | 'size' | 'sha256'>;
  readonly content: Buffer;
};

/** Reads a file into memory and checks that its content matches the declared type. */
export async function readCheckedFile(
  { name: sentName, mediaType, content: sent }: SentContent,
  mostBytes: number,
): Promise<CheckedFile> {
  const content = await readWholeFile(sent, mostBytes);
  requireFileType(mediaType, content);
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { file: { name: fileNameOf(sentName, mediaType), mediaType, size: content.length, sha256 }, content };
}
