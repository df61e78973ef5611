export type TaxCode = { readonly code: string; readonly name: string; readonly category: string };

/**
 * The tax code that a text refers to: an exact code, or the first code whose name begins with or contains the text;
 * null if no code matches.
 */
export function findCode(codes: readonly TaxCode[], text: string): TaxCode | null {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return null;
  return (
    codes.find(({ code }) => code.toLowerCase() === wanted) ??
    codes.find(({ name }) => name.toLowerCase().startsWith(wanted)) ??
    codes.find(({ name }) => name.toLowerCase().includes(wanted)) ??
    null
  );
}
