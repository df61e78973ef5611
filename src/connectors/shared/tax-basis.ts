/** Where the tax of a line of an order comes from: the gateway, another source, or nowhere. */
export type TaxBasis = 'GATEWAY' | 'ESTIMATED' | 'UNTAXED';

/** The mark of a sale: `UNTAXED` if no line has a tax from anywhere, `ESTIMATED` if some tax is not the gateway's. */
export function saleMark(bases: readonly TaxBasis[]): 'ESTIMATED' | 'UNTAXED' | null {
  if (bases.every((basis) => basis === 'GATEWAY')) return null;
  return bases.every((basis) => basis === 'UNTAXED') ? 'UNTAXED' : 'ESTIMATED';
}
