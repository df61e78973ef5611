import type { TaxNumberFormat } from '../../../domain/tax-numbers/tax-number-format.ts';
import { asFlag, asList, asText, asTextOrNull, asTexts, type JsonRecord } from '../files/json-file.ts';
import { issuersOfOthers } from './tax-number-spellings.ts';

export function readTaxNumberFormats(file: JsonRecord): ReadonlyMap<string, TaxNumberFormat> {
  const formats = new Map(
    asList(file.formats, 'tax numbers').map((value) => {
      const row = asList(value, 'tax numbers');
      const country = asText(row[0], 'tax numbers');
      const format: TaxNumberFormat = {
        prefix: asTextOrNull(row[1], country),
        patterns: asTexts(row[2], country),
        isInVies: asFlag(row[3], country),
      };
      return [country, format] as const;
    }),
  );
  for (const [place, issuer] of Object.entries(issuersOfOthers)) {
    const format = formats.get(issuer);
    if (format && !formats.has(place)) formats.set(place, format);
  }
  return formats;
}
