import { invalidInput } from '../../domain/base/errors.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';

/** Whose tax numbers are meant: a country, or one of the two issuers that are none. */
export type Issuer = { readonly code: string; readonly name: string };

const northernIreland: Issuer = { code: 'XI', name: 'Northern Ireland' };
const oneStopShop: Issuer = { code: 'EU', name: 'European Union (one-stop shop)' };

const others: Readonly<Record<string, Issuer>> = {
  XI: northernIreland,
  'NORTHERN IRELAND': northernIreland,
  EU: oneStopShop,
  'EUROPEAN UNION': oneStopShop,
};

/** By code or English name; `EL` and `UK` are understood. Null for what is no country. */
export function issuerNamed(reference: ReferenceData, text: string): Issuer | null {
  const name = text.trim();
  const other = others[name.toUpperCase()];
  if (other) return other;
  const code = reference.findCountry(name);
  return code === null ? null : issuerByCode(reference, code);
}

/** The same; throws `INVALID_INPUT` for what is no country. */
export function findIssuer(reference: ReferenceData, text: string): Issuer {
  const issuer = issuerNamed(reference, text);
  if (issuer) return issuer;
  const said = JSON.stringify(text.slice(0, 50));
  const message = `${said} is no country that the rate book knows; send its code, such as DE, or its English name.`;
  throw invalidInput([{ path: ['countryCode'], code: 'UNKNOWN_VALUE', message }]);
}

export function issuerByCode(reference: ReferenceData, code: string): Issuer {
  return others[code] ?? { code, name: reference.countryFacts(code)?.name ?? code };
}
