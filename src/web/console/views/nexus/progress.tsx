import type { NodeOf } from '../../base/graphql.ts';
import { nexusLink } from '../../base/links.ts';
import { Empty, Loaded } from '../../base/loaded.tsx';
import { type Progress, progressOf, shareOf } from '../../base/nexus/progress.ts';
import { Meter, ProgressBadge } from '../../base/nexus/progress-badge.tsx';
import { useQuery } from '../../base/query.ts';
import { type Column, Table } from '../../base/table.tsx';
import { dayText, money, wholePercent } from '../../format/format.ts';
import { nexusTexts as texts } from '../../texts/nexus.ts';
import { statesOperation } from './operations.ts';
import { byUrgency, progressShade } from './shades.ts';
import { Split, Swatch } from './split.tsx';

export type Tracker = NodeOf<typeof statesOperation, 'nexusTrackers'>;

/** Progress of each state's sales toward its threshold. */
export function ThresholdProgress() {
  const answer = useQuery(statesOperation, {});
  return (
    <Loaded query={answer} field="nexusTrackers" lines={10}>
      {({ nexusTrackers }) => {
        const trackers = [...(nexusTrackers?.nodes ?? [])].sort(byUrgency);
        if (trackers.length === 0) return <Empty title={texts.none} />;
        const has = (progress: Progress) => trackers.some((one) => progressOf(one) === progress);
        const states = trackers.flatMap((one) =>
          one.state === null ? [] : [{ state: one.state, shade: progressShade(one), text: progressText(one) }],
        );
        return (
          <Split
            note={texts.modeNotes.progress}
            states={states}
            legend={
              <>
                {has('reached') && <Swatch shade="is-reached" text={texts.legend.reached} />}
                {has('approaching') && <Swatch shade="is-approaching" text={texts.legend.approaching} />}
                <Swatch shade="is-collecting" text={texts.legend.collecting} />
                <Swatch shade="is-below-2" text={texts.legend.below} />
                <Swatch shade="is-none" text={texts.legend.none} />
              </>
            }
          >
            <Table caption={texts.states} columns={progressColumns} rows={trackers} keyOf={({ place }) => place} />
          </Split>
        );
      }}
    </Loaded>
  );
}

function progressText(tracker: Tracker): string {
  const share = shareOf(tracker);
  const { currency, salesAmount } = tracker.runningPeriod;
  const parts = [texts.progress[progressOf(tracker)], share && wholePercent(share), money(salesAmount, currency)];
  return parts.filter(Boolean).join(', ');
}

const { columns: names } = texts;

export const progressColumns: readonly Column<Tracker>[] = [
  {
    name: names.place,
    cell: (tracker) => (
      <>
        <a href={nexusLink(tracker.place)}>{tracker.name}</a>
        <WhenNote tracker={tracker} />
      </>
    ),
  },
  { name: names.status, cell: (tracker) => <ProgressBadge progress={progressOf(tracker)} /> },
  { name: names.share, isNumber: true, cell: (tracker) => <Share tracker={tracker} /> },
];

/** States close to or over the threshold, shown with a bar. */
const near: readonly Progress[] = ['approaching', 'reached'];

function Share({ tracker }: { readonly tracker: Tracker }) {
  const share = shareOf(tracker);
  if (share === null) return <span class="soft">{tracker.threshold ? texts.noShare : '–'}</span>;
  return (
    <span class="share">
      {wholePercent(share)}
      {near.includes(progressOf(tracker)) && <Meter share={share} />}
    </span>
  );
}

function WhenNote({ tracker: { reachedOn, projection, isCollecting } }: { readonly tracker: Tracker }) {
  if (isCollecting || (reachedOn === null && projection.reachedOn === null)) return null;
  return (
    <div class="small soft">
      {reachedOn !== null ? texts.reachedOn(dayText(reachedOn)) : texts.projected(dayText(projection.reachedOn ?? ''))}
    </div>
  );
}
