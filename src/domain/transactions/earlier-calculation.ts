import type { Transaction, TransactionDocument } from './transaction.ts';

/** A calculation replaced by a later one, with the document at that time. */
export type EarlierCalculation = Pick<Transaction, 'serviceId' | 'calculationNumber' | 'rateBookVersion'> & {
  readonly document: TransactionDocument;
  readonly replacedAt: Date;
};

/** Identifies a calculation of a document. Numbers start at 1. */
export type CalculationName = Pick<Transaction, 'serviceId' | 'calculationNumber'>;

/** Identifies a document's replaced calculations with numbers below `below`, newest first. Numbers have no gaps. */
export function earlierCalculations(
  { serviceId, calculationNumber }: CalculationName,
  { limit, below }: { readonly limit: number; readonly below: number | null },
): CalculationName[] {
  const last = Math.min(below ?? calculationNumber, calculationNumber) - 1;
  const length = Math.max(0, Math.min(limit, last));
  return Array.from({ length }, (_, index) => ({ serviceId, calculationNumber: last - index }));
}
