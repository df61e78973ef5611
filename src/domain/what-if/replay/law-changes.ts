import type { Jurisdiction } from '../../../tax/model/place.ts';
import { decimal } from '../../../tax/numbers/decimal.ts';
import { formatPercent } from '../../descriptions/format.ts';
import type { SnapshotTaxLine, TransactionSnapshot } from '../../transactions/transaction-snapshot.ts';
import type { ReplayChange } from './replay-record.ts';
import { type Calculated, type CalculatedLine, differingLines } from './replayed-figures.ts';

/**
 * The changes to a document under another rate book: rates of authorities, and rules for its lines. Each change is
 * listed once.
 */
export function lawChanges(before: Calculated, after: Calculated): ReplayChange[] {
  const changes = new Map<string, ReplayChange>();
  for (const pair of differingLines(before, after)) {
    const own = [...rateChanges(before, after, pair), ...ruleChanges(before, after, pair)];
    for (const change of own) {
      const key = JSON.stringify([change.cause, change.jurisdiction?.id, change.before, change.after]);
      if (!changes.has(key)) changes.set(key, change);
    }
  }
  if (changes.size > 0) return [...changes.values()];
  return [
    {
      cause: 'RULE_CHANGED',
      pointer: differingLines(before, after)[0]?.after.pointer ?? '',
      message: 'The rate book assigns a different place, sourcing rule or limit to the sale.',
      before: before.document.salesTax.amount,
      after: after.document.salesTax.amount,
    } as ReplayChange,
  ];
}

type Pair = { readonly before: CalculatedLine; readonly after: CalculatedLine };

function rateChanges(before: Calculated, after: Calculated, pair: Pair): ReplayChange[] {
  const was = ratesOf(before.snapshot, pair.before);
  const is = ratesOf(after.snapshot, pair.after);
  const names = new Set([...was.keys(), ...is.keys()]);
  return [...names].flatMap((id): ReplayChange[] => {
    const [old, now] = [was.get(id), is.get(id)];
    if (old?.rate === now?.rate || old?.taxText === now?.taxText) return [];
    const { jurisdiction, source } = (now ?? old)!;
    return [
      {
        cause: 'RATE_CHANGED',
        pointer: pair.after.pointer,
        message: `${jurisdiction.name}: ${old ? `the rate was ${percentOf(old)}` : 'it did not tax the line'}, ${now ? `and the rate is now ${percentOf(now)}` : 'and it no longer taxes the line'}.`,
        jurisdiction,
        ...(old && { before: old.rate }),
        ...(now && { after: now.rate }),
        source,
      } as ReplayChange,
    ];
  });
}

type Rate = {
  readonly jurisdiction: Jurisdiction;
  readonly rate: string;
  readonly source: string;
  /** The effect of the rate on the line. */
  readonly taxText: string;
};

function ratesOf({ rates }: TransactionSnapshot, { frozen }: CalculatedLine): Map<string, Rate> {
  const found = new Map<string, Rate>();
  for (const part of frozen.taxLines) {
    const { jurisdiction, rate, source } = rates[part.rate]!;
    const others = found.get(jurisdiction.id)?.taxText ?? '';
    found.set(jurisdiction.id, { jurisdiction, rate, source, taxText: `${others} ${taxText(part)}` });
  }
  return found;
}

const percentOf = ({ rate }: Rate) => formatPercent(decimal(rate));

const taxText = ({ appliedRate, taxableAmount, taxAmount }: SnapshotTaxLine) =>
  [appliedRate, taxableAmount, taxAmount].join(' ');

function ruleChanges(before: Calculated, after: Calculated, pair: Pair): ReplayChange[] {
  const was = before.snapshot.rules[pair.before.frozen.rule]!;
  const is = after.snapshot.rules[pair.after.frozen.rule]!;
  if (ruleText(before.snapshot, pair.before.frozen.rule) === ruleText(after.snapshot, pair.after.frozen.rule))
    return [];
  const authority = after.snapshot.rates.find(
    ({ jurisdiction, place }) =>
      place === pair.after.frozen.place && (jurisdiction.level === 'STATE' || jurisdiction.level === 'COUNTRY'),
  );
  return [
    {
      cause: 'RULE_CHANGED',
      pointer: pair.after.pointer,
      message: `The rule was: ${ended(was.description)} It is now: ${ended(is.description)}`,
      ...(authority && { jurisdiction: authority.jurisdiction }),
      before: `${was.treatment}: ${was.description}`,
      after: `${is.treatment}: ${is.description}`,
      source: is.source,
    } as ReplayChange,
  ];
}

const ended = (words: string) => (words.endsWith('.') ? words : `${words}.`);

/** The parts of a rule that affect the tax. */
function ruleText({ rules }: TransactionSnapshot, index: number): string {
  const { treatment, terms, aboveCap } = rules[index]!;
  const cap = aboveCap && [aboveCap.capAmount, aboveCap.isCapIncluded, rules[aboveCap.rule]!.terms];
  return JSON.stringify([treatment, terms, cap]);
}
