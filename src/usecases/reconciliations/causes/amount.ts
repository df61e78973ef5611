import type { ItemInput, TransactionInput } from '../../../domain/transactions/transaction-input.ts';
import { decimal, decimalText } from '../../../tax/numbers/decimal.ts';
import { type Differing, type Suppositions, supposing } from './supposing.ts';

/**
 * Assumes the amounts in the file, ignored discounts, or tax included in the prices instead of added to them, or the
 * reverse.
 */
export function* byAmount({ request, inFile }: Differing): Suppositions {
  const { input } = request;
  const { transactionLevelDiscount: whole, isTaxInclusive } = input;
  const changed = (amounts: Partial<TransactionInput>, message: string) =>
    supposing({ request: { ...request, input: { ...input, ...amounts } } }, message);
  if (inFile && amountsOf(inFile) !== amountsOf(input)) {
    const { shippingFee, transactionLevelDiscount } = inFile;
    const items = withAmounts(input.items, inFile.items);
    const ofFile = { items, shippingFee, transactionLevelDiscount, isTaxInclusive: inFile.isTaxInclusive };
    yield changed(ofFile, 'Their tax follows from the amounts in the file; the stored document has different amounts.');
  }
  const discounts = input.items.flatMap(({ discount }) => discount ?? []);
  const undiscounted = input.items.map((item) => ({ ...item, discount: null }));
  if (discounts.length > 0) {
    const message = `Their tax ignores the line discounts (${discounts.slice(0, 3).join(', ')}).`;
    yield changed({ items: undiscounted }, message);
  }
  if (whole !== null) {
    const message = `Their tax ignores the document discount (${whole}).`;
    yield changed({ transactionLevelDiscount: null }, message);
  }
  if (whole !== null && discounts.length > 0) {
    yield changed({ items: undiscounted, transactionLevelDiscount: null }, 'Their tax ignores all discounts.');
  }
  const message = isTaxInclusive
    ? 'Their tax is added to the prices; here the prices include it.'
    : 'Their tax is included in the prices; here it is added to them.';
  yield changed({ isTaxInclusive: !isTaxInclusive }, message);
}

/** The amounts as text, for comparison. Lines have their total price, so two units at 5.00 equal one unit at 10.00. */
function amountsOf({ items, shippingFee, transactionLevelDiscount, isTaxInclusive }: TransactionInput): string {
  const lines = items.map((item) => [item.discount, decimalText(priceOf(item))]);
  return JSON.stringify([lines, shippingFee?.totalPrice ?? null, transactionLevelDiscount, isTaxInclusive]);
}

export const priceOf = ({
  totalPrice,
  unitPrice,
  quantity,
}: Pick<ItemInput, 'totalPrice' | 'unitPrice' | 'quantity'>) =>
  totalPrice === null ? decimal(unitPrice ?? '0').times(decimal(quantity ?? '1')) : decimal(totalPrice);

/** The items with the amounts in the file, or the items in the file if the number of items differs. */
function withAmounts(items: TransactionInput['items'], ofFile: TransactionInput['items']): TransactionInput['items'] {
  if (items.length !== ofFile.length) return ofFile;
  return items.map((item, index) => {
    const { unitPrice, totalPrice, quantity, discount } = ofFile[index]!;
    return { ...item, unitPrice, totalPrice, quantity, discount };
  });
}
