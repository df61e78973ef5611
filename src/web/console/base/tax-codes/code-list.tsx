import type { TaxCode } from './find-code.ts';

/** What fields of tax codes suggest, by code or by name: their attribute `list` is this id. */
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
