/**
 * The facts of a rate book by key, such as `us/MN jurisdictions MN-C053`: all rows about one thing, as JSON that means the same
 * in every version.
 */
export type BookFacts = ReadonlyMap<string, string>;

/** A fact that differs between two versions; null if a version has none. */
export type FactChange = { readonly key: string; readonly before: string | null; readonly after: string | null };

/** All that differs between two versions, by key. */
export function changesBetween(before: BookFacts, after: BookFacts): FactChange[] {
  const keys = [...new Set([...before.keys(), ...after.keys()])].sort();
  return keys.flatMap((key): FactChange[] => {
    const [was, is] = [before.get(key) ?? null, after.get(key) ?? null];
    return was === is ? [] : [{ key, before: was, after: is }];
  });
}

/** Makes the later version of the earlier one. Refuses changes of another version. */
export function applyChanges(facts: BookFacts, changes: readonly FactChange[]): BookFacts {
  const changed = new Map(facts);
  for (const { key, before, after } of changes) {
    if ((facts.get(key) ?? null) !== before) throw new Error(`The changes belong to another version: ${key}.`);
    if (after === null) changed.delete(key);
    else changed.set(key, after);
  }
  return changed;
}
