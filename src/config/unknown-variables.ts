import { distance, isSimilar } from '../domain/base/spelling.ts';

/** Prefixes that only the gateway is likely to use. */
const ownPrefixes = ['CORS_', 'GRAPHQL_', 'HMRC_', 'OUTSIDE_', 'PERSISTED_', 'TOKEN_', 'VIES_'];
/** Not checked if DATABASE_URL is set: hosting platforms that set it also set other variables with this prefix. */
const databasePrefix = 'DATABASE_';
/** Many programs read these and similar names. */
const sharedNames: ReadonlySet<string> = new Set(['PORT', 'HOST', 'LOG_LEVEL', 'NODE_ENV']);
/** Variables that Kubernetes and Docker links set for any service. */
const serviceVariable = /_SERVICE_HOST$|_SERVICE_PORT(_|$)|_PORT(_\d+_(TCP|UDP)(_|$)|$)/;

/** Names used by earlier releases. */
const renamed: ReadonlyMap<string, string> = new Map([['GRAPHQL_COST_PER_MINUTE', 'COST_PER_MINUTE']]);

type UnknownVariable = { readonly name: string; readonly nearest: string };

/**
 * Variables that are probably meant for the gateway but misspelled: ignoring a misspelled variable could start the
 * gateway with an empty store.
 */
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
