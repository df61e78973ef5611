import { describe, expect, it } from 'vitest';
import { assess } from '../../../src/tax/assess.ts';
import { placeRates } from '../../../src/tax/law/place-rates.ts';
import type { TaxPlace } from '../../../src/tax/model/place.ts';
import { decimal, decimalText } from '../../../src/tax/numbers/decimal.ts';
import { aDocument, anItem, aPlace, taxLineTexts } from '../../support/tax-builders.ts';

const texas = (...rates: string[]): TaxPlace => ({ ...aPlace(...rates), localRateCap: decimal('0.02') });

describe('placeRates', () => {
  it.each([
    [['0.0625', '0.005', '0.01', '0.005'], ['0.0625', '0.005', '0.01', '0.005'], 'exactly the cap'],
    [['0.0625', '0.005', '0.01', '0.01'], ['0.0625', '0.005', '0.01', '0.005'], 'the last is cut'],
    [
      ['0.0625', '0.005', '0.015', '0.01', '0.01'],
      ['0.0625', '0.005', '0.015', '0', '0'],
      'the last are cut to nothing',
    ],
    [['0.0625', '0.03', '0.01'], ['0.0625', '0.02', '0'], 'a county alone above it'],
  ])('cuts %s to %s under a cap of 2 %% (%s)', (rates, expected) => {
    expect(placeRates(texas(...rates)).map(({ rate }) => decimalText(rate))).toEqual(expected);
  });

  it('keeps rates that no law caps', () => {
    const rates = placeRates(aPlace('0.0625', '0.03', '0.01')).map(({ rate }) => decimalText(rate));
    expect(rates).toEqual(['0.0625', '0.03', '0.01']);
  });

  it('gives the reason why a cut rate is lower', () => {
    const [line] = assess(
      aDocument([anItem({ price: '100' })], { place: texas('0.0625', '0.015', '0.01', '0.01') }),
    ).items;
    expect(taxLineTexts(line!)).toEqual([
      'STATE 0.0625 of 100 = 6.25 TAXED',
      'COUNTY 0.015 of 100 = 1.5 TAXED',
      'CITY 0.005 of 100 = 0.5 CAP_REACHED',
      'DISTRICT-1 0 of 0 = 0 exempt 100 CAP_REACHED',
    ]);
    expect(decimalText(line!.taxRate)).toBe('0.0825');
  });
});

describe('a manual rate', () => {
  const manual = (rate: string) => anItem({ price: '100' }, { manualRate: decimal(rate) });

  it('is split over the jurisdictions in proportion to their rates', () => {
    const [line] = assess(aDocument([manual('0.08')], { place: aPlace('0.06', '0.01', '0', '0.01') })).items;
    expect(taxLineTexts(line!)).toEqual([
      'STATE 0.06 of 100 = 6 MANUAL_RATE',
      'COUNTY 0.01 of 100 = 1 MANUAL_RATE',
      'CITY 0 of 0 = 0 exempt 100 MANUAL_RATE',
      'DISTRICT-1 0.01 of 100 = 1 MANUAL_RATE',
    ]);
    expect([decimalText(line!.taxRate), line!.reason]).toEqual(['0.08', 'MANUAL_RATE']);
  });

  it('goes to the first of the stack where no jurisdiction has a rate', () => {
    const [line] = assess(aDocument([manual('0.05')], { place: aPlace('0', '0') })).items;
    expect(taxLineTexts(line!)).toEqual([
      'STATE 0.05 of 100 = 5 MANUAL_RATE',
      'COUNTY 0 of 0 = 0 exempt 100 MANUAL_RATE',
    ]);
  });

  it.each([
    [aPlace(), 'MN', 'STATE'],
    [{ ...aPlace(), regime: 'GLOBAL_TAX', country: 'AE', subdivision: null } as const, 'AE', 'COUNTRY'],
  ])('goes to the state or country where there is no stack at all: %#', (place, id, level) => {
    const [line] = assess(aDocument([manual('0.05')], { place })).items;
    expect(taxLineTexts(line!)).toEqual([`${id} 0.05 of 100 = 5 MANUAL_RATE`]);
    expect(line!.taxLines[0]!.jurisdiction.level).toBe(level);
  });

  it('of zero taxes nothing, with the manual rate as the reason', () => {
    const [line] = assess(aDocument([manual('0')], { place: aPlace('0.06') })).items;
    expect(taxLineTexts(line!)).toEqual(['STATE 0 of 0 = 0 exempt 100 MANUAL_RATE']);
  });
});
