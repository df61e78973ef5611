import { addDays } from '../../domain/base/calendar.ts';
import type { RateChange } from '../../domain/lookups/rate-changes.ts';
import type { FactCorrection } from '../../domain/rate-book/rate-layer.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import type { Books } from './books.ts';
import type { FoundChange } from './changes/changed-place.ts';
import { deepFreeze } from './files/deep-freeze.ts';
import { isInForce } from './files/rate-windows.ts';
import { globalChanges, usChanges, withIds } from './rate-changes.ts';

/** A ruling that matches the book, with the codes it covers. */
type RulingInBook = { readonly fact: FactCorrection; readonly codes: ReadonlySet<string> };

type Ruled = {
  readonly rulings: readonly RulingInBook[];
  /** The book for a tax code, with its rulings. */
  booksFor(code: string): Books;
};

export const daysOf = ({ from, to }: FactCorrection['row']) => ({
  validFrom: typeof from === 'string' ? from : null,
  validThrough: typeof to === 'string' ? to : null,
});

/** The changes in a book for one tenant: changes not overridden by its rulings, and changes in the rulings. */
export function makeRuledChanges(book: ReferenceData, { rulings, booksFor }: Ruled) {
  const known = new Map<string, readonly RateChange[]>();

  /** Whether a ruling for the whole place covers the code on the day on which the change takes effect. */
  const isDecided = (code: string, { country, subdivision, localJurisdictions, effectiveOn }: FoundChange) =>
    localJurisdictions.length === 0 &&
    rulings.some(
      ({ fact, codes }) =>
        fact.country === country &&
        fact.subdivision === subdivision &&
        fact.row.places === undefined &&
        codes.has(code) &&
        isInForce(daysOf(fact.row), effectiveOn),
    );

  function changesAt(country: string, state: string | null): readonly RateChange[] {
    const there = rulings.filter(({ fact }) => fact.country === country && [null, fact.subdivision].includes(state));
    if (there.length === 0) return book.rateChanges(country, state);
    const isRuled = (code: string, { effectiveOn }: FoundChange) =>
      there.some(
        ({ fact: { row }, codes }) =>
          codes.has(code) && [effectiveOn, addDays(effectiveOn, -1)].some((day) => isInForce(daysOf(row), day)),
      );
    const others = book
      .rateChanges(country, state)
      .flatMap((change) =>
        without(change, (code) => (change.status === 'PLANNED' ? isDecided : isRuled)(code, change)),
      );
    const codesOf = new Map<Books, Set<string>>();
    for (const code of there.flatMap(({ codes }) => [...codes])) {
      const books = booksFor(code);
      codesOf.set(books, (codesOf.get(books) ?? new Set()).add(code));
    }
    const own = [...codesOf].flatMap(([books, codes]) =>
      changesOfCodes(books, codes, { country, state }).flatMap((change) =>
        without(change, (code) => !codes.has(code) || !isRuled(code, change)),
      ),
    );
    const named = withIds(own).map((change) => ({ ...change, changeId: `${change.changeId}.RULING` }));
    return deepFreeze([...others, ...named]);
  }

  return {
    rateChanges(country: string, state: string | null): readonly RateChange[] {
      const key = `${country} ${state}`;
      const changes = known.get(key) ?? changesAt(country, state);
      known.set(key, changes);
      return changes;
    },

    changeUnderRulings: (change: RateChange) => without(change, (code) => isDecided(code, change))[0] ?? null,
  };
}

/**
 * The change without some of its tax codes; empty if no code remains. A change to a general rate has no codes and is
 * always kept.
 */
function without<Change extends FoundChange>(change: Change, isOmitted: (code: string) => boolean): readonly Change[] {
  const { taxCodes } = change;
  const left = taxCodes.filter((code) => !isOmitted(code));
  if (left.length === taxCodes.length) return [change];
  return left.length === 0 ? [] : [{ ...change, taxCodes: left }];
}

/** Reads only the categories of the codes. */
function changesOfCodes(
  books: Books,
  codes: ReadonlySet<string>,
  { country, state }: { readonly country: string; readonly state: string | null },
): readonly FoundChange[] {
  const { taxCodes } = books;
  const names = new Set(taxCodes.codes.filter(({ code }) => codes.has(code)).map(({ category }) => category));
  const categories = new Map([...taxCodes.categories].filter(([id]) => names.has(id)));
  const read = { ...books, taxCodes: { ...taxCodes, categories } };
  const changes = country === 'US' ? usChanges(read, state) : globalChanges(read, country);
  return changes.filter((change) => change.taxCodes.length > 0);
}
