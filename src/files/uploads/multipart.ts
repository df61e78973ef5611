import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { AppError } from '../../domain/base/errors.ts';

/** A file in a form; its content can be read once, as a stream. The media type comes from the form part. */
export type UploadedFile = {
  readonly fileName: string;
  readonly mediaType: string;
  readonly content: AsyncIterable<Uint8Array>;
};

export type FormPart =
  | { readonly kind: 'field'; readonly name: string; readonly value: string }
  | ({ readonly kind: 'file'; readonly name: string } & UploadedFile);

const limits = { fieldSize: 1024 * 1024, parts: 20, headerPairs: 50, headerSize: 16 * 1024 };
/**
 * The limit on bytes outside files. The parser skips the text between parts and the rest of a long field, however long
 * they are.
 */
const mostBesideFiles = 3 * 1024 * 1024;
/** Long pieces are split, because each piece is counted as either inside or outside a file. */
const pieceBytes = 64 * 1024;

/**
 * Streams the parts of a form in order. The next part follows once the content of a file has been read. Until then the
 * sender waits, so a form of any length needs little memory. Readers limit the length of the files; the rest of the
 * form is limited here.
 */
export async function* readForm(
  body: AsyncIterable<Uint8Array>,
  contentType: string,
): AsyncGenerator<FormPart, void, void> {
  const form = new FormInProgress(openParser(contentType));
  const pumping = form.pump(body);
  try {
    for (let part = await form.next(); part !== null; part = await form.next()) yield part;
  } finally {
    form.leave();
  }
  await pumping;
}

class FormInProgress {
  readonly #busboy: BusboyInstance;
  readonly #parts: FormPart[] = [];
  #file: Readable | null = null;
  readonly #isLeft = new AbortController();
  #end: 'open' | 'whole' | { readonly error: AppError } = 'open';
  #wake = () => {};

  constructor(busboy: BusboyInstance) {
    this.#busboy = busboy;
    busboy.on('field', (name, value, _isNameCut, isCut) => {
      if (isCut) this.#fail(malformed(`The field ${quoted(name)} is longer than ${limits.fieldSize} bytes.`));
      else this.#add({ kind: 'field', name: name ?? '', value });
    });
    busboy.on('file', (name, stream, fileName, _encoding, mediaType) => {
      this.#file = stream;
      stream.once('end', () => {
        this.#file = null;
      });
      stream.on('error', () => {}); // The reader receives any error.
      const content = contentOf(stream);
      this.#add({ kind: 'file', name: name ?? '', fileName: fileName ?? '', mediaType, content });
    });
    busboy.on('partsLimit', () => this.#fail(malformed(`A form may have at most ${limits.parts} parts.`)));
    busboy.on('error', (error) => this.#fail(brokenOff(error)));
    busboy.on('finish', () => {
      if (this.#end === 'open') this.#end = 'whole';
      this.#wake();
    });
  }

  /** The next part; null after the last part. */
  async next(): Promise<FormPart | null> {
    for (;;) {
      const part = this.#parts.shift();
      if (part) return part;
      if (this.#end === 'whole') return null;
      if (this.#end !== 'open') throw this.#end.error;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Passes the body on at the pace of its reader. It never throws; the reader of the parts receives the error. */
  async pump(body: AsyncIterable<Uint8Array>): Promise<void> {
    const { signal } = this.#isLeft;
    let besideFiles = 0;
    try {
      for await (const piece of inShortPieces(body)) {
        if (signal.aborted) return;
        if (this.#file === null) besideFiles += piece.byteLength;
        if (besideFiles > mostBesideFiles) return this.#fail(tooLong());
        if (!this.#busboy.write(piece)) await once(this.#busboy, 'drain', { signal });
      }
      this.#busboy.end();
    } catch (error) {
      if (!signal.aborted) this.#fail(brokenOff(error));
    }
  }

  /** Stops reading; no more parts follow. */
  leave(): void {
    this.#isLeft.abort();
  }

  #add(part: FormPart): void {
    this.#parts.push(part);
    this.#wake();
  }

  #fail(error: AppError): void {
    this.#end = { error };
    this.#file?.destroy(error);
    this.#isLeft.abort();
    this.#wake();
  }
}

async function* inShortPieces(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  for await (const piece of body) {
    for (let at = 0; at < piece.byteLength; at += pieceBytes) yield piece.subarray(at, at + pieceBytes);
  }
}

async function* contentOf(stream: Readable): AsyncGenerator<Uint8Array, void, void> {
  try {
    for await (const piece of stream) yield piece;
  } catch (error) {
    throw error instanceof AppError ? error : brokenOff(error);
  }
}

function openParser(contentType: string): BusboyInstance {
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits });
  } catch {
    throw malformed('The Content-Type of a form must include its boundary: multipart/form-data; boundary=…');
  }
}

const quoted = (name: string | undefined) => JSON.stringify((name ?? '').slice(0, 100));

function malformed(message: string): AppError {
  return new AppError('MALFORMED_FORM', message);
}

function tooLong(): AppError {
  return new AppError('BODY_TOO_LARGE', `A form may have at most ${mostBesideFiles} bytes in addition to its file.`);
}

function brokenOff(cause: unknown): AppError {
  return new AppError('MALFORMED_FORM', 'The form is incomplete.', { cause });
}
