/** The source of the tax on an order line: the gateway, another source, or none. */
export type TaxBasis = 'GATEWAY' | 'ESTIMATED' | 'UNTAXED';

/** The mark of a sale: null if the gateway taxed every line, `UNTAXED` if no line is taxed, otherwise `ESTIMATED`. */
export function saleMark(bases: readonly TaxBasis[]): 'ESTIMATED' | 'UNTAXED' | null {
  if (bases.every((basis) => basis === 'GATEWAY')) return null;
  return bases.every((basis) => basis === 'UNTAXED') ? 'UNTAXED' : 'ESTIMATED';
}
