/** Bounds on a JSON text, in addition to its length. */
export type JsonBounds = {
  /** Nesting of lists and objects. */
  readonly nesting: number;
  /** Values of any kind. */
  readonly values: number;
  /** Entries of one list, or members of one object. */
  readonly entries: number;
  readonly numberCharacters: number;
};

export type JsonExcess = { readonly name: keyof JsonBounds; readonly allowed: number };

export type JsonTally = { values: number; strings: number };

export const newTally = (): JsonTally => ({ values: 0, strings: 0 });

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * The first bound that a JSON text exceeds; null if it is within all of them. Scans the text before it is parsed, and
 * stops at the first bound exceeded, so refusing it costs less than parsing it. Does not check that the text is JSON.
 * With a tally, the values of several texts are counted together.
 */
export function excessOfJson(text: string, bounds: JsonBounds, tally: JsonTally = newTally()): JsonExcess | null {
  const exceeded = (name: keyof JsonBounds): JsonExcess => ({ name, allowed: bounds[name] });
  const separators = new Uint32Array(bounds.nesting + 1);
  let nesting = 0;
  let { values, strings } = tally;
  let between = 0;
  for (let at = 0; at <= text.length; at++) {
    const code = text.charCodeAt(at);
    const isMark =
      code === quote ||
      code === comma ||
      code === colon ||
      (code | 0x20) === openObject ||
      (code | 0x20) === closeObject;
    if (!isMark && at < text.length) continue;
    // Between two structural characters, there is at most one number and white space.
    if (at - between > bounds.numberCharacters && isLongNumber(text.slice(between, at), bounds)) {
      return exceeded('numberCharacters');
    }
    if (code === quote) {
      // Each value and each member name is at most one string.
      if (++strings > 2 * bounds.values) return exceeded('values');
      at = endOfJsonString(text, at);
    } else if (code === comma) {
      if (++values > bounds.values) return exceeded('values');
      if (++separators[nesting]! >= bounds.entries) return exceeded('entries');
    } else if (code === openArray || code === openObject) {
      if (++values > bounds.values) return exceeded('values');
      if (++nesting > bounds.nesting) return exceeded('nesting');
      separators[nesting] = 0;
    } else if ((code === closeArray || code === closeObject) && nesting > 0) nesting--;
    between = at + 1;
  }
  Object.assign(tally, { values, strings });
  return null;
}

const isLongNumber = (text: string, { numberCharacters }: JsonBounds) => text.trim().length > numberCharacters;

/** The position of the closing quote of the string that starts at this position. */
export function endOfJsonString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === backslash) before--;
    const isEscaped = (end - before) % 2 === 0;
    if (!isEscaped) return end;
  }
  return text.length;
}
