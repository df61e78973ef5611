import type { ComponentChildren } from 'preact';
import { baseTexts } from '../texts/base.ts';
import { Empty, Loaded } from './loaded.tsx';
import type { Query } from './query.ts';
import { withQuery } from './router.ts';
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

type PageInfo = {
  readonly hasNextPage: boolean;
  readonly hasPreviousPage?: boolean;
  readonly startCursor?: string | null;
  readonly endCursor?: string | null;
};

type PagesProps = {
  readonly label: string;
  /** Labels of the links for lists that are not ordered by time. */
  readonly next?: string;
  readonly previous?: string;
  readonly page: PageInfo;
};

/** Links to the previous and next page, through the parameters `before` and `after`. */
function Pages({
  label,
  page: { hasNextPage, hasPreviousPage = false, startCursor = null, endCursor = null },
  next = baseTexts.nextPage,
  previous = baseTexts.previousPage,
}: PagesProps) {
  if (!hasNextPage && !hasPreviousPage) return null;
  return (
    <nav class="pages no-print" aria-label={label}>
      {hasPreviousPage && (
        <a class="button" href={withQuery({ before: startCursor, after: null })}>
          {previous}
        </a>
      )}
      {hasNextPage && (
        <a class="button" href={withQuery({ after: endCursor, before: null })}>
          {next}
        </a>
      )}
    </nav>
  );
}
