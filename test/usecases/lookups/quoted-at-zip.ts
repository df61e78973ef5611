import type { Context } from '../../../src/ports/context.ts';
import { calculateTransaction } from '../../../src/usecases/transactions/calculate-transaction.ts';
import { inputs } from '../../support/context.ts';

type Asked = {
  readonly state: string;
  readonly zip: string;
  readonly asOf: string;
  readonly taxCodes: readonly string[];
  readonly unitPrice?: number;
  readonly quantity?: number;
};

/** The rate and the reason that a quote for a ZIP code gives for each tax code. */
export async function quotedAtZip(
  ctx: Context,
  { state, zip, asOf, taxCodes, unitPrice = 100, quantity = 1 }: Asked,
): Promise<string[]> {
  const items = taxCodes.map((taxCode) => ({ name: taxCode, taxCode, unitPrice, quantity }));
  const sent = { items, taxDate: asOf, shippingAddress: { country: 'US', state, zip } };
  const { transaction } = await calculateTransaction(ctx, inputs.quote.parse(sent));
  return transaction.items.map(({ taxCode, taxRate, reason }) => `${taxCode} ${taxRate} ${reason}`);
}
