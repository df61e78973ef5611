import { describe, expect, it } from 'vitest';
import { placeOf, rateBook } from '../rate-book.ts';

describe('catalogue of tax codes', () => {
  it.each([
    ['C1S1', 'general', 'GOODS', true],
    ['c1s1', 'general', 'GOODS', true],
    [' C6S1 ', 'shipping', 'SHIPPING', false],
    ['C3S1', 'saas_business', 'DIGITAL', false],
    ['C1S50', 'software_boxed', 'GOODS', true],
    ['C7S1', 'stored_value', 'STORED_VALUE', false],
  ])('finds %s', (text, category, kind, isTangible) => {
    expect(rateBook.findTaxCode(text)).toMatchObject({ code: text.trim().toUpperCase(), category, kind, isTangible });
  });

  it('does not find other codes', () => {
    for (const text of ['', 'C9S9', 'shipping']) expect(rateBook.findTaxCode(text)).toBeNull();
  });

  it('has a name and a description for every code, and each code once', () => {
    expect(new Set(rateBook.taxCodes.map(({ code }) => code)).size).toBe(rateBook.taxCodes.length);
    for (const { code, name, description } of rateBook.taxCodes) {
      expect(code).toMatch(/^C\d+S\d+$/);
      expect(name.length * description.length).toBeGreaterThan(0);
    }
  });
});

const europe = [
  'AT',
  'BE',
  'BG',
  'CY',
  'CZ',
  'DE',
  'DK',
  'EE',
  'ES',
  'FI',
  'FR',
  'GR',
  'HR',
  'HU',
  'IE',
  'IT',
  'LT',
  'LU',
];
europe.push('LV', 'MT', 'NL', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK');

describe('a code that combines goods at two rates', () => {
  /** The codes with the notice CATEGORY_IS_BROAD, by country. */
  const broad = (countries: readonly string[]) =>
    rateBook.taxCodes
      .filter(({ code }) =>
        countries.some((country) =>
          rateBook
            .ruleFor(placeOf({ country }), '2026-06-15', code, 'ITEM')
            .notices.some((notice) => notice.code === 'CATEGORY_IS_BROAD'),
        ),
      )
      .map(({ code }) => code);

  it('is known, with a notice where the law of a member state or the United Kingdom separates them', () => {
    expect(broad(['GB', ...europe])).toEqual([
      ...['C1S4', 'C1S8', 'C1S10', 'C1S11', 'C1S12', 'C1S13', 'C1S14', 'C1S15', 'C1S16', 'C1S20', 'C1S21'],
      ...['C1S22', 'C1S23', 'C1S24', 'C1S25', 'C1S30', 'C1S31', 'C1S32', 'C1S33', 'C1S40', 'C2S1', 'C2S4'],
      ...['C2S7', 'C2S8'],
      ...['C4S2', 'C4S3', 'C4S4', 'C4S6', 'C4S7', 'C4S8', 'C4S9', 'C4S10', 'C5S1', 'C5S2', 'C5S3', 'C5S4'],
    ]);
  });

  it.each([
    ['audio books', 'C2S7'],
    ['gold', 'C1S53'],
    ['online newspapers', 'C2S8'],
    ['shoes and leather goods', 'C4S8'],
    ['bicycles', 'C4S9'],
  ])('does not include %s, which have the code %s', (words, own) => {
    const others = rateBook.taxCodes.filter(({ code }) => /^C2|^C4S(?:2|8|9|10)$|^C1S5/.test(code) && code !== own);
    const named = others.filter(({ description }) => description.toLowerCase().includes(words));
    for (const { code, description } of named) expect(description, code).toMatch(/codes? of (?:its|their) own/);
  });
});

describe('places of services', () => {
  // Shipping has its own place of supply; a card is not supplied before it is spent.
  const services = rateBook.taxCodes.filter(({ isTangible, kind }) => !isTangible && kind !== 'STORED_VALUE');

  it('has the articles of every code that is a service, and where each was read', () => {
    expect(services.length).toBeGreaterThan(20);
    for (const { code } of services) {
      const place = rateBook.servicePlace(code);
      expect(place, code).not.toBeNull();
      for (const { article, source, readOn } of [place!.consumers, place!.consumersOutsideEu, place!.businesses]) {
        expect(source, code).toContain(`Directive 2006/112/EC, article ${/^\d+/.exec(article)![0]}`);
        if (readOn === null) expect(source, code).toMatch(/^recalled: /);
        else expect(readOn, code).toMatch(/^20\d\d-\d\d-\d\d$/);
      }
    }
  });

  it.each([
    // Articles 44, 45, 47, 53, 54, 58 and 59.
    ['C2S1', '58 CUSTOMER', '58 CUSTOMER', '44 CUSTOMER', false],
    ['C3S4', '45 SUPPLIER', '59 CUSTOMER', '44 CUSTOMER', true],
    ['C4S1', '45 SUPPLIER', '59 CUSTOMER', '44 CUSTOMER', true],
    ['C4S2', '54 (2) DEPARTURE', '54 (2) DEPARTURE', '44 CUSTOMER', true],
    ['C4S4', '45 SUPPLIER', '45 SUPPLIER', '44 CUSTOMER', false],
    ['C5S1', '54 (1) ON_SITE', '54 (1) ON_SITE', '53 ON_SITE', false],
    ['C5S2', '47 ON_SITE', '47 ON_SITE', '47 ON_SITE', false],
    ['C1S15', '55 ON_SITE', '55 ON_SITE', '55 ON_SITE', true],
    // Articles 46, 48 and 56.
    ['C4S5', '46 CUSTOMER', '46 CUSTOMER', '44 CUSTOMER', true],
    ['C4S6', '48 ON_SITE', '48 ON_SITE', '48 ON_SITE', true],
    ['C4S7', '56 ON_SITE', '56 ON_SITE', '56 ON_SITE', true],
    ['C6S1', '50 DEPARTURE', '50 DEPARTURE', '44 CUSTOMER', true],
    ['C2S7', '58 CUSTOMER', '58 CUSTOMER', '44 CUSTOMER', false],
    ['C4S9', '54 (2) DEPARTURE', '54 (2) DEPARTURE', '44 CUSTOMER', true],
    ['C8S2', '45 SUPPLIER', '45 SUPPLIER', '44 CUSTOMER', false],
  ])('places %s by the article that names it', (code, consumers, outsideEu, businesses, isUnclear) => {
    const place = rateBook.servicePlace(code)!;
    const shown = [place.consumers, place.consumersOutsideEu, place.businesses].map(
      (one) => `${one.article} ${one.place}`,
    );
    expect(shown).toEqual([consumers, outsideEu, businesses]);
    expect(place.unclear !== null).toBe(isUnclear);
  });

  it('reports the open question of a code to which more than one article may apply', () => {
    const unclear = services.filter(({ code }) => rateBook.servicePlace(code)!.unclear !== null);
    expect(unclear.map(({ code }) => code)).toEqual([
      ...['C3S4', 'C3S5', 'C3S8', 'C3S9', 'C4S1', 'C4S2'],
      ...['C4S5', 'C4S6', 'C4S7', 'C4S8', 'C4S9', 'C4S10', 'C4S12'],
      ...['C5S4', 'C6S1', 'C8S1'],
    ]);
  });

  it('places no goods, except meals that are eaten on site', () => {
    const goods = rateBook.taxCodes.filter(({ isTangible }) => isTangible);
    expect(goods.filter(({ code }) => rateBook.servicePlace(code) !== null).map(({ code }) => code)).toEqual(['C1S15']);
  });
});
