import { useState } from 'preact/hooks';
import { Badge } from '../../base/badge.tsx';
import { change } from '../../base/client.ts';
import { Confirm } from '../../base/confirm.tsx';
import type { ResultOf } from '../../base/graphql.ts';
import { Panel } from '../../base/page.tsx';
import { Pages } from '../../base/pages.tsx';
import { useQuery } from '../../base/query.ts';
import { refusalOf } from '../../base/refusal.ts';
import { ChoiceField, SearchField } from '../../base/filters.tsx';
import { authorization } from '../../base/session.ts';
import { Empty, Loaded } from '../../base/states.tsx';
import { type Column, Table } from '../../base/table.tsx';
import { dayText, instantText } from '../../format/format.ts';
import { known } from '../../texts/records.ts';
import { clientsTexts as texts } from '../../texts/settings.ts';
import { clientFilter, pageOf } from './list-queries.ts';
import {
  clientsBeforeOperation,
  clientsOperation,
  createClientOperation,
  revokeClientOperation,
  rotateClientOperation,
} from './operations.ts';
import { OverlapField } from './overlap-field.tsx';
import { type NewSecret, SecretDialog, useOpener } from './secret.tsx';
import { allScopes, scopesOfShop, scopesOfToken } from './token-scopes.ts';

type Row = NonNullable<ResultOf<typeof clientsOperation>['clients']>['nodes'][number];

/** What is open: a dialog, for one client or a new one. */
type Opened = { readonly kind: 'create' } | { readonly kind: 'rotate' | 'revoke'; readonly client: Row } | null;

export function ClientsTab({ query }: { readonly query: URLSearchParams }) {
  const page = pageOf(query);
  const filter = clientFilter(query);
  const forwards = useQuery(clientsOperation, 'after' in page ? { filter, ...page } : null);
  const backwards = useQuery(clientsBeforeOperation, 'before' in page ? { filter, ...page } : null);
  const answer = 'after' in page ? forwards : backwards;
  const [opened, setOpened] = useState<Opened>(null);
  const opener = useOpener();
  const open = (one: Opened) => {
    opener.remember();
    setOpened(one);
  };
  const closeSecret = () => {
    setSecret(null);
    opener.giveBack();
  };
  const [secret, setSecret] = useState<NewSecret | null>(null);
  const close = () => setOpened(null);
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
        <Loaded query={answer} field="clients" lines={8}>
          {({ clients }) =>
            !clients || clients.nodes.length === 0 ? (
              <Empty title={texts.none}>{texts.noneText}</Empty>
            ) : (
              <>
                <Table
                  caption={texts.title}
                  columns={columnsWith(open)}
                  rows={clients.nodes}
                  keyOf={({ clientId }) => clientId}
                />
                <Pages label={texts.pages} page={clients.pageInfo} />
              </>
            )
          }
        </Loaded>
        <p class="panel-foot small soft">{texts.about}</p>
      </Panel>
      <CreateDialog isOpen={opened?.kind === 'create'} onClose={close} onSecret={setSecret} />
      <RotateDialog client={client} isOpen={opened?.kind === 'rotate'} onClose={close} onSecret={setSecret} />
      <RevokeDialog key={client?.clientId} client={client} isOpen={opened?.kind === 'revoke'} onClose={close} />
      <SecretDialog shown={secret} onClose={closeSecret} />
    </>
  );
}

function Filters({ query }: { readonly query: URLSearchParams }) {
  return (
    <form class="filters no-print" aria-label={texts.filters} onSubmit={(event) => event.preventDefault()}>
      <SearchField label={texts.name} name="q" query={query} />
      <ChoiceField
        label={texts.status}
        name="status"
        query={query}
        choices={[['', texts.any], ...Object.entries(texts.statuses)]}
      />
    </form>
  );
}

const { columns: names, actions } = texts;

