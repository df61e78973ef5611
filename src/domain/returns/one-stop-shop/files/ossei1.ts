import { euCountry, inCents, inPercent, partOfYear, type ShopContent } from './shop-content.ts';
import { nationalFaults, type ShopFormat } from './shop-format.ts';
import { element, xmlDocument } from './xml.ts';

function quarter(period: Parameters<typeof partOfYear>[0]) {
  const { year, part } = partOfYear(period);
  return { quarter: part, year };
}

function write(content: ShopContent): string {
  const { number, sellerName, supplies, corrections, isNil } = content;
  const rows = supplies.map(({ memberState, kind, origin, rate, rateType, taxableAmount, taxAmount }) => {
    const numberThere = origin === null ? number : origin.number;
    return element('VetaR', '', {
      country: origin === null ? 'CZ' : euCountry(origin.country),
      ...(numberThere && { vat_number: numberThere.digits }),
      state_consumption: euCountry(memberState),
      vat_rate_type_code: rateType === 'STANDARD' ? 'Z' : 'S',
      vat_rate: inPercent(rate),
      taxable_amount: inCents(taxableAmount),
      vat_amount: inCents(taxAmount),
      supply_type_code: kind === 'GOODS' ? 'G' : 'S',
    });
  });
  const changes = corrections.map(({ memberState, taxAmount, ...period }) =>
    element('VetaO', '', {
      ...quarter(period),
      state_consumption: euCountry(memberState),
      correction: inCents(taxAmount),
    }),
  );
  const head = element('VetaD', '', {
    k_uladis: 'OSS',
    dokument: 'EI1',
    ...quarter(content),
    vat_number: number.digits,
    company_name: sellerName.slice(0, 255),
    trans: isNil ? 'N' : 'A',
  });
  const filer = element('VetaP', '', { dic: number.digits });
  return xmlDocument(
    element('Pisemnost', element('OSSEI1', [head, filer, ...rows, ...changes], { verzePis: '01.01.04' })),
  );
}

/** Czechia, Union scheme: one element per row, all values in attributes. */
export const ossei1: ShopFormat = {
  format: 'CZ_OSSEI1',
  extension: 'xml',
  mediaType: 'application/xml',
  source:
    'Form OSSEI1, structure 01.01.04, schema ossei1_epo2.xsd of the Financial Administration of the Czech Republic (copy at https://github.com/Data-Dance/cssk-public/tree/ead74d010b258f49b4e0924b803c22b5fba97e07/l10n_cz_oss/data), read 2026-11-29',
  faultsOf: nationalFaults,
  write,
};
