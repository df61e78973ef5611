import { namesOf } from '../domain/base/record.ts';
import { formatCount, formatList } from '../domain/base/words.ts';
import { filingFrequency } from '../domain/nexus/nexus-record.ts';
import type { MatchedPlace } from '../domain/places/address-match.ts';
import { euCode } from '../domain/places/eu-code.ts';
import type { FactCorrection } from '../domain/rate-book/rate-layer.ts';
import { dayAfter, filingPeriodOf } from '../domain/returns/filing-calendar.ts';
import { findDueDay } from '../domain/returns/payment/due-days.ts';
import type { ReferenceData } from '../ports/reference-data.ts';
import { assess } from '../tax/assess.ts';
import type { TaxPlace } from '../tax/model/place.ts';
import type { TaxRule } from '../tax/model/rule.ts';
import { type Decimal, decimal, decimalText, zero } from '../tax/numbers/decimal.ts';
import { nowhere } from '../usecases/lookups/look-up-place.ts';
import { lawOf } from '../usecases/lookups/rates-at-place.ts';

type Books = { readonly before: ReferenceData; readonly after: ReferenceData };

/**
 * An example for each corrected fact, before and after: the threshold, the due day, or the rule with the tax on 100.00
 * (for a cap, on twice the cap).
 */
export function effectsOf(facts: readonly FactCorrection[], books: Books, today: string): string[] {
  return facts.map((fact) => {
    const { country, subdivision, row, part } = fact;
    const where = subdivision ?? country;
    const on = typeof row.from === 'string' ? row.from : today;
    if (part === 'NEXUS') {
      const [before, after] = [books.before, books.after].map((book) => thresholdOn(book, fact, on));
      return `${where} on ${on}: threshold ${before} -> ${after}`;
    }
    if (part === 'DUE_DAY') {
      const frequency = namesOf(filingFrequency).find((one) => [row.frequencies ?? one].flat().includes(one))!;
      const period = filingPeriodOf(frequency, on, books.after.dueDays({ country, state: subdivision }));
      const [before, after] = [books.before, books.after].map((book) => {
        const found = findDueDay(book.dueDays({ country, state: subdivision }), { frequency, to: period.to });
        return found === null ? 'unknown' : dayAfter(period.to, found);
      });
      return `${where}, ${frequency} return for ${period.from} to ${period.to}: due ${before} -> ${after}`;
    }
    const code = fact.taxCode ?? codeOf(books.after, fact);
    const local = localOf(books.after, fact, on);
    const [before, after] = [books.before, books.after].map((book) => exampleOf(book, fact, { code, on, local }));
    return `${code} in ${[where, ...local].join(', ')} on ${on}: ${before} -> ${after}`;
  });
}

/**
 * Places whose own rules take precedence over a rule for their state or country, as of today, or as of the rule's first
 * day if that is later.
 */
export function precedingRules(facts: readonly FactCorrection[], reference: ReferenceData, today: string): string[] {
  return facts.flatMap((fact) => {
    const { part, country, subdivision, row, source } = fact;
    if (part !== 'RULE' || row.places !== undefined) return [];
    const on = typeof row.from === 'string' && row.from > today ? row.from : today;
    const match = reference.matchAddress({ ...nowhere, country, state: subdivision }, on);
    if (match.kind === 'unmatched') return [];
    const taxCode = fact.taxCode ?? codeOf(reference, fact);
    const isOther = (place: MatchedPlace) => lawOf(reference, { place, taxDate: on, taxCode }).rule.source !== source;
    if (isOther(match.place)) return []; // A holiday rule applies to the place, or the corrected rule has ended.
    const { jurisdictionIds } = match.place;
    const names = reference
      .jurisdictions({ country, subdivision, level: null, ids: null })
      .filter(({ jurisdiction: { id }, ...one }) =>
        isOther({ ...match.place, subdivision: one.subdivision, jurisdictionIds: [...jurisdictionIds, id] }),
      )
      .map(({ jurisdiction: { name } }) => name);
    if (names.length === 0) return [];
    const places = `${formatCount(names.length, 'place')} (${formatList(names)})`;
    return `${taxCode} in ${subdivision ?? country}: the rules of ${places} still apply there. Add rows to replace them too.`;
  });
}

function codeOf({ taxCodes }: ReferenceData, { row }: FactCorrection): string {
  const category = row.category === 'delivery' ? 'shipping' : (row.category ?? row.fee ?? 'general');
  return (taxCodes.find((one) => one.category === category) ?? taxCodes[0]!).code;
}

/** A place within the state where the fact applies; for a cap on local taxes, a place with a local tax. */
function localOf(reference: ReferenceData, { part, country, subdivision, row }: FactCorrection, on: string): string[] {
  const named = [row.places, row.city].flat().filter((id) => typeof id === 'string');
  if (named.length > 0 || part !== 'CAP') return named.slice(0, 1);
  const levels = [row.levels].flat();
  const taxed = reference
    .jurisdictions({ country, subdivision, level: null, ids: null })
    .find(({ key, jurisdiction: { level } }) => {
      const rate = reference.jurisdictionRate(key, on)?.rate?.rate;
      return level !== 'STATE' && levels.includes(level) && rate !== undefined && !rate.isZero();
    });
  return taxed === undefined ? [] : [taxed.jurisdiction.id];
}

function exampleOf(
  reference: ReferenceData,
  { part, country, subdivision, row }: FactCorrection,
  { code, on, local }: { readonly code: string; readonly on: string; readonly local: readonly string[] },
): string {
  const match = reference.matchAddress({ ...nowhere, country, state: subdivision }, on);
  if (match.kind === 'unmatched') return 'unknown place';
  const place = { ...match.place, jurisdictionIds: [...match.place.jurisdictionIds, ...local] };
  const { rule } = lawOf(reference, { place, taxDate: on, taxCode: code });
  // For a cap, the example price is above the cap.
  const price = part === 'CAP' ? decimal(String(row.upTo)).times(2) : decimal('100');
  const tax = taxOn(price, rule, reference.placeFacts(place, on).taxPlace);
  return `${rule.description} (tax on ${price.toFixed(2)}: ${tax})`;
}

function taxOn(unitPrice: Decimal, rule: TaxRule, place: TaxPlace): string {
  const item = {
    taxCode: 'C1S1',
    isSentAsNotTaxable: false,
    manualRate: null,
    supply: { kind: 'TAXED' as const },
    rule,
    unitPrice,
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

/**
 * The threshold for a state or country. Abroad, it is the threshold for sellers from another country; for the EU, the
 * threshold for sellers from a member state.
 */
function thresholdOn(reference: ReferenceData, { country, subdivision }: FactCorrection, on: string): string {
  const home = country === euCode ? 'DE' : 'US';
  const thresholds =
    country === 'US' ? reference.nexusThresholds(subdivision ?? '') : reference.nexusThresholdsAbroad(country, home);
  const inForce = thresholds.find(
    ({ validFrom, validThrough }) => (validFrom ?? '') <= on && (validThrough === null || validThrough >= on),
  );
  if (!inForce) return 'none';
  const { salesAmount, transactionCount, currency, combine } = inForce;
  const joined = combine === 'BOTH' ? 'and' : 'or';
  return `${decimalText(salesAmount)} ${currency}${transactionCount === null ? '' : ` ${joined} ${transactionCount} sales`}`;
}
