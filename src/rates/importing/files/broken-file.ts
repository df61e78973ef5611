/** Thrown for a file that cannot be read or used; `line` is the line concerned, if known. */
export class BrokenFile extends Error {
  readonly line: number | null;

  constructor(message: string, line: number | null = null, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'BrokenFile';
    this.line = line;
  }
}
