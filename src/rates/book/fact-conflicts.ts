import type { NexusThreshold } from '../../domain/nexus/nexus-threshold.ts';
import type { FactCorrection } from '../../domain/rate-book/rate-layer.ts';
import type { DueDay } from '../../domain/returns/payment/due-days.ts';
import type { Books } from './books.ts';
import { dueDaysAt } from './due-days.ts';
import { rulesOfFact } from './fact-issues.ts';
import { asRecord, type JsonList } from './files/json-file.ts';
import { sharedDays } from './files/rate-windows.ts';
import { stillAppliedText } from './layers/imported-words.ts';
import type { BookRule } from './rules/category-rules.ts';
import { type StateBook, sourceAt } from './us/book/state-book.ts';

/** Differences between two books in the facts that corrections replace. */
export function factConflicts(facts: readonly FactCorrection[], before: Books, after: Books): string[] {
  return facts.flatMap((fact) => {
    if (replacedBy(fact, before) === replacedBy(fact, after)) return [];
    return stillAppliedText(fact);
  });
}

/** The facts of a book that a correction replaces on the correction's days, as text. */
function replacedBy(fact: FactCorrection, books: Books): string {
  const { part, subdivision, row } = fact;
  const state = books.us.states.get(subdivision ?? '');
  const ofState = (rows: JsonList = [], isMeant: (one: Row) => boolean) =>
    rows
      .map((value) => asRecord(value, 'row'))
      .filter(isMeant)
      .map((one) => withSource(state!, one));
  const replaced = (): readonly Row[] => {
    switch (part) {
      case 'RULE':
        return rulesOfFact(books, fact).flatMap(lawOf);
      case 'HOLIDAY':
        return ofState(state?.holidays, ({ name, category }) => name === row.name && category === row.category);
      case 'CAP':
        return ofState(state?.singleItemCaps, ({ city }) => city === row.city);
      case 'NEXUS':
        return (state?.nexusThresholds ?? abroadThresholds(fact, books)).map(asRow);
      case 'DUE_DAY':
        return dueDaysOf(fact, books).map(asRow);
    }
  };
  return JSON.stringify(
    replaced().flatMap(({ from, to, readOn: _, ...one }) => {
      // A corrected holiday replaces the whole holiday of its year.
      if (part === 'HOLIDAY') return yearOf(from) === yearOf(row.from) ? [{ ...one, from, to }] : [];
      const days = sharedDays(row, { from, to });
      return days === null ? [] : [{ ...one, ...days }];
    }),
  );
}

function abroadThresholds({ country }: FactCorrection, { global }: Books): readonly NexusThreshold[] {
  const own = global.nexus.filter((one) => one.country === country);
  const isInEu = global.countries.get(country)?.facts.isInEu === true;
  const each = own.length === 0 && isInEu ? global.nexus.filter((one) => one.country === 'EACH_EU') : own;
  return each.map(({ threshold }) => threshold);
}

function dueDaysOf({ country, subdivision, row }: FactCorrection, books: Books): readonly DueDay[] {
  const wanted = Array.isArray(row.frequencies) ? row.frequencies : null;
  return dueDaysAt(books.dueDays, { country, state: subdivision }).filter(
    ({ frequencies }) => wanted === null || frequencies === null || frequencies.some((name) => wanted.includes(name)),
  );
}

const yearOf = (day: unknown) => String(day).slice(0, 4);

type Row = Readonly<Record<string, unknown>>;

const asRow = <Dated extends { readonly validFrom: string | null; readonly validThrough: string | null }>({
  validFrom: from,
  validThrough: to,
  ...one
}: Dated): Row => ({ ...one, from, to });

/** Holidays remain in force on top of a corrected rule. */
function lawOf({ facts: { rule, followsGoods }, places }: BookRule): readonly Row[] {
  return rule.treatment === 'HOLIDAY' ? [] : [{ ...asRow(rule), followsGoods, places }];
}

/** A source is an index, which may refer to a different source in another book. */
function withSource({ sources }: StateBook, { source, ...row }: Row): Row {
  return { ...row, source: sourceAt(sources, source).name };
}
