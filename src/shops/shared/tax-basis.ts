/** The source of the tax on an order line: the gateway, another source, or none. */
export type TaxBasis = 'GATEWAY' | 'ESTIMATED' | 'UNTAXED';

/** The mark of a sale: `UNTAXED` if no line is taxed, `ESTIMATED` if some tax has another source. */
export function saleMark(bases: readonly TaxBasis[]): 'ESTIMATED' | 'UNTAXED' | null {
  if (bases.every((basis) => basis === 'GATEWAY')) return null;
  return bases.every((basis) => basis === 'UNTAXED') ? 'UNTAXED' : 'ESTIMATED';
}
