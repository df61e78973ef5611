import type { RateChange } from '../../../domain/lookups/rate-changes.ts';
import type { NamedDay } from '../../../domain/reconciliations/their-document.ts';
import type { TransactionInput } from '../../../domain/transactions/transaction-input.ts';
import type { Supposition } from '../../../domain/what-if/supposition.ts';
import type { DocumentToAssess } from '../../../tax/model/assessment.ts';
import type { Jurisdiction } from '../../../tax/model/place.ts';
import type { Decimal } from '../../../tax/numbers/decimal.ts';
import type { RoundingMode } from '../../../tax/numbers/rounding.ts';
import type { underLaw } from '../../assessment/calculate-document.ts';
import type { AssessmentRequest } from '../../assessment/request/assessment-request.ts';

export type Asked = Omit<AssessmentRequest, 'exchangeRates'>;
export type UnderLaw = Awaited<ReturnType<typeof underLaw>>;

/** A request whose law must be found first. `variant` identifies settings that differ from the account settings. */
export type Requested = { readonly request: Asked; readonly variant?: string };

/**
 * A document with its law. `roundAtEnd` is the mode for rounding a tax that was calculated with extra decimal places.
 */
export type Assessable = { readonly toAssess: DocumentToAssess; readonly roundAtEnd?: RoundingMode };

type Facts = Requested | Assessable;

type Explained = {
  /** The explanation of the difference, in a sentence. */
  readonly message: string;
  /** The authority concerned; null if unclear. */
  readonly jurisdiction: Jurisdiction | null;
};

/** One way in which the other system may have differed. */
type Different = Supposition<Facts, DocumentToAssess, Explained>;

/** The assumptions for a cause, most likely first. */
export type Suppositions = Generator<Different, void, void>;

export const supposing = (facts: Facts, message: string, jurisdiction: Jurisdiction | null = null): Different => ({
  apply: () => facts,
  describe: () => ({ message, jurisdiction }),
});

/** A document whose tax differs from the tax in the file. */
export type Differing = {
  readonly request: Asked;
  readonly calculated: UnderLaw;
  /** The tax as calculated here. */
  readonly taxAmount: Decimal;
  readonly theirTaxAmount: Decimal;
  readonly otherDays: readonly NamedDay[];
  readonly exemption: string | null;
  /** The document as in the file; null unless a stored document is compared with it. */
  readonly inFile: TransactionInput | null;
};

export type Tools = {
  readonly lawOf: (request: Asked, variant?: string) => Promise<UnderLaw>;
  readonly changesIn: (country: string, state: string | null) => readonly RateChange[];
};
