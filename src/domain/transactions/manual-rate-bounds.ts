import type { z } from 'zod';
import { type AddressMatcher, addressInput, addressQuery } from '../base/address.ts';
import { readNumber } from '../base/amount.ts';
import type { Issue } from '../base/errors.ts';
import { addIssue } from '../base/parse-input.ts';
import { isPlainObject, withoutNulls } from '../base/plain-object.ts';

/** No sales tax of the US is higher; VAT is. */
const mostSalesTax = 0.2;

/** Refuses manual rates that are too high for US sales tax; only an address tells which tax it is. */
export function checkManualRates(matcher: () => AddressMatcher) {
  return (document: unknown, ctx: z.core.$RefinementCtx): void => {
    if (!isPlainObject(document)) return;
    const issues = highRates(document);
    if (issues.length === 0 || !isInTheUs(document.shippingAddress, matcher)) return;
    for (const issue of issues) addIssue(ctx, issue);
  };
}

function highRates({ items, shippingFee }: Readonly<Record<string, unknown>>): Issue[] {
  const lines = [
    ...(Array.isArray(items) ? items.map((item, index) => [item, ['items', index]] as const) : []),
    [shippingFee, ['shippingFee']] as const,
  ];
  return lines.flatMap(([line, path]): Issue[] => {
    const rate = isPlainObject(line) ? readNumber(line.manualSalesTaxRate) : null;
    if (!rate?.gt(mostSalesTax) || rate.gt(0.5)) return [];
    const message = 'A manual rate must be at most 0.2 for US sales tax.';
    return [{ path: [...path, 'manualSalesTaxRate'], code: 'OUT_OF_RANGE', message }];
  });
}

function isInTheUs(sent: unknown, matcher: () => AddressMatcher): boolean {
  const address = addressInput.safeParse(withoutNulls(sent));
  if (!address.success) return false;
  const match = matcher().matchAddress(addressQuery(address.data));
  return match.kind === 'matched' && match.place.regime === 'SALES_TAX';
}
