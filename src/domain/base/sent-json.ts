/**
 * The JSON of a record in a long batch. The JSON is parsed only when needed, because the parsed record takes several
 * times the memory.
 */
export class SentJson {
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  read(): unknown {
    return JSON.parse(this.text);
  }
}

/** A record in a batch as submitted, parsed if it is still JSON text. */
export const readSent = (sent: unknown): unknown => (sent instanceof SentJson ? sent.read() : sent);
