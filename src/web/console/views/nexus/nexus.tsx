import { List } from '../../base/list.tsx';
import { salesText } from '../../base/nexus/progress.ts';
import { Years, yearIn } from '../../base/nexus/years.tsx';
import { Page, Panel } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import { pageOf } from '../../base/router.ts';
import type { Column } from '../../base/table.tsx';
import { Tabs } from '../../base/tabs.tsx';
import type { ViewProps } from '../../base/view.ts';
import { nexusTexts as texts } from '../../texts/nexus.ts';
import { NotCollected, TaxDue } from './amounts.tsx';
import { othersOperation } from './operations.ts';
import { progressColumns, ThresholdProgress, type Tracker } from './progress.tsx';

const modes = ['progress', 'tax', 'exposure'] as const;

/**
 * Progress toward nexus, tax or exposure by state, as a map and a table with the same content; other countries follow
 * below.
 */
export function NexusView({ query }: ViewProps) {
  const mode = modes.find((one) => one === query.get('by')) ?? 'progress';
  const year = yearIn(query);
  return (
    <Page title={texts.title} about={texts.about}>
      <Panel
        title={texts.states}
        aside={
          <div class="row">
            {mode !== 'progress' && <Years year={year} />}
            <Tabs label={texts.by} name="by" current={mode} entries={Object.entries(texts.modes)} />
          </div>
        }
      >
        {mode === 'progress' ? (
          <ThresholdProgress />
        ) : mode === 'tax' ? (
          <TaxDue year={year} />
        ) : (
          <NotCollected year={year} />
        )}
      </Panel>
      <Others query={query} />
    </Page>
  );
}

function Others({ query }: { readonly query: URLSearchParams }) {
  const answer = useQuery(othersOperation, pageOf(query, 40));
  return (
    <Panel title={texts.others}>
      <List
        answer={answer}
        field="nexusTrackers"
        lines={4}
        caption={texts.others}
        columns={otherColumns}
        keyOf={({ place }) => place}
        empty={texts.noOthers}
        inOrder={(rows) => rows.toSorted((one, other) => one.name.localeCompare(other.name))}
        pages={texts.pages}
      />
    </Panel>
  );
}

const [placeColumn, statusColumn, shareColumn] = progressColumns as [Column<Tracker>, Column<Tracker>, Column<Tracker>];

const otherColumns: readonly Column<Tracker>[] = [
  placeColumn,
  statusColumn,
  {
    name: texts.columns.sales,
    isNumber: true,
    isExtra: true,
    cell: ({ runningPeriod }) => salesText(runningPeriod),
  },
  shareColumn,
];
