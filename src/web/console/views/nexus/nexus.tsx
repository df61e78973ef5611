import { List } from '../../base/list.tsx';
import { salesText } from '../../base/nexus/progress.ts';
import { Page, Panel } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import { pageOf, withQuery } from '../../base/router.ts';
import type { Column } from '../../base/table.tsx';
import type { ViewProps } from '../../base/view.ts';
import { today } from '../../format/format.ts';
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
            <nav class="tabs" aria-label={texts.by}>
              {modes.map((one) => (
                <a
                  key={one}
                  href={withQuery({ by: one === 'progress' ? null : one })}
                  aria-current={one === mode ? 'true' : undefined}
                >
                  {texts.modes[one]}
                </a>
              ))}
            </nav>
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

function yearIn(query: URLSearchParams): string {
  const asked = query.get('year') ?? '';
  return /^20\d{2}$/.test(asked) ? asked : today().slice(0, 4);
}

function Years({ year }: { readonly year: string }) {
  const now = today().slice(0, 4);
  const link = (by: number) => {
    const other = String(Number(year) + by);
    return withQuery({ year: other === now ? null : other });
  };
  return (
    <span class="row tight">
      <a class="button icon-button" href={link(-1)} aria-label={texts.previousYear}>
        ‹
      </a>
      <span class="strong">{year}</span>
      <a class="button icon-button" href={link(1)} aria-label={texts.nextYear}>
        ›
      </a>
    </span>
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
