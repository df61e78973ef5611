/** Normalizes `1,000.50` and `19,90` to a decimal point: a comma or space before three digits separates thousands. */
export function withPoint(text: string): string {
  const amount = text.trim().replace('−', '-');
  if (/^-?\d{1,3}(?:[,\s]\d{3})+(?:\.\d+)?$/.test(amount)) return amount.replaceAll(/[,\s]/g, '');
  return amount.replace(/^(-?\d+),(\d{1,2})$/, '$1.$2');
}

/** An amount as decimal text; null if empty, undefined if the text is not an amount. */
export function readAmount(text: string): string | null | undefined {
  const amount = withPoint(text);
  if (amount === '') return null;
  return /^-?\d{1,15}(?:\.\d{1,10})?$/.test(amount) ? amount : undefined;
}
