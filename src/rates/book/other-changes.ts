import { changesBetween, type FactChange } from '../../domain/rate-book/fact-changes.ts';
import { factsOf, fileNames } from './book-facts.ts';
import { type BundledBook, readBookFiles } from './files/book-files.ts';
import type { Steps } from './files/steps.ts';

const subjects = {
  dueDays: 'return due date',
  filingDiscounts: 'return discount or prepayment',
  imports: 'import limit',
  nexus: 'nexus threshold',
  deliveryFees: 'delivery fee',
  exemptionReasons: 'exemption reason',
  taxCodes: 'tax code',
  taxNumberFormats: 'tax number format',
} as const;

/** Changes between two books to other facts, as text: `changed: return due date, US TX`. */
export function* otherChanges(before: BundledBook, after: BundledBook): Steps<readonly string[]> {
  const [was, is] = [readBookFiles(before), readBookFiles(after)];
  const found: string[] = [];
  const named = Object.entries(subjects) as [keyof typeof subjects, string][];
  for (const [file, subject] of named) {
    yield;
    const [old, next] = [was, is].map((files) => factsOf([[fileNames[file], files[file]]]));
    found.push(...textsOf(subject, changesBetween(old!, next!)));
  }
  for (const { code, read } of is.states) {
    yield;
    const old = was.states.find((state) => state.code === code);
    if (!old) continue;
    const [facts, next] = [old.read(), read()].map(({ sources, holidays }) =>
      factsOf([[code, { sources, ...(holidays !== undefined && { holidays }) }]]),
    );
    found.push(...textsOf(`tax holiday, ${code}`, changesBetween(facts!, next!)));
  }
  return found;
}

function textsOf(subject: string, changes: readonly FactChange[]): string[] {
  const texts = changes.flatMap(({ key, before, after }) => {
    const kind = before === null ? 'added' : after === null ? 'removed' : 'changed';
    const [, part = '', ...name] = key.split(' ');
    if (['asOf', 'meaning'].includes(part)) return [];
    return `${kind}: ${[subject, name.join(' ')].filter((one) => one !== '').join(', ')}`;
  });
  return [...new Set(texts)];
}
