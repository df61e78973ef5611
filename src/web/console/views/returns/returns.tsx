import { Page } from '../../base/page.tsx';
import type { ViewProps } from '../../base/view.ts';
import { returnsTexts } from '../../texts/returns.ts';
import { DueReturns } from './due-returns.tsx';
import { FiledReturns } from './filed-returns.tsx';
import { OtherReturn } from './other-return.tsx';
import { UnassignedTax } from './unassigned-tax.tsx';

/** The returns of all places: due, filed, and any other. */
export function Returns({ query }: ViewProps) {
  return (
    <Page title={returnsTexts.title} about={returnsTexts.about}>
      <DueReturns />
      <UnassignedTax />
      <FiledReturns query={query} />
      <OtherReturn />
    </Page>
  );
}
