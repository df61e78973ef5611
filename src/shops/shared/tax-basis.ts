/** Where the tax of a line of an order comes from: the gateway, another source, or nowhere. */
export type TaxBasis = 'GATEWAY' | 'ESTIMATED' | 'UNTAXED';

/** The mark of a sale: `UNTAXED` if no line is taxed, `ESTIMATED` if some tax has another source. */
export function saleMark(bases: readonly TaxBasis[]): 'ESTIMATED' | 'UNTAXED' | null {
  if (bases.every((basis) => basis === 'GATEWAY')) return null;
  return bases.every((basis) => basis === 'UNTAXED') ? 'UNTAXED' : 'ESTIMATED';
}
