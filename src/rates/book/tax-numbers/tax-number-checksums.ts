import { stdnum } from 'stdnum';
import {
  hasLuhnDigit,
  isBulgarian,
  isCzech,
  isLatvian,
  isSlovak,
  isSwedish,
  isTaiwanese,
  isUruguayan,
} from './tax-number-rules.ts';

type Validator = { validate(value: string): { readonly isValid: boolean } };
/** Takes the number without its prefix, and the whole number. Null for a number type without a public checksum. */
type Checksum = (body: string, number: string) => boolean | null;

/**
 * Whether the check digit of a number with a valid format is correct; null if it has no check digit or the rule is
 * unknown.
 */
export function checksumOf(issuer: string, number: string, prefix: string | null): boolean | null {
  const body = prefix === null ? number : number.slice(Math.min(prefix.length, 2));
  return checksums[issuer]?.(body, number) ?? null;
}

/** The check of the package stdnum, applied after the format check of the rate book. */
function by(validator: Validator): Checksum {
  return (body) => validator.validate(body).isValid;
}

/** Applies the checksum only to numbers of this shape. Other shapes have no public checksum. */
function only(shape: RegExp, checksum: Checksum): Checksum {
  return (body, number) => (shape.test(body) ? checksum(body, number) : null);
}

/** The suffix for VAT (MWST, TVA …) is not part of the checksum. */
const swiss: Checksum = (_body, number) => stdnum.CH!.uid!.validate(number.slice(0, 12)).isValid;

/** Government departments (GD) and health authorities (HA) have number ranges instead. */
const british = only(/^\d/, by(stdnum.GB!.vat!));

const checksums: Readonly<Record<string, Checksum>> = {
  AT: by(stdnum.AT!.uid!),
  BE: by(stdnum.BE!.vat!),
  BG: isBulgarian,
  CY: by(stdnum.CY!.vat!),
  CZ: isCzech,
  DE: by(stdnum.DE!.vat!),
  DK: by(stdnum.DK!.cvr!),
  EE: by(stdnum.EE!.kmkr!),
  ES: by(stdnum.ES!.nif!),
  FI: by(stdnum.FI!.alv!),
  // A letter key may itself be FR, so the package must be given the prefix.
  FR: (_body, number) => stdnum.FR!.tva!.validate(number).isValid,
  GR: by(stdnum.GR!.vat!),
  HR: by(stdnum.HR!.oib!),
  HU: by(stdnum.HU!.anum!),
  IE: by(stdnum.IE!.vat!),
  IT: by(stdnum.IT!.iva!),
  LT: by(stdnum.LT!.pvm!),
  LU: by(stdnum.LU!.tva!),
  LV: isLatvian,
  MT: by(stdnum.MT!.vat!),
  NL: by(stdnum.NL!.btw!),
  PL: by(stdnum.PL!.nip!),
  PT: by(stdnum.PT!.nif!),
  RO: by(stdnum.RO!.cif!),
  SE: isSwedish,
  SI: by(stdnum.SI!.ddv!),
  SK: isSlovak,
  GB: british,
  XI: british,

  AR: by(stdnum.AR!.cuit!),
  AU: by(stdnum.AU!.abn!),
  BR: by(stdnum.BR!.cnpj!),
  BY: by(stdnum.BY!.unp!),
  CA: by(stdnum.CA!.bn!),
  CH: swiss,
  CL: by(stdnum.CL!.rut!),
  CN: by(stdnum.CN!.uscc!),
  CO: by(stdnum.CO!.nit!),
  DO: by(stdnum.DO!.rnc!),
  EC: by(stdnum.EC!.ruc!),
  GH: by(stdnum.GH!.tin!),
  GT: by(stdnum.GT!.nit!),
  ID: only(/^\d{15}$/, by(stdnum.ID!.npwp!)),
  IL: hasLuhnDigit,
  IN: by(stdnum.IN!.gstin!),
  JP: by(stdnum.JP!.cn!),
  KR: by(stdnum.KR!.brn!),
  // Liechtenstein's own numbers have five digits. All other numbers are Swiss.
  LI: only(/^CHE/, swiss),
  MA: by(stdnum.MA!.ice!),
  MD: only(/^\d{13}$/, by(stdnum.MD!.idno!)),
  ME: by(stdnum.ME!.pib!),
  MK: by(stdnum.MK!.edb!),
  MX: by(stdnum.MX!.rfc!),
  NO: by(stdnum.NO!.mva!),
  NZ: by(stdnum.NZ!.ird!),
  PE: by(stdnum.PE!.ruc!),
  PY: by(stdnum.PY!.ruc!),
  RS: by(stdnum.RS!.pib!),
  RU: by(stdnum.RU!.inn!),
  // GST numbers that are not entity numbers begin with M.
  SG: only(/^[^M]/, by(stdnum.SG!.uen!)),
  SV: by(stdnum.SV!.nit!),
  TH: by(stdnum.TH!.tin!),
  TR: by(stdnum.TR!.vkn!),
  TW: isTaiwanese,
  UA: only(/^\d{8}$/, by(stdnum.UA!.edrpou!)),
  UY: isUruguayan,
  VE: by(stdnum.VE!.rif!),
  VN: by(stdnum.VN!.mst!),
  ZA: hasLuhnDigit,
};
