import type { GlobalBook } from './global-book.ts';
import type { TaxNumberFormat } from './reference-data.ts';
import type { TaxCodeCatalogue } from './tax-codes.ts';
import type { UsBook } from './us-book.ts';
import type { StateDirectory } from './us-states.ts';

/** The parts of the rate book, as loaded. */
export type Books = {
  readonly us: UsBook;
  readonly states: StateDirectory;
  readonly global: GlobalBook;
  readonly taxCodes: TaxCodeCatalogue;
  readonly taxNumberFormats: ReadonlyMap<string, TaxNumberFormat>;
};
