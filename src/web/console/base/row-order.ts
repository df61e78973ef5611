type Counted = { readonly transactionCount: number; readonly amounts: { readonly currency: string } };

/** The currencies of the rows, by descending number of documents. */
export function currenciesByUse(rows: readonly Counted[]): string[] {
  const counts = new Map<string, number>();
  for (const { amounts, transactionCount } of rows) {
    counts.set(amounts.currency, (counts.get(amounts.currency) ?? 0) + transactionCount);
  }
  return [...counts].sort(([, one], [, other]) => other - one).map(([currency]) => currency);
}

/** Returns without a known due date come last. */
export const byDueDay = <Row extends { readonly dueOn: string | null }>(rows: readonly Row[]): readonly Row[] =>
  rows.toSorted((one, other) => Number(one.dueOn === null) - Number(other.dueOn === null));
