/** Lists longer than this are written in pieces of this length. */
export const longList = 50;

/** A list whose records are rendered while it is written, so that a long list is never in memory in full. */
export class ShownLater {
  readonly length: number;
  private readonly recordAt: (index: number) => unknown;

  constructor(length: number, recordAt: (index: number) => unknown) {
    this.length = length;
    this.recordAt = recordAt;
  }

  slice(start: number, end: number): unknown[] {
    const length = Math.max(0, Math.min(end, this.length) - start);
    return Array.from({ length }, (_, index) => this.recordAt(start + index));
  }

  toJSON(): unknown[] {
    return this.slice(0, this.length);
  }
}

/** A value that is already serialized, given as its JSON text. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

/** A list whose records are rendered as JSON text while the list is written. */
export class WrittenLater {
  readonly length: number;
  private readonly textAt: (index: number) => string;

  constructor(length: number, textAt: (index: number) => string) {
    this.length = length;
    this.textAt = textAt;
  }

  *pieces(): Generator<string, void> {
    let text = '[';
    for (let index = 0; index < this.length; index++) {
      text += `${index > 0 ? ',' : ''}${this.textAt(index)}`;
      if ((index + 1) % longList > 0) continue;
      yield text;
      text = '';
    }
    yield `${text}]`;
  }

  toJSON(): unknown {
    return JSON.parse([...this.pieces()].join(''));
  }
}

/** The JSON text of a value in pieces of a few records each, so that a long list is not written in one turn. */
export function* jsonPieces(value: unknown): Generator<string, void> {
  if (value instanceof JsonText) yield value.text;
  else if (value instanceof WrittenLater) yield* value.pieces();
  else if (!holdsLongList(value)) yield JSON.stringify(value) ?? 'null';
  else if (Array.isArray(value) || value instanceof ShownLater) yield* listPieces(value);
  else yield* objectPieces(Object(value));
}

/** Writes the members between two long members in one piece. */
function* objectPieces(value: object): Generator<string, void> {
  let text = '{';
  let comma = '';
  for (const name in value) {
    const member = (value as Record<string, unknown>)[name];
    const isLong = holdsLongList(member);
    const short = isLong ? '' : JSON.stringify(member);
    if (short === undefined) continue;
    text += `${comma}${JSON.stringify(name)}:${short}`;
    comma = ',';
    if (!isLong) continue;
    yield text;
    yield* jsonPieces(member);
    text = '';
  }
  yield `${text}}`;
}

function* listPieces(list: readonly unknown[] | ShownLater): Generator<string, void> {
  let lead = '[';
  for (let start = 0; start < list.length; start += longList) {
    const records = list.slice(start, start + longList);
    if (records.some(holdsLongList)) {
      for (const record of records) {
        yield lead;
        yield* jsonPieces(record);
        lead = ',';
      }
    } else yield lead + JSON.stringify(records).slice(1, -1);
    lead = ',';
  }
  yield ']';
}

/** Whether a value contains a list, at any depth, that takes a long time to read or write, or is given as text. */
export function holdsLongList(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof JsonText || value instanceof WrittenLater) return true;
  if (value instanceof ShownLater) return value.length > longList;
  if (Array.isArray(value)) return value.length > longList || value.some(holdsLongList);
  for (const name in value) if (holdsLongList((value as Record<string, unknown>)[name])) return true;
  return false;
}
