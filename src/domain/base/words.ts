/** A count with its noun: `1 row`, `2 rows`, `12,000 rows`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

export function formatNumber(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** The first few items of a list. */
export function formatList(all: readonly (string | number)[], most = 5): string {
  return [...all.slice(0, most), ...(all.length > most ? ['…'] : [])].join(', ');
}

/** All of a few names: `a`, `a and b`, `a, b and c`. */
export function formatNames(names: readonly string[], conjunction: 'and' | 'or' = 'and'): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} ${conjunction} ${names.at(-1)}`;
}
