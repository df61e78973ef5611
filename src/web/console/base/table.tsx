import type { ComponentChildren } from 'preact';

export type Column<Row> = {
  readonly name: string;
  readonly isNumber?: boolean;
  /** Whether the column is hidden in narrow windows. */
  readonly isExtra?: boolean;
  readonly cell: (row: Row) => ComponentChildren;
};

type TableProps<Row> = {
  /** Describes the table to screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly isChosen?: (row: Row) => boolean;
  /** Content below the columns, such as totals. */
  readonly foot?: ComponentChildren;
};

export function Table<Row>({ caption, columns: all, rows, keyOf, isChosen, foot }: TableProps<Row>) {
  // The foot has a cell for each column.
  const columns = foot ? all : all.filter(({ cell }) => rows.some((row) => !isEmpty(cell(row))));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    // biome-ignore lint/a11y/useSemanticElements: no landmark, and no fields.
    <div class="scroll" role="group" aria-label={caption} tabIndex={0}>
      <table>
        <caption class="hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, ...column }) => (
              <th key={name} scope="col" class={classOf(column)}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} class={isChosen?.(row) ? 'chosen' : undefined}>
              {columns.map((column) => (
                <td key={column.name} class={classOf(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {foot && <tfoot>{foot}</tfoot>}
      </table>
    </div>
  );
}

/** Whether a cell shows nothing. A column is omitted if all its cells are empty. */
export const isEmpty = (cell: ComponentChildren) =>
  cell === null || cell === undefined || cell === false || cell === '';

function classOf({ isNumber, isExtra }: Pick<Column<never>, 'isNumber' | 'isExtra'>): string | undefined {
  const names = [isNumber && 'number', isExtra && 'extra'].filter(Boolean);
  return names.length === 0 ? undefined : names.join(' ');
}
