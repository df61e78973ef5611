/**
 * The facts of a rate book by key, such as `us/MN jurisdictions MN-C053`: all rows about one subject, as JSON with the
 * same meaning in every version.
 */
export type BookFacts = ReadonlyMap<string, string>;

/** A fact that differs between two versions. `before` or `after` is null if that version lacks the fact. */
export type FactChange = { readonly key: string; readonly before: string | null; readonly after: string | null };

/** All differences between two versions, by key. */
export function changesBetween(before: BookFacts, after: BookFacts): FactChange[] {
  const keys = [...new Set([...before.keys(), ...after.keys()])].sort();
  return keys.flatMap((key): FactChange[] => {
    const [was, is] = [before.get(key) ?? null, after.get(key) ?? null];
    return was === is ? [] : [{ key, before: was, after: is }];
  });
}

/** Creates the later version from the earlier one. Refuses changes made for another version. */
export function applyChanges(facts: BookFacts, changes: readonly FactChange[]): BookFacts {
  const changed = new Map(facts);
  for (const { key, before, after } of changes) {
    if ((facts.get(key) ?? null) !== before) throw new Error(`The changes are for another version: ${key}.`);
    if (after === null) changed.delete(key);
    else changed.set(key, after);
  }
  return changed;
}
