/** `1,234.50` as decimal text; null if empty, undefined if it is not an amount. */
export function readAmount(text: string): string | null | undefined {
  const plain = text.replaceAll(/[\s,]/g, '').replace('−', '-');
  if (plain === '') return null;
  return /^-?\d{1,12}(\.\d{1,4})?$/.test(plain) ? plain : undefined;
}
