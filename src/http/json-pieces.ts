const longList = 50;

/** The JSON text of a value in pieces of a few records each, so that a long list need not be written at once. */
export function* jsonPieces(value: unknown): Generator<string, void> {
  if (!holdsLongList(value)) yield JSON.stringify(value) ?? 'null';
  else if (Array.isArray(value)) yield* listPieces(value);
  else yield* objectPieces(Object(value));
}

function* objectPieces(value: object): Generator<string, void> {
  let lead = '{';
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    yield `${lead}${JSON.stringify(name)}:`;
    yield* jsonPieces(member);
    lead = ',';
  }
  yield '}';
}

function* listPieces(list: readonly unknown[]): Generator<string, void> {
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

function holdsLongList(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.length > longList || value.some(holdsLongList);
  for (const name in value) if (holdsLongList((value as Record<string, unknown>)[name])) return true;
  return false;
}
