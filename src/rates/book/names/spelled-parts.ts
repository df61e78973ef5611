/**
 * Finds the place identified by text, as a whole or in parts that all identify the same place: `TX - Texas`, `Texas
 * (TX)`. The last part may also be the country: `TX, USA`, `Ontario, Canada`.
 */
export function findSpelled<Place>(
  text: string,
  { find, isCountry }: { readonly find: (part: string) => Place | null; readonly isCountry: (part: string) => boolean },
): Place | null {
  const whole = find(text);
  if (whole !== null) return whole;
  const parts = text.split(/[-–—,/()]+/).filter((part) => part.trim() !== '');
  const last = parts.at(-1);
  const named = parts.length > 1 && last !== undefined && isCountry(last) ? parts.slice(0, -1) : parts;
  const found = new Set(named.map(find));
  const [only = null] = found;
  return found.size === 1 ? only : null;
}
