/** Prefixes that are no country codes: Greece and Northern Ireland. */
const prefixes: Readonly<Record<string, string>> = { EL: 'GR', XI: 'XI' };
const withPrefix = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');

const bare = (taxNumber: string) => taxNumber.replaceAll(/[\s.\-/]/g, '').toUpperCase();

/** The country that a tax number belongs to: by its prefix in the EU, or else that of the customer. */
export function countryOfNumber(taxNumber: string, country: string | null): string | null {
  const prefix = /^[A-Z]{2}/.exec(bare(taxNumber))?.[0];
  if (prefix !== undefined && prefixes[prefix] !== undefined) return prefixes[prefix];
  if (prefix !== undefined && withPrefix.includes(prefix)) return prefix;
  return country === '' ? null : country;
}

/** How registers may have spelled it: they add the prefix of the country. */
export function spellings(taxNumber: string, country: string | null): string[] {
  const number = bare(taxNumber);
  const prefix = country === 'GR' ? 'EL' : country;
  return [...new Set([taxNumber, number, ...(prefix === null ? [] : [`${prefix}${number}`])])];
}
