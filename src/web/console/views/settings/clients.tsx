import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Badge } from '../../base/badge.tsx';
import { Action } from '../../base/dialog.tsx';
import { Filters } from '../../base/filters.tsx';
import { List } from '../../base/list.tsx';
import { filterOf } from '../../base/list-filters.ts';
import { Panel } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import { pageOf } from '../../base/router.ts';
import type { Column } from '../../base/table.tsx';
import { dayText, instantText } from '../../format/format.ts';
import { known } from '../../texts/records.ts';
import { clientsTexts as texts } from '../../texts/settings.ts';
import { type Client, CreateDialog, RevokeDialog, RotateClientDialog } from './client-dialogs.tsx';
import { ActionLinks } from './dialogs.tsx';
import { clientFilters } from './filters.ts';
import { clientsOperation } from './operations.ts';
import { allScopes } from './token-scopes.ts';

export function ClientsTab({ query }: { readonly query: URLSearchParams }) {
  const answer = useQuery(clientsOperation, { filter: filterOf(clientFilters, query), ...pageOf(query, 25) });
  const [dialog, show] = useState<ComponentChildren>(null);
  return (
    <>
      <Filters filters={clientFilters} query={query} />
      <Panel
        title={texts.title}
        aside={<Action text={texts.create}>{(close) => <CreateDialog onClose={close} />}</Action>}
      >
        <List
          answer={answer}
          field="clients"
          lines={8}
          caption={texts.title}
          columns={columnsWith(show)}
          keyOf={({ clientId }) => clientId}
          empty={texts.none}
          pages={texts.pages}
        />
        <p class="panel-foot small soft">{texts.about}</p>
      </Panel>
      {dialog}
    </>
  );
}

const { columns: names, actions } = texts;

function columnsWith(show: (dialog: ComponentChildren) => void): readonly Column<Client>[] {
  const close = () => show(null);
  return [
    {
      name: names.name,
      cell: ({ clientId, name }) => (
        <>
          <span class="strong settings-url">{name}</span>
          <div class="small soft settings-url">
            <code>{clientId}</code>
          </div>
        </>
      ),
    },
    { name: names.scopes, isExtra: true, cell: ({ scopes }) => <Scopes scopes={scopes} /> },
    { name: names.created, isExtra: true, cell: ({ createdAt }) => dayText(createdAt.slice(0, 10)) },
    {
      name: names.state,
      cell: ({ status, revokedAt, previousSecretUntil }) => (
        <>
          <Badge tone={status === 'ACTIVE' ? 'good' : 'plain'}>{known(texts.statuses, status)}</Badge>
          {revokedAt !== null && <div class="small soft">{instantText(revokedAt)}</div>}
          {previousSecretUntil !== null && new Date(previousSecretUntil) > new Date() && (
            <div class="small soft">{texts.oldSecret(instantText(previousSecretUntil))}</div>
          )}
        </>
      ),
    },
    {
      name: names.actions,
      cell: (client) =>
        client.status === 'ACTIVE' && (
          <ActionLinks
            of={client.name}
            label={actions.of}
            actions={[
              [actions.rotate, () => show(<RotateClientDialog client={client} onClose={close} />)],
              [actions.revoke, () => show(<RevokeDialog client={client} onClose={close} />)],
            ]}
          />
        ),
    },
  ];
}

function Scopes({ scopes }: { readonly scopes: readonly string[] }) {
  if (scopes.length === allScopes.length) return <>{texts.allScopes}</>;
  return (
    <details class="small">
      <summary>{texts.scopes(scopes.length)}</summary>
      <ul class="plain-list">
        {scopes.map((scope) => (
          <li key={scope}>{known(texts.scopeNames, scope)}</li>
        ))}
      </ul>
    </details>
  );
}
