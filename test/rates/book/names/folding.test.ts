import { describe, expect, it } from 'vitest';
import { fold, foldPlace, isNearSpelling } from '../../../../src/rates/book/names/folding.ts';

describe('folding', () => {
  it.each([
    ['Montréal', 'montreal'],
    ["Coeur d'Alene", 'coeur dalene'],
    ['  U.S.A. ', 'usa'],
    ['Curaçao', 'curacao'],
    ['Trinidad & Tobago', 'trinidad and tobago'],
    ['Weißenburg', 'weissenburg'],
  ])('folds %s to %s', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  it.each([
    ['St. Paul', 'saint paul'],
    ['Ft. Worth, TX', 'fort worth'],
    ['The City of Mt Vernon', 'mount vernon'],
    ['Nashville (Metro)', 'nashville'],
    ['N. Little Rock', 'north little rock'],
    ['Kansas City (Platte) - KCI area', 'kansas city'],
    ['Constructor Lake', 'constructor lake'],
  ])('writes out the place name %s: %s', (text, folded) => {
    expect(foldPlace(text)).toBe(folded);
  });

  it.each([
    ['minneapolis', 'mineapolis', true],
    ['minneapolis', 'minnaepolis', true],
    ['la crosse', 'lacrosse', true],
    ['duluth', 'dulth', true],
    ['reno', 'remo', true],
    ['ada', 'ava', false],
    ['bath', 'bade', false],
    ['edina', 'eagan', false],
  ])('of %s and %s near: %s', (left, right, isNear) => {
    expect(isNearSpelling(left, right)).toBe(isNear);
  });
});
