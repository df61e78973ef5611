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

/** Suggestions for tax code fields, by code or name; the fields use this id as their attribute `list`. */
export const codeListId = 'tax-codes';

export function CodeList({ codes }: { readonly codes: readonly TaxCode[] }) {
  return (
    <datalist id={codeListId}>
      {codes.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </datalist>
  );
}
