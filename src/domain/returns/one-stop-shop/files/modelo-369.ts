import { decimal } from '../../../../tax/numbers/decimal.ts';
import { type ContentRow, euCountry, partOfYear, type ShopContent } from './shop-content.ts';
import { nationalFaults, type ShopFormat } from './shop-format.ts';

const rowsOfPage = 28;
const blanks = (length: number) => ' '.repeat(length);

/** Converts text to upper-case letters, digits and blanks, cut or padded to the length. */
function text(value: string, length: number): string {
  const plain = value
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9 ]/g, ' ');
  return plain.toUpperCase().slice(0, length).padEnd(length);
}

/** Formats a number without a decimal separator; zeros after the sign fill the length. */
function digits(value: string, scale: number, length: number): string {
  const scaled = decimal(value).times(scale);
  const sign = scaled.isNegative() ? '-' : '';
  return (
    sign +
    scaled
      .abs()
      .toFixed(0)
      .padStart(length - sign.length, '0')
  );
}

const amount = (value: string) => digits(value, 100, 17);
const page = (number: string, fields: string) => `<T369${number}>${fields}</T369${number}>`;

/** The pages for the groups; every page after the first is marked `C`. Empty without groups. */
function pages(
  number: string,
  groups: readonly string[],
  width: number,
  head: (mark: string) => string = (mark) => mark,
) {
  const starts = Array.from({ length: Math.ceil(groups.length / rowsOfPage) }, (_, index) => index * rowsOfPage);
  return starts.map((start) => {
    const rows = groups
      .slice(start, start + rowsOfPage)
      .join('')
      .padEnd(rowsOfPage * width);
    return page(number, head(start === 0 ? ' ' : 'C') + rows + blanks(17));
  });
}

function supply({ memberState, rate, rateType, taxableAmount, taxAmount, origin }: ContentRow): string {
  const from = origin ? euCountry(origin.country) + text(origin.number?.digits ?? '', 15) : '';
  const type = rateType === 'STANDARD' ? 'S' : 'R';
  return from + euCountry(memberState) + digits(rate, 10_000, 5) + type + amount(taxableAmount) + amount(taxAmount);
}

function correction({ memberState, taxAmount, ...period }: ShopContent['corrections'][number]): string {
  const { year, part } = partOfYear(period);
  return `${euCountry(memberState)}${year}T${String(part).padStart(2, '0')}${amount(taxAmount)}`;
}

function write(content: ShopContent): string {
  const { number, sellerName, supplies, corrections, isNil, taxAmount } = content;
  const { year, part } = partOfYear(content);
  const groupsOf = (kind: ContentRow['kind'], isFromHere: boolean) =>
    supplies.filter((row) => row.kind === kind && (row.origin === null) === isFromHere).map(supply);
  // The seller chooses the type of payment, so it is known only if nothing is due.
  const payment = decimal(taxAmount).isZero() ? 'N' : ' ';
  const seller = `ES${text(number.digits, 15)}${text(sellerName, 125)}`;
  const period = `${year}T${String(part).padStart(2, '0')}${blanks(16)}${isNil ? 1 : 0}`;
  const head = (mark: string) => `MOSS D${payment}${blanks(39)}${mark}${seller}${period}`;
  const services = groupsOf('SERVICES', true);
  const body = [
    page('00', blanks(93)),
    ...pages('04', services.length === 0 ? [''] : services, 42, head),
    ...pages('05', groupsOf('GOODS', true), 42),
    ...pages('06', groupsOf('SERVICES', false), 59),
    ...pages('07', groupsOf('GOODS', false), 59),
    ...pages('08', corrections.map(correction), 26),
    page('09', blanks(5786)),
  ];
  const key = `3690${year}${part}T0000>`;
  return `<T${key}${blanks(92)}${text(number.digits, 9)}${blanks(210)}${body.join('')}</T${key}`;
}

/** Spain, Union scheme: fixed-width fields, on pages of 28 rows. */
export const modelo369: ShopFormat = {
  format: 'ES_MODELO_369',
  extension: 'txt',
  mediaType: 'text/plain; charset=utf-8',
  source:
    'Agencia Tributaria, Modelo 369, Diseño de registro, version 1.1 (copy at https://github.com/OCA/l10n-spain/tree/16.0/l10n_es_aeat_mod369/docs), read 2026-11-28',
  faultsOf: (content) => [
    ...nationalFaults(content),
    ...(/^[A-Z0-9]{9}$/.test(content.number.digits)
      ? []
      : [`The file requires a Spanish tax number of 9 letters and digits, not ${content.number.digits}.`]),
  ],
  write,
};
