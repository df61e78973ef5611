import { baseTexts } from '../texts/base.ts';
import { withQuery } from './router.ts';

export type PageInfo = {
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
export function Pages({
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
