import { AppError } from '../../domain/base/errors.ts';

/** Reads a file into memory. Throws `BODY_TOO_LARGE` as soon as the file exceeds the limit. */
export async function readWholeFile(content: AsyncIterable<Uint8Array>, mostBytes: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of content) {
    length += piece.byteLength;
    if (length > mostBytes) throw tooLarge(mostBytes);
    pieces.push(piece);
  }
  return Buffer.concat(pieces, length);
}

/** Refuses a file by its declared length, before reading any of it. */
export function requireLength(declared: string | undefined, mostBytes: number): void {
  if (declared !== undefined && !(Number(declared) <= mostBytes)) throw tooLarge(mostBytes);
}

const tooLarge = (mostBytes: number) => new AppError('BODY_TOO_LARGE', `A file may have at most ${mostBytes} bytes.`);
