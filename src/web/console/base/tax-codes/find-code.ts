export type TaxCode = { readonly code: string; readonly name: string; readonly category: string };

/** The code that a text means: a code, or else the first whose name begins with it or has it; null if there is none. */
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
