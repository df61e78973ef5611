type Operation = { readonly op: string; readonly path: string; readonly value: unknown };

type Changed = { readonly name: string; readonly before: string | null; readonly after: string | null };

/** The members that a JSON Patch changes, with their old and new values; null if absent. */
export function changedMembers(patch: readonly Operation[]): readonly Changed[] {
  const paths = [...new Set(patch.map(({ path }) => path))];
  return paths.map((path) => {
    const of = (...kinds: readonly string[]) => patch.find((one) => one.path === path && kinds.includes(one.op));
    const name = path.slice(1).replaceAll('~1', '/').replaceAll('~0', '~');
    return { name, before: textOf(of('test')?.value), after: textOf(of('add', 'replace')?.value) };
  });
}

const mostCharacters = 200;

/** Long values, such as the items of a document, are truncated: the record itself has them in full. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)} …` : text;
}
