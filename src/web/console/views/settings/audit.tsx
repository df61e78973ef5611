import { Csv } from '../../base/download.tsx';
import type { ResultOf } from '../../base/graphql.ts';
import { settingsLink } from '../../base/links.ts';
import { Panel } from '../../base/page.tsx';
import { Pages } from '../../base/pages.tsx';
import { useQuery } from '../../base/query.ts';
import { navigate, withQuery } from '../../base/router.ts';
import { ChoiceField, SearchField } from '../../base/filters.tsx';
import { Empty, Loaded } from '../../base/states.tsx';
import { type Column, Table } from '../../base/table.tsx';
import { instantText } from '../../format/format.ts';
import { known } from '../../texts/records.ts';
import { auditTexts as texts } from '../../texts/settings.ts';
import { auditFilter, auditPath, pageOf } from './list-queries.ts';
import { auditBeforeOperation, auditOperation } from './operations.ts';
import { changedMembers } from './patch.ts';
import { recordLink } from './record-link.ts';

type Row = NonNullable<ResultOf<typeof auditOperation>['auditEntries']>['nodes'][number];

export function AuditTab({ query }: { readonly query: URLSearchParams }) {
  const page = pageOf(query);
  const filter = auditFilter(query);
  const forwards = useQuery(auditOperation, 'after' in page ? { filter, ...page } : null);
  const backwards = useQuery(auditBeforeOperation, 'before' in page ? { filter, ...page } : null);
  const answer = 'after' in page ? forwards : backwards;
  return (
    <>
      <Filters query={query} />
      <Panel title={texts.title} aside={<Csv name="audit-trail" path={auditPath(query)} />}>
        <Loaded query={answer} field="auditEntries" lines={12}>
          {({ auditEntries }) =>
            !auditEntries || auditEntries.nodes.length === 0 ? (
              <Empty title={texts.none}>{texts.noneText}</Empty>
            ) : (
              <>
                <Table
                  caption={texts.title}
                  columns={columns}
                  rows={auditEntries.nodes}
                  keyOf={({ serviceId }) => serviceId}
                />
                <Pages label={texts.pages} page={auditEntries.pageInfo} />
              </>
            )
          }
        </Loaded>
      </Panel>
    </>
  );
}

const { filters } = texts;
const filterNames = ['record', 'by', 'key', 'from', 'to'];

function Filters({ query }: { readonly query: URLSearchParams }) {
  return (
    <form class="filters no-print" aria-label={filters.label} onSubmit={(event) => event.preventDefault()}>
      <ChoiceField
        label={filters.record}
        name="record"
        query={query}
        choices={[['', filters.any], ...Object.entries(texts.records)]}
      />
      <SearchField label={filters.key} name="key" query={query} />
      <SearchField label={filters.by} name="by" query={query} />
      <Day label={filters.from} name="from" query={query} />
      <Day label={filters.to} name="to" query={query} />
      {filterNames.some((name) => query.has(name)) && (
        <div class="row chips">
          <a href={settingsLink('audit')}>{filters.clear}</a>
        </div>
      )}
    </form>
  );
}

type DayProps = { readonly label: string; readonly name: string; readonly query: URLSearchParams };

function Day({ label, name, query }: DayProps) {
  return (
    <label>
      {label}
      <input
        type="date"
        value={query.get(name) ?? ''}
        onChange={({ currentTarget: { value } }) =>
          navigate(withQuery({ [name]: value, after: null, before: null }), { replace: true })
        }
      />
    </label>
  );
}

const { columns: names } = texts;

const columns: readonly Column<Row>[] = [
  { name: names.when, cell: ({ occurredAt }) => instantText(occurredAt) },
  {
    name: names.record,
    cell: (entry) => {
      const link = recordLink(entry);
      const name = known(texts.records, entry.recordType);
      return (
        <>
          {link === null ? name : <a href={link}>{name}</a>}
          <div class="small soft settings-url">{entry.recordKey}</div>
        </>
      );
    },
  },
  {
    name: names.action,
    cell: ({ action, reason, patch }) => (
      <>
        <span class="strong">{known(texts.actions, action)}</span>
        {reason !== null && <div class="small soft settings-url">{reason}</div>}
        {patch.length > 0 && <Patch patch={patch} />}
      </>
    ),
  },
  {
    name: names.by,
    isExtra: true,
    cell: ({ clientId }) =>
      clientId === null ? (
        texts.operator
      ) : (
        <a href={withQuery({ by: clientId, after: null, before: null })} class="settings-url small">
          <code>{clientId}</code>
        </a>
      ),
  },
];

function Patch({ patch }: Pick<Row, 'patch'>) {
  const members = changedMembers(patch);
  return (
    <details class="small settings-patch">
      <summary>{texts.changed(members.length)}</summary>
      <ul class="plain-list">
        {members.map(({ name, before, after }) => (
          <li key={name}>
            <strong>{name}</strong>: {after ?? texts.empty}
            {before !== null && (
              <span class="soft">
                , {texts.was} {before}
              </span>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
