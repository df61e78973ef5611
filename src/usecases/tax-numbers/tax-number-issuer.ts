import { invalidInput } from '../../domain/base/errors.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';

/** The issuer of a tax number: a country, Northern Ireland or the EU. */
export type Issuer = { readonly code: string; readonly name: string };

const northernIreland: Issuer = { code: 'XI', name: 'Northern Ireland' };
const oneStopShop: Issuer = { code: 'EU', name: 'European Union (one-stop shop)' };

const nonCountries: Readonly<Record<string, Issuer>> = {
  XI: northernIreland,
  'NORTHERN IRELAND': northernIreland,
  EU: oneStopShop,
  'EUROPEAN UNION': oneStopShop,
};

/** The issuer with this code or English name, including `EL` and `UK`; null if unknown. */
export function issuerNamed(reference: ReferenceData, text: string): Issuer | null {
  const name = text.trim();
  const other = nonCountries[name.toUpperCase()];
  if (other) return other;
  const code = reference.findCountry(name);
  return code === null ? null : issuerByCode(reference, code);
}

/** The issuer with this code or English name; throws `INVALID_INPUT` if unknown. */
export function findIssuer(reference: ReferenceData, text: string): Issuer {
  const issuer = issuerNamed(reference, text);
  if (issuer) return issuer;
  const quoted = JSON.stringify(text.slice(0, 50));
  const message = `${quoted} is not a country in the rate book. Send a country code, such as DE, or an English country name.`;
  throw invalidInput([{ path: ['countryCode'], code: 'UNKNOWN_VALUE', message }]);
}

export function issuerByCode(reference: ReferenceData, code: string): Issuer {
  return nonCountries[code] ?? { code, name: reference.countryFacts(code)?.name ?? code };
}