function columnsWith(open: (opened: Opened) => void): readonly Column<Row>[] {
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
          <div class="settings-actions">
            <button
              type="button"
              class="link"
              aria-label={actions.of(actions.rotate, client.name)}
              onClick={() => open({ kind: 'rotate', client })}
            >
              {actions.rotate}
            </button>
            <button
              type="button"
              class="link"
              aria-label={actions.of(actions.revoke, client.name)}
              onClick={() => open({ kind: 'revoke', client })}
            >
              {actions.revoke}
            </button>
          </div>
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

type DialogProps = { readonly isOpen: boolean; readonly onClose: () => void };
type WithSecret = { readonly onSecret: (secret: NewSecret) => void };

function CreateDialog({ isOpen, onClose, onSecret }: DialogProps & WithSecret) {
  const own = scopesOfToken(authorization().Authorization);
  const send = async (form: FormData) => {
    const scopes = form.getAll('scope').map(String);
    if (scopes.length === 0) return texts.form.nothing;
    const answer = await change(createClientOperation, { input: { name: String(form.get('name')), scopes } });
    if (answer.kind === 'data' && answer.data.createClient.__typename === 'ClientWithSecret') {
      const { clientSecret, client } = answer.data.createClient;
      onSecret({ clientId: client.clientId, secret: clientSecret });
    }
    return refusalOf(answer, ({ createClient }) => createClient);
  };
  return (
    <Confirm
      title={texts.form.title}
      isOpen={isOpen}
      onClose={onClose}
      confirm={texts.form.confirm}
      keep={texts.form.keep}
      send={send}
    >
      <label>
        {texts.form.name}
        <input name="name" required maxLength={256} autocomplete="off" spellcheck={false} />
        <span class="small soft plain-text">{texts.form.nameHint}</span>
      </label>
      <fieldset class="settings-scopes">
        <legend>{texts.form.scopes}</legend>
        {own.map((scope) => (
          <label class="check small" key={scope}>
            <input type="checkbox" name="scope" value={scope} defaultChecked={scopesOfShop.includes(scope)} />
            {texts.scopeNames[scope]}
          </label>
        ))}
      </fieldset>
    </Confirm>
  );
}

type OfClient = DialogProps & { readonly client: Row | null };

function RotateDialog({ client, isOpen, onClose, onSecret }: OfClient & WithSecret) {
  const { rotate } = texts;
  const send = async (form: FormData) => {
    const clientId = client?.clientId ?? '';
    const input = { by: { clientId }, overlapHours: Number(form.get('hours')) };
    const answer = await change(rotateClientOperation, { input });
    if (answer.kind === 'data' && answer.data.rotateClientSecret.__typename === 'ClientWithSecret') {
      onSecret({ clientId, secret: answer.data.rotateClientSecret.clientSecret });
    }
    return refusalOf(answer, ({ rotateClientSecret }) => rotateClientSecret);
  };
  return (
    <Confirm
      title={rotate.title(client?.name ?? '')}
      isOpen={isOpen}
      onClose={onClose}
      confirm={rotate.confirm}
      keep={rotate.keep}
      send={send}
    >
      <p>{rotate.text}</p>
      <OverlapField />
    </Confirm>
  );
}

function RevokeDialog({ client, isOpen, onClose }: OfClient) {
  const { revoke } = texts;
  const [wouldLockOut, setLockout] = useState(false);
  const close = () => {
    setLockout(false);
    onClose();
  };
  const send = async (form: FormData) => {
    const reason = String(form.get('reason') ?? '').trim();
    const acceptLockout = form.get('accept') === 'on';
    const input = { by: { clientId: client?.clientId ?? '' }, reason: reason === '' ? null : reason, acceptLockout };
    const answer = await change(revokeClientOperation, { input });
    const told = answer.kind === 'data' ? answer.data.revokeClient : null;
    if (told && 'code' in told && told.code === 'LOCKOUT') {
      setLockout(true);
      return revoke.lockout;
    }
    return refusalOf(answer, ({ revokeClient }) => revokeClient);
  };
  return (
    <Confirm
      title={revoke.title(client?.name ?? '')}
      isOpen={isOpen}
      onClose={close}
      confirm={revoke.confirm}
      keep={revoke.keep}
      isDanger
      send={send}
    >
      <p>{revoke.text}</p>
      <label>
        {revoke.reason}
        <input name="reason" maxLength={256} autocomplete="off" />
        <span class="small soft plain-text">{revoke.reasonHint}</span>
      </label>
      {wouldLockOut && (
        <label class="check">
          <input type="checkbox" name="accept" required />
          {revoke.accept}
        </label>
      )}
    </Confirm>
  );
}
