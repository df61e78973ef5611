/** SHA-256 of each migration, by name. */
export type Digests = Readonly<Record<string, string>>;

/** Released migrations never change, because a store that has run them only runs later ones. */
export function migrationDifferences(released: Digests, current: Digests): string[] {
  const [last = ''] = Object.keys(released).toSorted().reverse();
  const added = Object.keys(current).filter((name) => !(name in released));
  return [
    ...Object.entries(released).flatMap(([name, digest]) => {
      if (!(name in current)) return `The migration ${name} is gone.`;
      return current[name] === digest ? [] : `The migration ${name} was changed.`;
    }),
    ...added.filter((name) => name < last).map((name) => `The migration ${name} must come after ${last}.`),
  ];
}
