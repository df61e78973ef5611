import { nexusLink, nexusPath } from '../../base/links.ts';
import { Empty, Loaded } from '../../base/loaded.tsx';
import { Panel } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import { type Column, Table } from '../../base/table.tsx';
import { dayText } from '../../format/format.ts';
import { known, recordTexts } from '../../texts/records.ts';
import { registrationsTexts as texts } from '../../texts/settings.ts';
import { registrationsOperation } from './operations.ts';

type Row = {
  readonly place: string;
  readonly name: string;
  readonly scheme: keyof typeof recordTexts.schemes;
  readonly number: string | null;
  readonly filingFrequency: string | null;
  readonly validFrom: string;
  readonly validThrough: string | null;
};

export function RegistrationsTab() {
  const answer = useQuery(registrationsOperation, {});
  return (
    <Panel title={texts.title} aside={<a href={nexusPath}>{texts.toNexus}</a>}>
      <Loaded query={answer} field="nexusTrackers" lines={8}>
        {({ nexusTrackers }) => {
          const rows = (nexusTrackers?.nodes ?? []).flatMap(({ place, name, declaration }) =>
            (declaration?.registrations ?? []).map((one): Row => ({ place, name, ...one })),
          );
          if (rows.length === 0) return <Empty title={texts.none}>{texts.noneText}</Empty>;
          return (
            <>
              <Table
                caption={texts.title}
                columns={columns}
                rows={rows}
                keyOf={({ place, scheme, validFrom, number }) => `${place} ${scheme} ${validFrom} ${number}`}
              />
              <p class="panel-foot small soft">{nexusTrackers?.pageInfo.hasNextPage ? texts.more : texts.about}</p>
            </>
          );
        }}
      </Loaded>
    </Panel>
  );
}

const { columns: names } = texts;

const columns: readonly Column<Row>[] = [
  {
    name: names.place,
    cell: ({ place, name, scheme }) => (
      <>
        <a href={nexusLink(place)} class="strong">
          {name}
        </a>
        {scheme !== 'STANDARD' && <span class="block small soft">{known(recordTexts.schemes, scheme)}</span>}
      </>
    ),
  },
  { name: names.number, cell: ({ number }) => number && <code>{number}</code> },
  {
    name: names.files,
    isExtra: true,
    cell: ({ filingFrequency }) => filingFrequency && known(recordTexts.frequencies, filingFrequency),
  },
  {
    name: names.valid,
    cell: ({ validFrom, validThrough }) =>
      validThrough === null ? texts.since(dayText(validFrom)) : texts.until(dayText(validFrom), dayText(validThrough)),
  },
];
