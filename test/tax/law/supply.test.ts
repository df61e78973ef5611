import { describe, expect, it } from 'vitest';
import { supplyOf, type Territory } from '../../../src/tax/law/supply.ts';

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

type Row = readonly [Territory | null, Territory, string | null, boolean, boolean, string, string];

// origin, destination, country of the buyer's number, goods, registered at the destination, outcome, reason
const rows: readonly Row[] = [
  [de, fr, 'FR', true, true, 'INTRA_COMMUNITY', 'goods to a business in another member state (art. 138)'],
  [de, fr, 'IT', true, true, 'INTRA_COMMUNITY', 'the number may be of a third member state'],
  [de, fr, 'DE', true, true, 'TAXED', "a number of the seller's own state does not do"],
  [de, fr, null, true, true, 'TAXED', 'a consumer pays where the goods arrive'],
  [de, de, 'FR', true, true, 'TAXED', 'goods that do not leave the country'],
  [de, fr, 'FR', false, true, 'REVERSE_CHARGE', 'services to a business in another member state (arts. 44, 196)'],
  [de, de, 'DE', false, true, 'TAXED', 'services at home'],
  [null, fr, 'FR', false, true, 'REVERSE_CHARGE', 'services from a seller who is not known to be in the EU'],
  [outside('US'), fr, 'FR', false, true, 'REVERSE_CHARGE', 'services from outside the EU'],
  [outside('US'), fr, 'FR', true, true, 'TAXED', 'goods from the US'],
  [null, fr, 'FR', true, true, 'TAXED', 'goods of unknown origin'],
  [de, northernIreland, 'XI', true, true, 'INTRA_COMMUNITY', 'EU rules hold for goods in Northern Ireland'],
  [de, northernIreland, 'XI', false, true, 'TAXED', 'but not for services'],
  [outside('GB'), northernIreland, 'XI', true, false, 'TAXED', 'at home within the United Kingdom'],
  [de, outside('CH'), null, true, false, 'EXPORT', 'goods leave the EU, and the seller is not registered there'],
  [de, outside('CH'), null, true, true, 'TAXED', 'a seller who is registered there charges its tax'],
  [de, outside('CH'), null, false, false, 'TAXED', 'services are not exported'],
  [inEu('ES'), canaryIslands, null, true, false, 'EXPORT', 'a territory outside the tax area of its country'],
  [outside('US'), outside('CH'), null, true, false, 'TAXED', 'US sales tax has no such export'],
];

describe('supplyOf', () => {
  it.each(rows)('%o to %o, number of %s, goods %s, registered %s: %s (%s)', (...row) => {
    const [origin, destination, buyerNumberCountry, isTangible, isRegisteredAtDestination, kind] = row;
    const sale = { origin, destination, buyerNumberCountry, isTangible, isRegisteredAtDestination };
    expect(supplyOf(sale).kind).toBe(kind);
  });

  it('gives the sentence required on the invoice', () => {
    const sale = { origin: de, destination: fr, buyerNumberCountry: 'FR', isRegisteredAtDestination: true };
    expect(supplyOf({ ...sale, isTangible: false })).toMatchObject({
      sentence: expect.stringContaining('Reverse charge'),
    });
    expect(supplyOf({ ...sale, isTangible: true })).toMatchObject({ sentence: expect.stringContaining('Article 138') });
  });
});
