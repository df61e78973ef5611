import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RateChange } from '../../domain/lookups/rate-changes.ts';
import { applyChanges, changesBetween, type FactChange } from '../../domain/rate-book/fact-changes.ts';
import { lawDifferences } from '../book/book-differences.ts';
import { factsOfVersion } from '../book/book-facts.ts';
import { loadBooksInTurns, type VersionToLoad } from '../book/bundled.ts';
import { type BookComparison, compareBooks } from '../book/compare-books.ts';
import { ownBook } from '../book/files/book-files.ts';
import { inTurns } from '../book/files/steps.ts';
import { otherChanges } from '../book/other-changes.ts';

/*
 * The differences between two versions. All comparisons run in short steps, so that a server responds in between.
 */

export type Compared = Pick<VersionToLoad, 'layers' | 'archived'>;

/** Jurisdictions and ZIP codes that differ. */
export async function compareVersions(before: Compared, after: Compared): Promise<BookComparison> {
  const books = await loadBoth(before, after);
  return inTurns(compareBooks(...books));
}

/** Changes of rates and rules in force on a day or later. */
export async function compareLaw(before: Compared, after: Compared, day: string): Promise<readonly RateChange[]> {
  const books = await loadBoth(before, after);
  return inTurns(lawDifferences(...books, day));
}

/** Changes of the book other than rates and rules, in words. */
export function compareOthers(before: Compared, after: Compared): Promise<readonly string[]> {
  return inTurns(otherChanges(before.archived ?? ownBook, after.archived ?? ownBook));
}

/** Patches that turn the facts of the first version into those of the second. */
export async function compareFacts(before: Compared, after: Compared): Promise<readonly FactChange[]> {
  const old = factsOfVersion(before.layers, before.archived);
  await nextTurn();
  const now = factsOfVersion(after.layers, after.archived);
  await nextTurn();
  const changes = changesBetween(old, now);
  if (changesBetween(applyChanges(old, changes), now).length > 0) throw new Error('The changes are incomplete.');
  return changes;
}

async function loadBoth(before: Compared, after: Compared) {
  const old = await loadBooksInTurns(before.layers, before.archived);
  return [old, await loadBooksInTurns(after.layers, after.archived)] as const;
}
