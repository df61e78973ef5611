/** Maps the text of a statement to the name under which a connection prepares it once; null for unnamed statements. */
export type StatementNames = (text: string) => string | null;

/** Each connection keeps the plans of its statements, so their number is limited. */
const maxNames = 300;

/** All users of a connection share the names, and the same name for two statements would be an error. */
export function createStatementNames(): StatementNames {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined) return known;
    if (names.size >= maxNames) return null;
    const name = `s${names.size}`;
    names.set(text, name);
    return name;
  };
}

/** Names no statements, for poolers that assign connections per transaction and do not support prepared statements. */
export const withoutNames: StatementNames = () => null;
