/** How to detect the notation of a file and read its rows in that notation. */
type NotationReading<Row, Notation> = {
  /** Adds the evidence of a row. Returns whether the row can only be read once the notation of the file is known. */
  readonly isOpen: (row: Row) => boolean;
  /** The notation proved by the rows so far. */
  readonly notation: () => Notation;
  readonly plain: (row: Row, notation: Notation) => Row;
  readonly charactersOf: (row: Row) => number;
};

/** Limits on the rows buffered until the notation is decided. */
const mostHeld = { rows: 2_000, characters: 4_000_000 };

/**
 * The rows in plain notation, in their original order. From the first undecided row on, rows are buffered until a limit
 * is reached or the file ends.
 */
export async function* inOneNotation<Row, Notation>(
  rows: AsyncIterable<Row>,
  { isOpen, notation, plain, charactersOf }: NotationReading<Row, Notation>,
): AsyncGenerator<Row, void, void> {
  let known: { readonly notation: Notation } | null = null;
  let held: Row[] = [];
  let characters = 0;
  for await (const row of rows) {
    if (known) {
      yield plain(row, known.notation);
      continue;
    }
    if (!isOpen(row) && held.length === 0) {
      yield row;
      continue;
    }
    held.push(row);
    characters += charactersOf(row);
    if (held.length < mostHeld.rows && characters < mostHeld.characters) continue;
    known = { notation: notation() };
    for (const one of held) yield plain(one, known.notation);
    held = [];
  }
  known ??= { notation: notation() };
  for (const one of held) yield plain(one, known.notation);
}
