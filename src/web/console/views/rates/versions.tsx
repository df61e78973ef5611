import { Facts } from '../../base/facts.tsx';
import { ChoiceField, FilterForm } from '../../base/filters.tsx';
import type { NodeOf, ResultOf } from '../../base/graphql.ts';
import { Empty, Loaded } from '../../base/loaded.tsx';
import { Panel } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import { type Column, Table } from '../../base/table.tsx';
import { dayText, instantText, number } from '../../format/format.ts';
import { stateName } from '../../format/place-text.ts';
import { ratesTexts } from '../../texts/rates.ts';
import { known } from '../../texts/records.ts';
import { differencesOperation, versionsOperation } from './operations.ts';

const { versions: texts } = ratesTexts;

type Data = ResultOf<typeof versionsOperation>;
type Version = NonNullable<Data['rateBookVersions']>['nodes'][number];
type Row = NodeOf<typeof differencesOperation, 'rateBookDifferences'>;

/** The version of the rate book behind this page and, if others are stored, the differences between two versions. */
export function Versions({ query }: { readonly query: URLSearchParams }) {
  const answer = useQuery(versionsOperation, {});
  return (
    <Panel title={texts.title}>
      <Loaded query={answer} field="rateBookVersions" lines={3}>
        {({ rateBookVersions, serviceInfo }) => {
          const kept = rateBookVersions?.nodes ?? [];
          return (
            <>
              <Facts
                class="panel-body"
                facts={[
                  [texts.inForce, serviceInfo?.rateBook.version],
                  [texts.readOn, serviceInfo && dayText(serviceInfo.rateBook.readOn)],
                ]}
              />
              {kept.length > 1 ? <Compared kept={kept} query={query} /> : <p class="panel-foot soft">{texts.alone}</p>}
            </>
          );
        }}
      </Loaded>
    </Panel>
  );
}

function Compared({ kept, query }: { readonly kept: readonly Version[]; readonly query: URLSearchParams }) {
  const now = kept.find(({ isInForce }) => isInForce) ?? kept[0]!;
  const before = kept.find((one) => one.number < now.number) ?? kept.find((one) => one.number !== now.number)!;
  const asked = (name: string, usual: Version) => kept.find((one) => String(one.number) === query.get(name)) ?? usual;
  const [from, to] = [asked('from', before), asked('to', now)];
  const answer = useQuery(differencesOperation, { from: from.number, to: to.number });
  const choices = kept.map(({ number: own, version, createdAt }) => {
    const when = createdAt === null ? texts.shipped : instantText(createdAt);
    return [String(own), `${version} (${when})`] as const;
  });
  return (
    <>
      <FilterForm label={texts.compare} class="filters versions-form panel-foot">
        <ChoiceField label={texts.from} name="from" query={query} choices={choices} usual={String(before.number)} />
        <ChoiceField label={texts.to} name="to" query={query} choices={choices} usual={String(now.number)} />
      </FilterForm>
      <Loaded query={answer} field="rateBookDifferences" lines={4}>
        {({ rateBookDifferences }) => {
          const { nodes = [], totalCount = 0 } = rateBookDifferences ?? {};
          if (nodes.length === 0) return <Empty title={texts.none} />;
          return (
            <>
              <Table
                caption={texts.differences}
                columns={columns}
                rows={nodes}
                keyOf={({ country, jurisdictionId, name }) => `${country} ${jurisdictionId} ${name}`}
              />
              {totalCount > nodes.length && (
                <p class="panel-foot soft small">{texts.first(number(nodes.length), number(totalCount))}</p>
              )}
            </>
          );
        }}
      </Loaded>
    </>
  );
}

const columns: readonly Column<Row>[] = [
  {
    name: texts.columns.where,
    cell: ({ name, jurisdictionId, country }) => (
      <>
        {jurisdictionId === null ? stateName(name) : name}
        <span class="small soft block">{[country, jurisdictionId].filter(Boolean).join(' · ')}</span>
      </>
    ),
  },
  {
    name: texts.columns.what,
    cell: ({ kind, zipCodeCount }) =>
      zipCodeCount === null ? known(texts.kinds, kind) : texts.zips(number(zipCodeCount), zipCodeCount === 1),
  },
  { name: texts.columns.before, isExtra: true, cell: ({ ratesBefore }) => ratesBefore },
  { name: texts.columns.after, cell: ({ ratesAfter }) => ratesAfter },
];
