import { describe, expect, it } from 'vitest';
import { decimal, sum } from '../../src/tax/numbers/decimal.ts';
import { calculate } from '../scenarios/scenario.ts';
import { countByKind, isPageOf, type PublishedFact, publishedFacts } from './published-facts.ts';

/** Notices that the tax of a line may differ from the calculated amount. */
const doubts = new Set([
  'FACT_UNCERTAIN',
  'CATEGORY_IS_BROAD',
  'CATEGORY_WITHOUT_FACTS',
  'RATE_START_UNKNOWN',
  'RATE_NOT_KNOWN_FOR_DATE',
  'RULE_START_UNKNOWN',
  'RULE_NOT_KNOWN_FOR_DATE',
  'REGIONAL_RATE_CONDITIONAL',
]);

type Outcome = {
  readonly fact: PublishedFact;
  readonly text: string;
  readonly result: 'agrees' | 'is told' | 'differs';
  /** False if the row of the rate book was written from the page of the fact. */
  readonly isIndependent: boolean;
};

/** `GR 85400 Leros` or `CA-QC`. */
function addressOf(place: string) {
  const [code = '', zip, ...city] = place.split(' ');
  const [country = '', region] = code.split('-');
  return { country, region, ...(zip ? { zip, city: city.join(' ') || undefined } : {}) };
}

async function outcomeOf(fact: PublishedFact): Promise<Outcome> {
  const { topic, place, taxCode, date, price, expected } = fact;
  const { document, snapshot } = await calculate({
    name: place,
    source: '',
    why: '',
    on: date,
    to: addressOf(place),
    items: [{ code: taxCode, price }],
    // A seller at the same place, where services to consumers are taxed.
    from: addressOf(place),
    expected: { taxes: [], total: '' },
  });
  const [kind = '', figure = '0'] = expected.split(' ');
  const [line] = snapshot.items;
  const rate = sum(line!.taxLines.map(({ appliedRate }) => decimal(appliedRate)));
  const actual = kind === 'tax' ? decimal(document.items[0]!.taxAmount) : rate;
  const text = `${topic}: ${taxCode} in ${place} on ${date}: ${expected}, not ${actual}`;
  const isTold = document.notices.some(({ code }) => doubts.has(code));
  const isIndependent = !isPageOf([...snapshot.rates, ...snapshot.rules], fact);
  return { fact, text, result: actual.eq(figure) ? 'agrees' : isTold ? 'is told' : 'differs', isIndependent };
}

describe('published facts of other countries', async () => {
  const facts = publishedFacts(new URL('global/', import.meta.url));
  const outcomes: Outcome[] = [];
  for (const fact of facts) outcomes.push(await outcomeOf(fact));
  const having = (result: Outcome['result']) => outcomes.filter((one) => one.result === result).map(({ text }) => text);

  it('have an address and the day they were read, and occur once', () => {
    const keys = facts.map(({ readOn: _day, source: _source, kind: _kind, ...fact }) => JSON.stringify(fact));
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
    expect(facts.filter(({ source, readOn }) => !/^https?:\/\/\S+$/.test(source) || readOn < '2026-01-01')).toEqual([]);
  });

  it('agree with the calculation, or differ with a notice', () => {
    expect(having('differs')).toEqual([]);
  });

  it('are tests where the rate book was not written from their page', () => {
    const independent = outcomes.filter((one) => one.isIndependent).map(({ fact }) => fact);
    expect(independent.length).toBeGreaterThan(540);
    const { LAW, AUTHORITY } = countByKind(independent);
    expect(LAW + AUTHORITY).toBeGreaterThanOrEqual(30);
  });

  it(`${having('agrees').length} of ${facts.length} agree; the others are listed`, () => {
    expect(facts.length).toBeGreaterThanOrEqual(600);
    expect(having('is told')).toEqual(['standard-rates-world: C1S1 in LB on 2017-07-01: rate 0.1, not 0.11']);
  });
});
