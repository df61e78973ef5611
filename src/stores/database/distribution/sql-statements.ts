/**
 * Matches comments, strings, quoted names and function bodies first, because a semicolon in them does not end the
 * statement; then everything else.
 */
const token =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|(?<tag>\$(?:[A-Za-z_]\w*)?\$)[\s\S]*?\k<tag>|;|[^;'"$/-]+|[\s\S]/g;

/** The statements of an SQL script, without the semicolons between them. Comments stay with the statement they introduce. */
export function splitStatements(script: string): string[] {
  const statements: string[] = [];
  let statement = '';
  let isEmpty = true;
  for (const [text] of `${script};`.matchAll(token)) {
    if (text !== ';') {
      statement += text;
      isEmpty &&= /^(--|\/\*|\s*$)/.test(text);
      continue;
    }
    if (!isEmpty) statements.push(statement.trim());
    statement = '';
    isEmpty = true;
  }
  return statements;
}
