import { useClientNames } from '../../base/client-names.ts';
import { Csv } from '../../base/download.tsx';
import { Filters } from '../../base/filters.tsx';
import type { NodeOf } from '../../base/graphql.ts';
import { List } from '../../base/list.tsx';
import { filterOf } from '../../base/list-filters.ts';
import { Panel } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import { firstPage, pageOf, withQuery } from '../../base/router.ts';
import type { Column } from '../../base/table.tsx';
import { instantText } from '../../format/format.ts';
import { known } from '../../texts/records.ts';
import { auditTexts as texts } from '../../texts/settings.ts';
import { auditFilters, auditPath } from './filters.ts';
import { auditOperation } from './operations.ts';
import { changedMembers } from './patch.ts';
import { recordLink, recordName } from './record-link.ts';

type Row = NodeOf<typeof auditOperation, 'auditEntries'>;

export function AuditTab({ query }: { readonly query: URLSearchParams }) {
  const clientNames = useClientNames();
  const filters = auditFilters(clientNames);
  const answer = useQuery(auditOperation, { filter: filterOf(filters, query), ...pageOf(query, 25) });
  return (
    <>
      <Filters filters={filters} query={query} />
      <Panel title={texts.title} aside={<Csv name="audit-trail" path={auditPath(query)} />}>
        <List
          answer={answer}
          field="auditEntries"
          lines={12}
          caption={texts.title}
          columns={columnsWith(clientNames)}
          keyOf={({ serviceId }) => serviceId}
          empty={texts.none}
          pages={texts.pages}
        />
      </Panel>
    </>
  );
}

type Names = ReadonlyMap<string, string>;

const { columns: names } = texts;

const columnsWith = (clientNames: Names): readonly Column<Row>[] => [
  { name: names.when, cell: ({ occurredAt }) => instantText(occurredAt) },
  {
    name: names.record,
    cell: (entry) => {
      const link = recordLink(entry);
      const name = recordName(entry, clientNames);
      const text = `${known(texts.records, entry.recordType)} ${name}`.trim();
      return (
        <span class="settings-url" title={entry.recordKey}>
          {link === null ? text : <a href={link}>{text}</a>}
        </span>
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
        <a href={withQuery({ by: clientId, ...firstPage })} class="settings-url small" title={clientId}>
          {clientNames.get(clientId) ?? clientId}
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
