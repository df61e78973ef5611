import { euCountry, inCents, inPercent, partOfYear, type ShopContent, wholeNumber } from './shop-content.ts';
import { nationalFaults, numberFaults, type ShopFormat } from './shop-format.ts';

const withComma = (value: string) => value.replace('.', ',');

function write(content: ShopContent): string {
  const { number, supplies, corrections } = content;
  const { year, part } = partOfYear(content);
  const lines = [
    ['OSS_001'],
    [wholeNumber(number), part, year],
    ...supplies.map(({ origin, memberState, rate, taxableAmount, taxAmount, kind }) => [
      origin?.number ? wholeNumber(origin.number) : 'SE',
      euCountry(memberState),
      ...[inPercent(rate), inCents(taxableAmount), inCents(taxAmount)].map(withComma),
      kind,
    ]),
  ].map((cells) => `${cells.join(';')};`);
  const corrected = corrections.map(({ memberState, taxAmount, ...period }) => {
    const earlier = partOfYear(period);
    return `${earlier.year}Q${earlier.part};${euCountry(memberState)};${withComma(inCents(taxAmount))};`;
  });
  const all = [...lines, ...(corrected.length > 0 ? ['CORRECTIONS', ...corrected] : [])];
  return all.map((line) => `${line}\r\n`).join('');
}

/** Sweden, Union scheme. */
export const oss001: ShopFormat = {
  format: 'SE_OSS_001',
  extension: 'txt',
  mediaType: 'text/plain; charset=utf-8',
  source:
    'Technical description of Skatteverket as quoted by Occidens (https://www.occidens.se/2021/06/01/one-stop-shop-momsredovisning-moss-oss/), read 2026-11-28; the amounts and the corrections as in an implementation (https://github.com/ecleangg/booky), read 2026-11-28',
  faultsOf: (content) => [...nationalFaults(content), ...numberFaults(content)],
  write,
};
