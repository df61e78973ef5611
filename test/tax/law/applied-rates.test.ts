import { expect, it } from 'vitest';
import { appliedRates } from '../../../src/tax/law/applied-rates.ts';
import type { Jurisdiction, JurisdictionLevel, TaxPlace } from '../../../src/tax/model/place.ts';
import type { RuleTerm, TaxRule } from '../../../src/tax/model/rule.ts';
import { decimal, decimalText } from '../../../src/tax/numbers/decimal.ts';

const jurisdiction = (level: JurisdictionLevel): Jurisdiction => ({
  id: level,
  level,
  name: level,
  code: level,
  fips: null,
  districtOf: null,
});

const place = (rates: [JurisdictionLevel, string][], cap: string | null = null): TaxPlace => ({
  regime: 'SALES_TAX',
  country: 'US',
  subdivision: 'XX',
  taxDate: '2026-07-01',
  rates: rates.map(([level, rate]) => ({
    jurisdiction: jurisdiction(level),
    rate: decimal(rate),
    validFrom: null,
    validThrough: null,
    source: 'a test',
  })),
  localRateCap: cap === null ? null : decimal(cap),
});

const rule = (...terms: RuleTerm[]): TaxRule => ({
  id: 'r',
  category: 'general',
  description: 'a rule',
  treatment: 'TAXABLE',
  terms,
  validFrom: null,
  validThrough: null,
  source: 'a test',
});

const shown = (given: TaxRule, at: TaxPlace) =>
  appliedRates(given, at).map(({ rate, isCut }) => [decimalText(rate), isCut]);

const general: RuleTerm = { levels: ['STATE', 'COUNTY', 'CITY'], rate: { kind: 'general' }, basis: { kind: 'full' } };

it('gives the general rates if the rule uses them', () => {
  expect(
    shown(
      rule(general),
      place([
        ['STATE', '0.06'],
        ['CITY', '0.01'],
      ]),
    ),
  ).toEqual([
    ['0.06', false],
    ['0.01', false],
  ]);
});

it('gives no rate to jurisdictions that no term covers', () => {
  const stateOnly: RuleTerm = {
    levels: ['STATE'],
    rate: { kind: 'percentage', rate: decimal('0.02') },
    basis: { kind: 'full' },
  };
  expect(
    shown(
      rule(stateOnly),
      place([
        ['STATE', '0.06'],
        ['CITY', '0.01'],
      ]),
    ),
  ).toEqual([
    ['0.02', false],
    ['0', false],
  ]);
});

it('splits a combined rate so that the parts add up', () => {
  const together: RuleTerm = { ...general, rate: { kind: 'together', rate: decimal('0.03') } };
  expect(
    shown(
      rule(together),
      place([
        ['STATE', '0.05'],
        ['COUNTY', '0.01'],
        ['CITY', '0.01'],
      ]),
    ),
  ).toEqual([
    ['0.02142857', false],
    ['0.00428572', false],
    ['0.00428571', false],
  ]);
});

it('cuts local rates to the cap of the law', () => {
  expect(
    shown(
      rule(general),
      place(
        [
          ['STATE', '0.0625'],
          ['COUNTY', '0.015'],
          ['CITY', '0.01'],
        ],
        '0.02',
      ),
    ),
  ).toEqual([
    ['0.0625', false],
    ['0.015', false],
    ['0.005', true],
  ]);
});

it('leaves out a rate that applies only to a bracket of the price', () => {
  const more: RuleTerm = {
    levels: ['STATE'],
    rate: { kind: 'percentage', rate: decimal('0.0275') },
    basis: { kind: 'between', fromAmount: decimal('1600'), toAmount: decimal('3200'), source: 'A law' },
  };
  expect(shown(rule(general, more), place([['STATE', '0.07']]))).toEqual([['0.07', false]]);
});
