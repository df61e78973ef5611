import { namesOf } from '../domain/base/record.ts';
import { filingFrequency } from '../domain/nexus/filing-frequency.ts';
import type { FactCorrection } from '../domain/rate-book/rate-layer.ts';
import { findDueDay } from '../domain/returns/due-days.ts';
import { dayAfter, filingPeriodOf } from '../domain/returns/filing-calendar.ts';
import type { ReferenceData } from '../ports/reference-data.ts';
import { assess } from '../tax/assess.ts';
import type { TaxPlace } from '../tax/model/place.ts';
import type { TaxRule } from '../tax/model/rule.ts';
import { decimal, decimalText, zero } from '../tax/numbers/decimal.ts';
import { nowhere } from '../usecases/lookups/look-up-place.ts';
import { lawOf } from '../usecases/lookups/rates-at-place.ts';

type Books = { readonly before: ReferenceData; readonly after: ReferenceData };

/** For each corrected fact, an example: the rule and the tax on 100.00 at the rate of the state or country, before and after. */
export function effectsOf(facts: readonly FactCorrection[], books: Books, today: string): string[] {
  return facts.map((fact) => {
    const { country, subdivision, row, part } = fact;
    const where = subdivision ?? country;
    const on = typeof row.from === 'string' ? row.from : today;
    if (part === 'NEXUS') {
      const [before, after] = [books.before, books.after].map((book) => thresholdOn(book, where, on));
      return `${where} on ${on}: threshold ${before} -> ${after}`;
    }
    if (part === 'DUE_DAY') {
      const frequency = namesOf(filingFrequency).find((one) => [row.frequencies ?? one].flat().includes(one))!;
      const period = filingPeriodOf(frequency, on);
      const [before, after] = [books.before, books.after].map((book) => {
        const found = findDueDay(book.dueDays({ country, state: subdivision }), { frequency, to: period.to });
        return found === null ? 'unknown' : dayAfter(period.to, found);
      });
      return `${where}, ${frequency} return of ${period.from} to ${period.to}: due ${before} -> ${after}`;
    }
    const code = codeOf(books.after, fact);
    const [before, after] = [books.before, books.after].map((book) => exampleOf(book, fact, { code, on }));
    return `${code} in ${where} on ${on}: ${before} -> ${after}`;
  });
}

function codeOf({ taxCodes }: ReferenceData, { row }: FactCorrection): string {
  const category = row.category ?? row.fee ?? 'general';
  return (taxCodes.find((one) => one.category === category) ?? taxCodes[0]!).code;
}

function exampleOf(
  reference: ReferenceData,
  { country, subdivision, row }: FactCorrection,
  { code, on }: { readonly code: string; readonly on: string },
): string {
  const match = reference.matchAddress({ ...nowhere, country, state: subdivision }, on);
  if (match.kind === 'unmatched') return 'unknown place';
  const local = Array.isArray(row.places) ? row.places.map(String) : typeof row.city === 'string' ? [row.city] : [];
  const place = { ...match.place, jurisdictionIds: [...match.place.jurisdictionIds, ...local] };
  const { rule } = lawOf(reference, { place, taxDate: on, taxCode: code });
  const tax = taxOn(rule, reference.placeFacts(place, on).taxPlace);
  return `${rule.description} (tax on 100.00: ${tax})`;
}

function taxOn(rule: TaxRule, place: TaxPlace): string {
  const item = {
    taxCode: 'C1S1',
    isSentAsNotTaxable: false,
    manualRate: null,
    supply: { kind: 'TAXED' as const },
    rule,
    unitPrice: decimal('100'),
    quantity: decimal('1'),
    totalPrice: null,
    discount: zero,
  };
  const { items } = assess({
    place,
    isCollecting: true,
    minorUnit: 2,
    isTaxInclusive: false,
    transactionLevelDiscount: zero,
    customerType: 'RETAIL',
    certificates: [],
    items: [item],
    shippingFee: null,
    options: {
      roundingLevel: 'LINE',
      roundingMode: 'HALF_UP',
      inclusiveRounding: 'TAX',
      exemptInclusivePrice: 'KEEP',
      discountCoversShipping: false,
      shippingTaxMethod: 'OWN_CODE',
    },
  });
  return decimalText(items[0]!.taxAmount);
}

function thresholdOn(reference: ReferenceData, state: string, on: string): string {
  const inForce = reference
    .nexusThresholds(state)
    .find(({ validFrom, validThrough }) => (validFrom ?? '') <= on && (validThrough === null || validThrough >= on));
  if (!inForce) return 'none';
  const { salesAmount, transactionCount, currency } = inForce;
  return `${decimalText(salesAmount)} ${currency}${transactionCount === null ? '' : ` or ${transactionCount} sales`}`;
}
