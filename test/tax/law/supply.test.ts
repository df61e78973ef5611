import { describe, expect, it } from 'vitest';
import { type ImportTaxedBy, supplyOf, type Territory } from '../../../src/tax/law/supply.ts';

const inEu = (country: string): Territory => ({
  country,
  isInEuForGoods: true,
  isInEuForServices: true,
  taxTerritories: [country],
});
const outside = (country: string, taxTerritories = [country]): Territory => ({
  country,
  isInEuForGoods: false,
  isInEuForServices: false,
  taxTerritories,
});
const de = inEu('DE');
const fr = inEu('FR');
const canaryIslands = outside('ES', ['ES-CN']);
const northernIreland: Territory = { ...outside('GB', ['GB', 'XI']), isInEuForGoods: true };

const base = {
  isCollectingAtDestination: false,
  importTaxedBy: 'SELLER',
  businessSentence: 'The buyer accounts for it.',
} as const;
const kindOf = (isOfGoods: boolean): 'GOODS' | 'SERVICE' => (isOfGoods ? 'GOODS' : 'SERVICE');

type Row = readonly [Territory | null, Territory, string | null, boolean, ImportTaxedBy, string, string];

// origin, destination, country of the buyer's number, goods, who accounts for the tax on imports, outcome, reason
const rows: readonly Row[] = [
  [de, fr, 'FR', true, 'SELLER', 'INTRA_COMMUNITY', 'goods to a business in another member state (art. 138)'],
  [de, fr, 'IT', true, 'SELLER', 'INTRA_COMMUNITY', 'the number may be of a third member state'],
  [de, fr, 'DE', true, 'SELLER', 'TAXED', "a number of the seller's own state does not do"],
  [de, fr, null, true, 'SELLER', 'TAXED', 'a consumer pays where the goods arrive'],
  [de, de, 'FR', true, 'SELLER', 'TAXED', 'goods that do not leave the country'],
  [de, fr, 'FR', false, 'SELLER', 'REVERSE_CHARGE', 'services to a business in another member state (arts. 44, 196)'],
  [de, de, 'DE', false, 'SELLER', 'TAXED', 'services at home'],
  [null, fr, 'FR', false, 'SELLER', 'REVERSE_CHARGE', 'services from a seller who is not known to be in the EU'],
  [outside('US'), fr, 'FR', false, 'SELLER', 'REVERSE_CHARGE', 'services from outside the EU'],
  [outside('US'), fr, 'FR', true, 'SELLER', 'TAXED', 'goods from the US'],
  [null, fr, 'FR', true, 'SELLER', 'TAXED', 'goods of unknown origin'],
  [de, northernIreland, 'XI', true, 'SELLER', 'INTRA_COMMUNITY', 'EU rules hold for goods in Northern Ireland'],
  [de, northernIreland, 'XI', false, 'SELLER', 'REVERSE_CHARGE', 'for services it is a number of Great Britain'],
  [outside('GB'), northernIreland, 'XI', true, 'BORDER', 'TAXED', 'at home within the United Kingdom'],
  [de, outside('CH'), null, true, 'BORDER', 'EXPORT', 'goods leave the EU, and the seller is not registered there'],
  [de, outside('CH'), null, true, 'SELLER', 'TAXED', 'a seller who is registered there charges its tax'],
  [de, outside('CH'), null, false, 'BORDER', 'TAXED', 'services are not exported'],
  [inEu('ES'), canaryIslands, null, true, 'BORDER', 'EXPORT', 'a territory outside the tax area of its country'],
  [
    outside('US'),
    outside('CH'),
    null,
    true,
    'BORDER',
    'IMPORT_AT_BORDER',
    'US sales tax has no export, but it is an import',
  ],
  [outside('US'), fr, null, true, 'BORDER', 'IMPORT_AT_BORDER', 'customs charge the buyer'],
  [outside('US'), outside('GB'), null, true, 'NOBODY', 'TAXED', 'due from the seller, registered or not'],
  [de, outside('GB'), null, true, 'NOBODY', 'EXPORT', 'free of tax in the country of dispatch'],
  [de, outside('GB'), 'GB', true, 'BUYER', 'REVERSE_CHARGE', 'a business accounts for the tax itself'],
  [null, outside('GB'), 'GB', false, 'SELLER', 'REVERSE_CHARGE', 'services from abroad to a business'],
  [outside('GB'), outside('GB'), 'GB', false, 'SELLER', 'TAXED', 'services at home'],
];

describe('supplyOf', () => {
  it.each(rows)('%o to %o, number of %s, goods %s, registered %s: %s (%s)', (...row) => {
    const [origin, destination, buyerNumberCountry, isOfGoods, importTaxedBy, kind] = row;
    const sale = { ...base, origin, destination, buyerNumberCountry, kind: kindOf(isOfGoods), importTaxedBy };
    expect(supplyOf(sale).kind).toBe(kind);
  });

  it('gives the sentence required on the invoice', () => {
    const sale = { ...base, origin: de, destination: fr, buyerNumberCountry: 'FR' };
    expect(supplyOf({ ...sale, kind: 'SERVICE' })).toMatchObject({
      sentence: expect.stringContaining('Reverse charge'),
    });
    expect(supplyOf({ ...sale, kind: 'GOODS' })).toMatchObject({ sentence: expect.stringContaining('Article 138') });
  });
});
