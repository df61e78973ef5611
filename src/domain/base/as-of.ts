import { invalidField } from './errors.ts';

/** How descriptions call a day that has the newer name `asOf`. */
export const olderThanAsOf = 'Older name of asOf.';

type Asked<Older extends string> = { readonly asOf?: string | null } & { readonly [name in Older]?: string | null };

/** The day of a question, as `asOf` or under its older name; null if neither was sent. */
export function askedDay<Older extends 'on' | 'date'>(asked: Asked<Older>, older: Older): string | null {
  const [day, other] = [asked.asOf ?? null, asked[older] ?? null];
  if (day === null || other === null || day === other) return day ?? other;
  const message = `asOf is ${day}, but ${older} is ${other}. Both mean the same: send asOf alone.`;
  throw invalidField(['asOf'], 'CONTRADICTION', message);
}
