import type { ComponentChildren } from 'preact';
import { type PageInfo, Pages } from './pages.tsx';
import type { Query } from './query.ts';
import { Empty, Loaded } from './states.tsx';
import { type Column, Table } from './table.tsx';

type Found<Row> = { readonly nodes: readonly Row[]; readonly pageInfo?: PageInfo };

type ListProps<Row, Field extends string> = {
  readonly answer: Query<Readonly<Record<Field, Found<Row> | null>>>;
  /** The root field with the records. */
  readonly field: Field;
  /** Number of placeholder rows while loading. */
  readonly lines: number;
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  /** Shown instead of an empty list. */
  readonly empty: { readonly title: string; readonly text?: string };
  /** Labels of the page links; absent for a list with a single page. */
  readonly pages?: { readonly label: string; readonly next?: string; readonly previous?: string };
  /** The records in table order. Default: the order of the response. */
  readonly inOrder?: (rows: readonly Row[]) => readonly Row[];
  /** Content below the table. */
  readonly foot?: (found: Found<Row>) => ComponentChildren;
};

/** A list of records with its pages, or the reason why it is empty. */
export function List<Row, Field extends string>({
  answer,
  field,
  lines,
  caption,
  columns,
  keyOf,
  empty,
  pages,
  inOrder = (rows) => rows,
  foot,
}: ListProps<Row, Field>) {
  return (
    <Loaded query={answer} field={field} lines={lines}>
      {({ [field]: found }) =>
        !found || found.nodes.length === 0 ? (
          <Empty title={empty.title}>{empty.text}</Empty>
        ) : (
          <>
            <Table caption={caption} columns={columns} rows={inOrder(found.nodes)} keyOf={keyOf} />
            {pages && found.pageInfo && <Pages {...pages} page={found.pageInfo} />}
            {foot?.(found)}
          </>
        )
      }
    </Loaded>
  );
}
