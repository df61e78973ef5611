import { withQuery } from './router.ts';

type PagerProps = {
  readonly label: string;
  readonly next: string;
  readonly previous: string;
  readonly page: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
};

/** To the pages before and after, by the parameters `before` and `after`. */
export function Pager({ label, page, next, previous }: PagerProps) {
  const { hasNextPage, hasPreviousPage, startCursor, endCursor } = page;
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
