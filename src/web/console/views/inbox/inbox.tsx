import { Page } from '../../base/page.tsx';
import type { ViewProps } from '../../base/view.ts';
import { longDay, today } from '../../format/format.ts';
import { inboxTexts } from '../../texts/inbox.ts';
import { Decisions } from './decisions.tsx';
import { DemoYear } from './demo-year.tsx';
import { Due } from './due.tsx';
import { Month } from './month.tsx';

/** The home page: due returns, items that need attention, and the figures of a month. */
export function Inbox({ query }: ViewProps) {
  return (
    <Page title={inboxTexts.title} about={longDay(today())}>
      <DemoYear />
      <div class="columns">
        <Due query={query} />
        <Decisions />
      </div>
      <Month query={query} />
    </Page>
  );
}
