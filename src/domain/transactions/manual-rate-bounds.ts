import type { z } from 'zod';
import { addressInput } from '../base/address.ts';
import { readNumber } from '../base/amount.ts';
import { hasEnoughIssues } from '../base/enough-issues.ts';
import type { Issue } from '../base/errors.ts';
import { addIssue } from '../base/parse-input.ts';
import { isPlainObject, withoutNulls } from '../base/plain-object.ts';
import { type AddressMatcher, addressQuery } from '../places/placeable-address.ts';

/** No US sales tax exceeds this rate, but VAT does. */
const mostSalesTax = 0.2;

/** Refuses manual rates that are too high for US sales tax. Only the address determines which tax applies. */
export function checkManualRates(matcher: () => AddressMatcher) {
  return (document: unknown, ctx: z.core.$RefinementCtx): void => {
    if (!isPlainObject(document)) return;
    for (const { issue, shippingAddress } of highRates(document)) {
      if (hasEnoughIssues(ctx)) return;
      if (isInTheUs(shippingAddress ?? document.shippingAddress, matcher)) addIssue(ctx, issue);
    }
  };
}

type HighRate = { readonly issue: Issue; readonly shippingAddress: unknown };

function highRates({ items, shippingFee }: Readonly<Record<string, unknown>>): HighRate[] {
  const lines = [
    ...(Array.isArray(items) ? items.map((item, index) => [item, ['items', index]] as const) : []),
    [shippingFee, ['shippingFee']] as const,
  ];
  return lines.flatMap(([line, path]): HighRate[] => {
    const rate = isPlainObject(line) ? readNumber(line.manualSalesTaxRate) : null;
    if (!rate?.gt(mostSalesTax) || rate.gt(0.5)) return [];
    const message = 'manualSalesTaxRate must be at most 0.2 for US sales tax. 12 % is 0.12.';
    const issue = { path: [...path, 'manualSalesTaxRate'], code: 'OUT_OF_RANGE', message };
    return [{ issue, shippingAddress: isPlainObject(line) ? line.shippingAddress : null }];
  });
}

function isInTheUs(sent: unknown, matcher: () => AddressMatcher): boolean {
  const address = addressInput.safeParse(withoutNulls(sent));
  if (!address.success) return false;
  const match = matcher().matchAddress(addressQuery(address.data));
  return match.kind === 'matched' && match.place.regime === 'SALES_TAX';
}
