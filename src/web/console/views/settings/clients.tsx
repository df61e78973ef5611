import { Badge } from '../../base/badge.tsx';
import { ChoiceField, FilterForm, SearchField } from '../../base/filters.tsx';
import { List } from '../../base/list.tsx';
import { Panel } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import { pageOf } from '../../base/router.ts';
import type { Column } from '../../base/table.tsx';
import { dayText, instantText } from '../../format/format.ts';
import { known } from '../../texts/records.ts';
import { clientsTexts as texts } from '../../texts/settings.ts';
import { type Client, CreateDialog, RevokeDialog, RotateClientDialog } from './client-dialogs.tsx';
import { ActionLinks, useDialogs } from './dialogs.tsx';
import { clientFilter } from './list-queries.ts';
import { clientsOperation } from './operations.ts';
import { allScopes } from './token-scopes.ts';

/** The open dialog, for an existing client or a new one. */
type Opened = { readonly kind: 'create' } | { readonly kind: 'rotate' | 'revoke'; readonly client: Client };

export function ClientsTab({ query }: { readonly query: URLSearchParams }) {
  const answer = useQuery(clientsOperation, { filter: clientFilter(query), ...pageOf(query, 25) });
  const { opened, open, close, showSecret, secretDialog } = useDialogs<Opened>();
  const client = opened && 'client' in opened ? opened.client : null;
  return (
    <>
      <Filters query={query} />
      <Panel
        title={texts.title}
        aside={
          <button type="button" onClick={() => open({ kind: 'create' })}>
            {texts.create}
          </button>
        }
      >
        <List
          answer={answer}
          field="clients"
          lines={8}
          caption={texts.title}
          columns={columnsWith(open)}
          keyOf={({ clientId }) => clientId}
          empty={texts.none}
          pages={texts.pages}
        />
        <p class="panel-foot small soft">{texts.about}</p>
      </Panel>
      <CreateDialog isOpen={opened?.kind === 'create'} onClose={close} onSecret={showSecret} />
      <RotateClientDialog client={client} isOpen={opened?.kind === 'rotate'} onClose={close} onSecret={showSecret} />
      <RevokeDialog key={client?.clientId} client={client} isOpen={opened?.kind === 'revoke'} onClose={close} />
      {secretDialog}
    </>
  );
}

function Filters({ query }: { readonly query: URLSearchParams }) {
  return (
    <FilterForm label={texts.filters}>
      <SearchField label={texts.name} name="q" query={query} />
      <ChoiceField
        label={texts.status}
        name="status"
        query={query}
        choices={[['', texts.any], ...Object.entries(texts.statuses)]}
      />
    </FilterForm>
  );
}

const { columns: names, actions } = texts;

function columnsWith(open: (opened: Opened) => void): readonly Column<Client>[] {
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
              [actions.rotate, () => open({ kind: 'rotate', client })],
              [actions.revoke, () => open({ kind: 'revoke', client })],
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
