import type { TaxCode } from './find-code.ts';

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
