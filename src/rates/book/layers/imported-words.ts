import type { FactCorrection, RateCorrection } from '../../../domain/rate-book/rate-layer.ts';

type Imported = RateCorrection | FactCorrection;

const facts = { RULE: 'rule', HOLIDAY: 'holiday', CAP: 'cap', NEXUS: 'threshold', DUE_DAY: 'due day' } as const;

/**
 * The subject and the name of an imported row: `MN-M43000`, `the imported rate 0.01 (…)`; or `MN groceries`, `the
 * imported rule (…)`.
 */
function wordsOf(one: Imported) {
  const what = 'part' in one ? facts[one.part] : `rate ${one.rate}`;
  return { about: aboutOf(one), imported: `the imported ${what} (${one.source})` };
}

function aboutOf(one: Imported): string {
  if (!('part' in one)) return one.jurisdictionId;
  const { country, subdivision, row } = one;
  return [subdivision ?? country, row.category ?? row.fee ?? row.city].flatMap((part) => part ?? []).join(' ');
}

export const notAppliedText = (one: Imported, reason: string) =>
  `${wordsOf(one).about}: ${wordsOf(one).imported} is not applied: ${reason}`;

/**
 * `change` describes the change in the book: `0.005 to 0.007`. For facts other than rates, it is only the name of the
 * fact.
 */
export function stillAppliedText(one: Imported, change = 'part' in one ? `this ${facts[one.part]}` : ''): string {
  const { about, imported } = wordsOf(one);
  return `${about}: the book changes ${change}; ${imported} still applies.`;
}

/** Reasons why an imported row or a ruling does not match a rate book. */
export const unfit = {
  state: (code: unknown) => `Unknown state ${code}.`,
  salesTax: (name: string) => `${name} levies no sales tax, and the rate book has no sales tax rules for it.`,
  tax: (country: string) => `${country} has no tax in the rate book; add its rate first.`,
  region: (id: string) => `The rate book has no region ${id}.`,
  jurisdictions: (ids: readonly unknown[]) => `The rate book has no jurisdiction ${ids.join(', ')}.`,
  subject: (name: unknown) => `The rate book has no tax code or category ${name}.`,
} as const;
