import { Badge } from '../../base/badge.tsx';
import type { NodeOf } from '../../base/graphql.ts';
import { updateTab } from '../../base/links.ts';
import { List } from '../../base/list.tsx';
import { Panel } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import { firstPage, pageOf } from '../../base/router.ts';
import type { Column } from '../../base/table.tsx';
import { Tabs } from '../../base/tabs.tsx';
import { Sources } from '../../base/why/step-list.tsx';
import { dayText, distance, percent, today, withDays } from '../../format/format.ts';
import type { TypedPlace } from '../../format/place-input.ts';
import { placeName } from '../../format/place-text.ts';
import { ratesTexts } from '../../texts/rates.ts';
import { known } from '../../texts/records.ts';
import { changesAsked } from './asked.ts';
import { changesOperation } from './operations.ts';
import { Effect, type Update, updateIn } from './updates.tsx';

const { changes: texts } = ratesTexts;

type Change = NodeOf<typeof changesOperation, 'rateChanges'>;
type Law = NonNullable<Change['before']>;

type ChangesProps = {
  readonly place: TypedPlace | null;
  /** Whether the entered text is not a place. */
  readonly isUnknown: boolean;
  readonly taxCode: string | null;
  /** The names of the tax codes, by code. */
  readonly names: ReadonlyMap<string, string>;
  /** Installed rate books that are not active yet. */
  readonly updates: readonly Update[];
  readonly query: URLSearchParams;
};

/** Changes in a place, or in all places: announced changes, changes in an update, or past changes, latest first. */
export function RateChanges({ place, isUnknown, taxCode, names, updates, query }: ChangesProps) {
  const tab = query.get('changes');
  const isPast = tab === 'past';
  const inVersion = updateIn(tab);
  const variables = isUnknown ? null : changesAsked(place, taxCode, { today: today(), isPast, inVersion });
  const tabs = [
    ['', texts.tabs.coming],
    ['past', texts.tabs.past],
    ...updates.map(({ number, version }) => [updateTab(number), texts.tabs.update(version)] as const),
  ] as const;
  // Past changes start with the latest.
  const page = isPast && !query.has('after') ? { last: 20, before: query.get('before') } : pageOf(query, 20);
  const answer = useQuery(changesOperation, variables && { ...variables, ...page });
  if (isUnknown) return null;
  return (
    <Panel
      title={texts.title}
      aside={<Tabs label={texts.title} name="changes" current={tab ?? ''} entries={tabs} also={firstPage} />}
    >
      <List
        answer={answer}
        field="rateChanges"
        lines={6}
        caption={texts.title}
        columns={inVersion === null ? columnsWith(names) : [...columnsWith(names), effectColumn(inVersion)]}
        keyOf={({ changeId }) => changeId}
        empty={inVersion !== null ? texts.noneInUpdate : isPast ? texts.nonePast : texts.none}
        inOrder={(rows) => (isPast ? rows.toReversed() : rows)}
        pages={texts.pages}
      />
    </Panel>
  );
}

const effectColumn = (inVersion: number): Column<Change> => ({
  name: texts.columns.effect,
  cell: ({ changeId }) => <Effect key={changeId} changeId={changeId} inVersion={inVersion} />,
});

const columnsWith = (names: ReadonlyMap<string, string>): readonly Column<Change>[] => [
  {
    name: texts.columns.day,
    cell: ({ effectiveOn, validThrough }) => (
      <>
        <span class="no-wrap">{dayText(effectiveOn)}</span>
        <span class="small soft block">
          {validThrough === null ? distance(effectiveOn) : texts.upTo(dayText(validThrough))}
        </span>
      </>
    ),
  },
  {
    name: texts.columns.where,
    cell: ({ jurisdiction: { name, state, country, level }, localJurisdictions }) => (
      <>
        {name}
        {['COUNTY', 'CITY', 'DISTRICT', 'REGION'].includes(level) && (
          <span class="small soft block">{placeName({ country, state: country === 'US' ? state : null })}</span>
        )}
        {localJurisdictions.length > 0 && <Names names={localJurisdictions.map((one) => one.name)} />}
      </>
    ),
  },
  {
    name: texts.columns.what,
    cell: ({ kind, status, taxCodes, after }) => (
      <>
        <Badge tone={kind === 'HOLIDAY' ? 'good' : 'plain'}>{known(texts.kinds, kind)}</Badge>
        {status === 'PLANNED' && <Badge tone="warn">{texts.planned}</Badge>}
        {taxCodes.length > 0 && <span class="small soft block">{codesText(taxCodes, names)}</span>}
        <div class="narrow">
          <LawText law={after} />
          {after && <Sources sources={after.sources} />}
        </div>
      </>
    ),
  },
  { name: texts.columns.before, isExtra: true, cell: ({ before }) => <LawText law={before} /> },
  {
    name: texts.columns.after,
    isExtra: true,
    cell: ({ after }) => (
      <>
        <LawText law={after} />
        {after && <Sources sources={after.sources} />}
      </>
    ),
  },
  {
    name: texts.columns.known,
    isExtra: true,
    cell: ({ knownSince }) => knownSince && <span class="no-wrap">{dayText(knownSince.slice(0, 10))}</span>,
  },
];

const codesText = (codes: readonly string[], names: ReadonlyMap<string, string>) =>
  codes.length > 4 ? texts.codes(codes.length) : codes.map((code) => names.get(code) ?? code).join(', ');

/** Shows a few names, and the number of others. */
function Names({ names }: { readonly names: readonly string[] }) {
  const shown = names.slice(0, 3).join(', ');
  return <span class="small soft block">{names.length > 3 ? `${shown}, ${texts.more(names.length - 3)}` : shown}</span>;
}

function LawText({ law }: { readonly law: Omit<Law, 'sources'> | null }) {
  if (law === null) return <>{texts.noTax}</>;
  return (
    <>
      {law.rate !== null && <strong>{percent(law.rate)}</strong>}
      {law.description !== null && (
        <span class={law.rate === null ? '' : 'small soft block'}>{withDays(law.description)}</span>
      )}
    </>
  );
}
