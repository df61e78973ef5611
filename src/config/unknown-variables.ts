/** Prefixes that nothing but the gateway is likely to use. */
const ownPrefixes = ['CORS_', 'GRAPHQL_', 'HMRC_', 'OUTSIDE_', 'PERSISTED_', 'TOKEN_', 'VIES_'];
/** Hosting platforms also set other variables with this prefix. */
const databasePrefix = 'DATABASE_';
/** Many programs read these and similar names. */
const sharedNames: ReadonlySet<string> = new Set(['PORT', 'HOST', 'LOG_LEVEL', 'NODE_ENV']);
/** Variables that Kubernetes and Docker links set for any service. */
const serviceVariable = /_SERVICE_HOST$|_SERVICE_PORT(_|$)|_PORT(_\d+_(TCP|UDP)(_|$)|$)/;

/** Names of earlier releases. */
const renamed: ReadonlyMap<string, string> = new Map([['GRAPHQL_COST_PER_MINUTE', 'COST_PER_MINUTE']]);

type UnknownVariable = { readonly name: string; readonly nearest: string };

/** Variables that are probably meant for the gateway but misspelt: ignoring one could start it with an empty store. */
export function findMisspelt(given: readonly string[], known: readonly string[]): UnknownVariable[] {
  const names = new Set(known);
  const ownNames = known.filter((name) => !sharedNames.has(name));
  const prefixes = given.includes('DATABASE_URL') ? ownPrefixes : [...ownPrefixes, databasePrefix];
  return given.flatMap((name) => {
    if (names.has(name) || serviceVariable.test(name)) return [];
    const upper = name.toUpperCase();
    const newName = renamed.get(upper);
    if (newName !== undefined) return [{ name, nearest: newName }];
    const prefix = prefixes.find((one) => upper.startsWith(one));
    const candidates = ownNames.filter((one) => isSimilar(upper, one) || (prefix && one.startsWith(prefix)));
    const [nearest] = candidates.sort((one, other) => distance(upper, one) - distance(upper, other));
    return nearest === undefined ? [] : [{ name, nearest }];
  });
}

/** Short names are allowed one mistake, long ones two. */
function isSimilar(name: string, known: string): boolean {
  const most = known.length < 10 ? 1 : 2;
  return Math.abs(name.length - known.length) <= most && distance(name, known) <= most;
}

/** How many letters were inserted, left out, replaced or swapped with the next one (optimal string alignment). */
function distance(one: string, other: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        previous[column]! + 1,
        current[column - 1]! + 1,
        previous[column - 1]! + (isSame ? 0 : 1),
        isSwapped ? before[column - 2]! + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = previous;
    previous = current;
  }
  return previous[other.length]!;
}
