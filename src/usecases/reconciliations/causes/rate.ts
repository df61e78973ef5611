import { addDays } from '../../../domain/base/calendar.ts';
import { formatPercent } from '../../../domain/descriptions/format.ts';
import type { RateChange } from '../../../domain/lookups/rate-changes.ts';
import { taxDateOf } from '../../../domain/transactions/tax-date.ts';
import { ratesOf, withRates } from '../../../domain/what-if/supposition.ts';
import { type Decimal, decimal, decimalText } from '../../../tax/numbers/decimal.ts';
import { type Differing, type Suppositions, supposing, type Tools } from './supposing.ts';

/** Assumes current rates instead of stored ones, or a jurisdiction's rate on another day. */
export function* byRate({ request, calculated, inFile }: Differing, { changesIn }: Tools): Suppositions {
  const { toAssess } = calculated;
  if (inFile) {
    const message =
      'Their tax follows from the current rates and certificates; the stored document keeps its original ones.';
    yield supposing({ toAssess }, message);
  }
  const { place } = toAssess;
  const state = place.country === 'US' ? place.subdivision : null;
  const changes = changesIn(place.country, state).filter(({ kind }) => kind === 'RATE');
  for (const { jurisdiction, rate } of ratesOf(toAssess)) {
    const own = changes.filter((change) => change.jurisdiction.id === jurisdiction.id);
    const tried = new Set([decimalText(rate)]);
    for (const { rate: other, words } of own.flatMap(heldRates)) {
      if (tried.has(decimalText(other))) continue;
      tried.add(decimalText(other));
      const changed = withRates(toAssess, (rates) =>
        rates.map((one) => (one.jurisdiction.id === jurisdiction.id ? { ...one, rate: other } : one)),
      );
      const message = `They use ${formatPercent(other)} for ${jurisdiction.name}, in force ${words}; on ${taxDateOf(request.input)} the rate is ${formatPercent(rate)}.`;
      yield supposing({ toAssess: changed }, message, jurisdiction);
    }
  }
}

type HeldRate = { readonly rate: Decimal; readonly words: string };

function heldRates({ before, after, effectiveOn }: RateChange): HeldRate[] {
  const found: HeldRate[] = [];
  if (before?.rate) found.push({ rate: decimal(before.rate), words: `until ${addDays(effectiveOn, -1)}` });
  if (after?.rate) found.push({ rate: decimal(after.rate), words: `from ${effectiveOn}` });
  return found;
}

/** Assumes missing jurisdictions: one of several, or all local ones. */
export function* byMissingJurisdiction({ calculated: { toAssess } }: Differing): Suppositions {
  const levied = ratesOf(toAssess).filter(({ rate }) => !rate.isZero());
  if (levied.length < 2) return;
  for (const { jurisdiction, rate } of levied) {
    const without = withRates(toAssess, (rates) => rates.filter((other) => other.jurisdiction.id !== jurisdiction.id));
    const message = `Their tax omits ${jurisdiction.name} (${jurisdiction.level.toLowerCase()}, ${formatPercent(rate)}).`;
    yield supposing({ toAssess: without }, message, jurisdiction);
  }
  if (levied.length < 3) return;
  const { jurisdiction, rate } = levied[0]!;
  const only = withRates(toAssess, (rates) => rates.filter((other) => other.jurisdiction.id === jurisdiction.id));
  const message = `Their tax omits all local jurisdictions and includes only ${jurisdiction.name} (${formatPercent(rate)}).`;
  yield supposing({ toAssess: only }, message, jurisdiction);
}
