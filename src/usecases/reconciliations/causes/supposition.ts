import { AppError } from '../../../domain/base/errors.ts';
import type { RateChange } from '../../../domain/lookups/rate-changes.ts';
import type { NamedDay } from '../../../domain/reconciliations/their-document.ts';
import type { TransactionInput } from '../../../domain/transactions/transaction-input.ts';
import { assess } from '../../../tax/assess.ts';
import type { DocumentToAssess } from '../../../tax/model/assessment.ts';
import type { Jurisdiction } from '../../../tax/model/place.ts';
import type { Decimal } from '../../../tax/numbers/decimal.ts';
import type { underLaw } from '../../assessment/calculate-document.ts';
import type { AssessmentRequest } from '../../assessment/request/assessment-request.ts';

export type Asked = Omit<AssessmentRequest, 'exchangeRates'>;
export type UnderLaw = Awaited<ReturnType<typeof underLaw>>;

/** One thing that the other system may have done differently, and the tax that it then has. */
export type Supposition = {
  readonly taxAmount: Decimal;
  /** Why it explains the difference, in a sentence. */
  readonly message: string;
  /** The authority that it concerns; null if no certain one. */
  readonly jurisdiction: Jurisdiction | null;
};

/** A document whose taxes differ. */
export type Differing = {
  readonly request: Asked;
  readonly calculated: UnderLaw;
  /** The tax of a calculation. */
  readonly taxAmount: Decimal;
  readonly theirTaxAmount: Decimal;
  readonly otherDays: readonly NamedDay[];
  readonly exemption: string | null;
  /** The document as the file has it, if another one is stored. */
  readonly inFile: TransactionInput | null;
};

export type Tools = {
  readonly lawOf: (request: Asked, variant?: string) => Promise<UnderLaw>;
  readonly changesIn: (country: string, state: string | null) => readonly RateChange[];
};

/** What a cause supposes of a document, the likeliest first. Each calculates the document again with one change. */
export type Suppositions = AsyncIterable<Supposition> | Iterable<Supposition>;

export const assessedTax = (document: DocumentToAssess): Decimal => assess(document).taxAmount;

/** The document under a changed request; null if it cannot be calculated, such as on a day that has no rates. */
export async function underChange(
  { lawOf }: Tools,
  request: Asked,
  variant?: string,
): Promise<DocumentToAssess | null> {
  try {
    return (await lawOf(request, variant)).toAssess;
  } catch (error) {
    if (error instanceof AppError && error.code !== 'INTERNAL') return null;
    throw error;
  }
}
