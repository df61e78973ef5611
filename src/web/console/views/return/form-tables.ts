import type { RootOf } from '../../base/graphql.ts';
import { money } from '../../format/format.ts';
import type { returnFormOperation } from './operations.ts';

type Form = NonNullable<RootOf<typeof returnFormOperation, 'taxReturn'>['form']>;
export type FormLine = Form['lines'][number];
type FormValue = Pick<FormLine, 'value' | 'currency' | 'decimalPlaces'>;

const noValue: FormValue = { value: null, currency: null, decimalPlaces: null };

/** The value as text: an amount with its currency and the decimal places of the form. */
export function valueText({ value, currency, decimalPlaces }: FormValue): string | null {
  return value === null || currency === null ? value : money(value, currency, decimalPlaces ?? undefined);
}

/** A form or a part of it: its boxes, or the rows of a schedule. */
export type FormTable = {
  readonly form: string;
  readonly boxes: readonly FormLine[];
  /** Column headings of a schedule. The first column may contain the jurisdiction names. */
  readonly columns: readonly { readonly box: string; readonly label: string }[];
  readonly rows: readonly {
    readonly key: string;
    readonly name: string;
    readonly values: readonly FormValue[];
  }[];
};

/** The form's lines, grouped by form. Cells of a schedule become its rows, one per jurisdiction. */
export function formTables(lines: readonly FormLine[]): FormTable[] {
  const forms = [...new Set(lines.map(({ form }) => form))];
  return forms.map((form) => {
    const own = lines.filter((line) => line.form === form);
    const boxes = own.filter(({ jurisdiction }) => jurisdiction === null);
    const cells = own.filter(({ jurisdiction }) => jurisdiction !== null);
    const columns = [...new Map(cells.map(({ box, label }) => [box, { box, label }])).values()];
    const rows = new Map<string, FormLine[]>();
    for (const cell of cells) {
      const id = cell.jurisdiction!.jurisdictionId;
      rows.set(id, [...(rows.get(id) ?? []), cell]);
    }
    return {
      form,
      boxes,
      columns,
      rows: [...rows].map(([key, own]) => ({
        key,
        name: own[0]!.jurisdiction!.name,
        values: columns.map(({ box }) => own.find((cell) => cell.box === box) ?? noValue),
      })),
    };
  });
}
