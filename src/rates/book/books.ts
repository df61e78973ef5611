import type { TaxNumberFormat } from '../../domain/tax-numbers/tax-number-format.ts';
import type { PlacedDueDay } from './due-days.ts';
import type { FilingTermsBook } from './filing-discounts.ts';
import type { GlobalBook } from './global/country-book.ts';
import type { PlannedChanges } from './planned-changes.ts';
import type { TaxCodeCatalogue } from './rules/tax-codes.ts';
import type { UsBook } from './us/book/state-book.ts';
import type { StateDirectory } from './us/places/state-directory.ts';

/** The parts of the rate book, as loaded. */
export type Books = {
  readonly us: UsBook;
  readonly states: StateDirectory;
  readonly global: GlobalBook;
  readonly taxCodes: TaxCodeCatalogue;
  readonly planned: PlannedChanges;
  readonly dueDays: readonly PlacedDueDay[];
  readonly filing: FilingTermsBook;
  readonly taxNumberFormats: ReadonlyMap<string, TaxNumberFormat>;
};
