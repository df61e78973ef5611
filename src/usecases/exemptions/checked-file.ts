import { createHash } from 'node:crypto';
import type { ExemptionFile, FileType } from '../../domain/exemptions/exemption-file.ts';
import { requireFileType } from '../../domain/exemptions/file-content.ts';
import { fileNameOf } from '../../domain/exemptions/file-name.ts';
import { readWholeFile } from '../../files/uploads/whole-file.ts';

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
