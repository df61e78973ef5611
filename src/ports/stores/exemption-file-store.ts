import type { ExemptionFile } from '../../domain/exemptions/exemption-file.ts';

export interface ExemptionFileReads {
  /** A piece of the content; null if the file no longer has this digest. */
  readPiece(file: ExemptionFile, piece: { readonly start: number; readonly length: number }): Promise<Buffer | null>;
}

export interface ExemptionFileStore extends ExemptionFileReads {
  /** The files of these exemptions, without their content. */
  findMany(serviceIds: readonly string[]): Promise<ExemptionFile[]>;
  /**
   * Attaches a file in place of the file with the digest `expected`, or as the first file if null. False if another
   * request was faster, or the exemption does not exist.
   */
  put(file: ExemptionFile, content: Buffer, expected: string | null): Promise<boolean>;
  /** Removes the file with this digest; false if another request was faster. */
  remove(file: ExemptionFile, at: Date): Promise<boolean>;
}
