import type { Json } from '../openapi.ts';
import { listOf } from './schema-variants.ts';

type Direction = 'request' | 'response';

/** Lists of values: `enum` is closed, `x-extensible-enum` may be extended. */
export function valueDifferences(direction: Direction, was: Json, is: Json): string[] {
  const known = listOf(was.enum ?? was['x-extensible-enum']);
  const current = listOf(is.enum ?? is['x-extensible-enum']);
  const gone = current.length === 0 ? [] : known.filter((value) => !current.includes(value));
  if (direction === 'request') {
    if (is.enum !== undefined && was.enum === undefined) return [`now accepts only ${inWords(current)}`];
    return gone.map((value) => `no longer accepts ${JSON.stringify(value)}`);
  }
  const never = gone.map((value) => `no longer has the value ${JSON.stringify(value)}`);
  if (was.enum === undefined) return never;
  if (is.enum === undefined) return [...never, `can now be other than ${inWords(known)}`];
  const added = current.filter((value) => !known.includes(value));
  return [...never, ...added.map((value) => `can now be ${JSON.stringify(value)}, though its values were closed`)];
}

const inWords = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).join(', ');

/** Limits may not become stricter for requests, nor looser for responses. */
export function limitDifferences(direction: Direction, was: Json, is: Json): string[] {
  const [narrow, wide] = direction === 'request' ? [was, is] : [is, was];
  const isBroken = (keyword: string) => {
    if (wide[keyword] === undefined) return false;
    if (exact.includes(keyword)) return wide[keyword] !== narrow[keyword];
    if (narrow[keyword] === undefined) return true;
    const [inner, outer] = [Number(narrow[keyword]), Number(wide[keyword])];
    return lowest.includes(keyword) ? inner < outer : inner > outer;
  };
  return limits.filter(isBroken).map((keyword) => {
    if (is[keyword] === undefined) return `no longer has ${keyword} ${was[keyword]}`;
    return `has ${keyword} ${is[keyword]}, not ${was[keyword] ?? 'any'}`;
  });
}

const lowest = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
const highest = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];
const exact = ['pattern', 'format', 'multipleOf', 'uniqueItems', 'contentMediaType', 'contentEncoding'];

export const limits: readonly string[] = [...lowest, ...highest, ...exact];
