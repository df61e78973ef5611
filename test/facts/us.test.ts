import { describe, expect, it } from 'vitest';
import { decimal, sum } from '../../src/tax/numbers/decimal.ts';
import { calculate } from '../scenarios/scenario.ts';
import { countByKind, isPageOf, type PublishedFact, publishedFacts } from './published-facts.ts';

/** Notices that the tax of a line may differ from the calculated amount. */
const doubts = new Set(['FACT_UNCERTAIN', 'CONDITION_UNKNOWN', 'CATEGORY_WITHOUT_FACTS', 'RULE_START_UNKNOWN']);

type Outcome = {
  readonly fact: PublishedFact;
  readonly text: string;
  readonly result: 'agrees' | 'is told' | 'differs';
  /** False if the row of the rate book was written from the page of the fact. */
  readonly isIndependent: boolean;
};

/** Compares a fact with the calculation of a whole document with one line. */
async function outcomeOf(fact: PublishedFact): Promise<Outcome> {
  const { topic, place, taxCode, date, price, expected } = fact;
  const [state = '', zip, ...city] = place.split(' ');
  const { document, snapshot } = await calculate({
    name: place,
    source: '',
    why: '',
    on: date,
    to: { state, ...(zip ? { zip, city: city.join(' ') } : {}) },
    items: [{ code: taxCode, price }],
    expected: { taxes: [], total: '' },
  });
  const tax = decimal(document.items[0]!.taxAmount);
  const [kind = '', figure = '0'] = expected.split(' ');
  const rateOf = (level: string) =>
    sum(
      snapshot.items[0]!.taxLines.filter(({ rate }) => snapshot.rates[rate]!.jurisdiction.level === level).map(
        ({ appliedRate }) => decimal(appliedRate),
      ),
    );
  const agrees =
    kind === 'tax'
      ? tax.eq(figure)
      : kind === 'taxed'
        ? !tax.isZero()
        : kind === 'untaxed'
          ? tax.isZero()
          : rateOf(kind.toUpperCase()).eq(figure);
  const text = `${topic}: ${taxCode} in ${place} on ${date}: ${expected}, not ${tax}`;
  const isTold = document.notices.some(({ code }) => doubts.has(code));
  const isIndependent = !isPageOf([...snapshot.rates, ...snapshot.rules], fact);
  return { fact, text, result: agrees ? 'agrees' : isTold ? 'is told' : 'differs', isIndependent };
}

describe('published facts of the US', async () => {
  const facts = publishedFacts(new URL('us/', import.meta.url));
  const outcomes: Outcome[] = [];
  for (const fact of facts) outcomes.push(await outcomeOf(fact));
  const having = (result: Outcome['result']) => outcomes.filter((one) => one.result === result).map(({ text }) => text);

  it('have an address and the day they were read, and occur once', () => {
    const keys = facts.map(({ readOn: _day, ...fact }) => JSON.stringify(fact));
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
    expect(facts.filter(({ source, readOn }) => !/^https?:\/\/\S+$/.test(source) || readOn < '2026-01-01')).toEqual([]);
  });

  it('agree with the calculation, or differ with a notice', () => {
    expect(having('differs')).toEqual([]);
  });

  it('are tests where the rate book was not written from their page', () => {
    const independent = outcomes.filter((one) => one.isIndependent).map(({ fact }) => fact);
    expect(independent.length).toBeGreaterThan(500);
    const { LAW, AUTHORITY } = countByKind(independent);
    expect(LAW + AUTHORITY).toBeGreaterThanOrEqual(50);
  });

  it(`${having('agrees').length} of ${facts.length} agree; the others are listed`, () => {
    expect(facts.length).toBeGreaterThanOrEqual(1_250);
    expect(having('is told')).toEqual([
      'clothing: C1S8 in NJ on 2026-11-01: untaxed, not 6.63',
      'digital-goods: C2S3 in KY on 2026-11-01: taxed, not 0',
      'groceries: C1S10 in IL 61356 Princeton on 2026-02-01: city 0.01, not 0',
    ]);
  });
});
