/** Span attributes of a statement: its text without constants, its operation and its table. */
type StatementFacts = { readonly text: string; readonly operation: string; readonly table: string | null };

const mostRemembered = 500;
const longestText = 2_000;
const remembered = new Map<string, StatementFacts>();

export function statementFacts(text: string): StatementFacts {
  const known = remembered.get(text);
  if (known) return known;
  const facts = read(text);
  // Longer statements insert many rows, and their text differs with the number of rows.
  if (remembered.size < mostRemembered && text.length <= 3 * longestText) remembered.set(text, facts);
  return facts;
}

const firstWord = /^\s*([a-z]+)/i;
/** After `WITH`, the first statement that writes; if all of them only read, the operation is `SELECT`. */
const verb = /\b(insert|update|delete|merge)\b/i;
const target = /\b(?:from|into|update|join|table)\s+(?:only\s+)?(?:"?public"?\.)?"?([a-z_][a-z0-9_]*)"?/i;

function read(text: string): StatementFacts {
  const shown = withoutConstants(text.slice(0, longestText));
  const first = firstWord.exec(shown)?.[1]?.toUpperCase() ?? 'UNKNOWN';
  const operation = first === 'WITH' ? (verb.exec(shown)?.[1]?.toUpperCase() ?? 'SELECT') : first;
  return { text: shown, operation, table: target.exec(shown)?.[1] ?? null };
}

/** Values are already parameters. Quoted literals are removed too, even if they were cut off. */
function withoutConstants(text: string): string {
  return text.replaceAll(/'(?:[^']|'')*(?:'|$)/g, "'?'");
}
