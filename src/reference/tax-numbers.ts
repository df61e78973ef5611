import { stdnum } from 'stdnum';
import type { TaxNumberCheck, TaxNumberFormat } from './reference-data.ts';

type Validator = { validate(value: string): { readonly isValid: boolean } };

/** Which checksum a country's VAT numbers follow. Northern Ireland's are those of Great Britain with another prefix. */
const checksums: Readonly<Record<string, Validator>> = {
  AT: stdnum.AT!.uid!,
  BE: stdnum.BE!.vat!,
  BG: stdnum.BG!.vat!,
  CY: stdnum.CY!.vat!,
  CZ: stdnum.CZ!.dic!,
  DE: stdnum.DE!.vat!,
  DK: stdnum.DK!.cvr!,
  EE: stdnum.EE!.kmkr!,
  ES: stdnum.ES!.nif!,
  FI: stdnum.FI!.alv!,
  FR: stdnum.FR!.tva!,
  GR: stdnum.GR!.vat!,
  HR: stdnum.HR!.oib!,
  HU: stdnum.HU!.anum!,
  IE: stdnum.IE!.vat!,
  IT: stdnum.IT!.iva!,
  LT: stdnum.LT!.pvm!,
  LU: stdnum.LU!.tva!,
  LV: stdnum.LV!.pvn!,
  MT: stdnum.MT!.vat!,
  NL: stdnum.NL!.btw!,
  PL: stdnum.PL!.nip!,
  PT: stdnum.PT!.nif!,
  RO: stdnum.RO!.cif!,
  SE: stdnum.SE!.vat!,
  SI: stdnum.SI!.ddv!,
  SK: stdnum.SK!.dph!,
  GB: stdnum.GB!.vat!,
  XI: stdnum.GB!.vat!,
};

/** Prefixes that people write for those that are issued. */
const spellings: Readonly<Record<string, string>> = { GR: 'EL', UK: 'GB' };

/**
 * Reads a VAT number in any usual spelling and checks its form and checksum; no register is asked. `country` (alpha-2)
 * stands in for a prefix that was not written. Null when neither tells whose number it is.
 */
export function checkTaxNumber(
  formats: ReadonlyMap<string, TaxNumberFormat>,
  text: string,
  country: string | null,
): TaxNumberCheck | null {
  const compact = text.toUpperCase().replaceAll(/[\s./-]/g, '');
  const written = compact.slice(0, 2);
  const prefix = spellings[written] ?? written;
  const issuer = issuerOf(formats, prefix);
  if (issuer) return check(issuer, prefix + compact.slice(2), formats);
  const own = country === null ? undefined : formats.get(country);
  if (country === null || !own?.prefix) return null;
  return check(country, own.prefix.slice(0, 2) + compact, formats);
}

/** Prefixes are two letters, but for Austria's `ATU` and Switzerland's `CHE`, whose third letter is part of the number. */
function issuerOf(formats: ReadonlyMap<string, TaxNumberFormat>, prefix: string): string | null {
  for (const [country, format] of formats) if (format.prefix?.slice(0, 2) === prefix) return country;
  return null;
}

function check(country: string, number: string, formats: ReadonlyMap<string, TaxNumberFormat>): TaxNumberCheck {
  const { patterns } = formats.get(country)!;
  const isOfForm = patterns.some((pattern) => new RegExp(pattern).test(number)) && /[1-9]/.test(number);
  return { country, number, isValid: isOfForm && hasChecksum(country, number) };
}

function hasChecksum(country: string, number: string): boolean {
  const checksum = checksums[country];
  if (!checksum) return true;
  return checksum.validate(country === 'XI' ? `GB${number.slice(2)}` : number).isValid;
}
