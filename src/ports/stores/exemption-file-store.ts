import type { ExemptionFile } from '../../domain/exemptions/exemption-file.ts';

export interface ExemptionFileStore {
  /** What is known of the files of these exemptions, without their content. */
  findMany(serviceIds: readonly string[]): Promise<ExemptionFile[]>;
  /** A piece of the content, if the file is still the one with this digest. */
  readPiece(file: ExemptionFile, piece: { readonly start: number; readonly length: number }): Promise<Buffer | null>;
  /**
   * Attaches a file in place of the one with the digest `expected`; null expects none. False if another
   * request was faster, or there is no such exemption.
   */
  put(file: ExemptionFile, content: Buffer, expected: string | null): Promise<boolean>;
  /** Removes the file with the digest. False if another request was faster. */
  remove(file: ExemptionFile, at: Date): Promise<boolean>;
}
