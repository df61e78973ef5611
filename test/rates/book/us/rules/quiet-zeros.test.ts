import { describe, expect, it } from 'vitest';
import { placeOf, rateBook, ruleOfRow } from '../../rate-book.ts';

const days = ['2024-06-15', '2025-08-15', '2026-11-22', '2027-03-01'];

/** States without a general sales tax, where untaxed goods and services need no uncertainty. */
const withoutSalesTax = ['AK', 'DE', 'MT', 'NH', 'OR'];

/** Categories that compiled sources often list as exempt in every state without checking. */
const oftenWrong = new Set(['DIGITAL', 'SERVICE']);

/** A law, an authority's page or at least a second source. */
const isConfirmed = (source: string): boolean => /https?:|Code|Stat\.|Tax Law| and (open|Tax)/.test(source);

describe('zeros of the states', () => {
  it.each(days)('have a rule with a source on %s, and a notice if there is only one compiled source', (day) => {
    const quiet: string[] = [];
    for (const { code: state } of rateBook.states) {
      const place = placeOf({ state, isPartial: true });
      for (const { code, kind } of rateBook.taxCodes) {
        const { rule, notices } = rateBook.ruleFor(place, day, code, kind === 'SHIPPING' ? 'SHIPPING_FEE' : 'ITEM');
        if (rule.terms.some(({ rate }) => rate.kind !== 'none')) continue;
        if (rule.source === '' || rule.description === '') quiet.push(`${state} ${code}: no source`);
        if (notices.length > 0 || withoutSalesTax.includes(state) || isConfirmed(rule.source)) continue;
        if (oftenWrong.has(kind) || rule.category === 'newspapers') quiet.push(`${state} ${code}: ${rule.source}`);
      }
    }
    expect(quiet).toEqual([]);
  });

  it('report rules that were never researched', () => {
    const uncertain = 'whether Alabama lists it as a taxable service was not researched';
    const source = 'Services are taxed only where the law names them (https://example.com)';
    const facts = ruleOfRow('AL', 'C3S9', { category: 'services_it', taxable: 'no', uncertain, source });
    expect(facts.rule.terms).toEqual([]);
    expect(facts.notices).toEqual([
      expect.objectContaining({
        code: 'FACT_UNCERTAIN',
        message: `IT services in Alabama: the rule is uncertain (${uncertain}).`,
      }),
    ]);
  });
});
