import { readAmount } from '../../format/amount-input.ts';

/** Prepayments and the filing day, from the URL; null if a prepayment is not an amount. */
export function paymentOf(query: URLSearchParams) {
  const prepaidAmount = readAmount(query.get('prepaid') ?? '');
  const prepaidLocalAmount = readAmount(query.get('local') ?? '');
  if (prepaidAmount === undefined || prepaidLocalAmount === undefined) return null;
  return { filedOn: query.get('filedOn') || null, prepaidAmount, prepaidLocalAmount };
}
