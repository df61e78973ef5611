import { useState } from 'preact/hooks';
import { Badge } from '../../base/badge.tsx';
import { change } from '../../base/client.ts';
import { Confirm } from '../../base/confirm.tsx';
import type { ResultOf } from '../../base/graphql.ts';
import { settingsLink } from '../../base/links.ts';
import { Panel } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import { refusalOf } from '../../base/refusal.ts';
import { Empty, Loaded } from '../../base/states.tsx';
import { type Column, Table } from '../../base/table.tsx';
import { instantText } from '../../format/format.ts';
import { known } from '../../texts/records.ts';
import { webhooksTexts as texts } from '../../texts/settings.ts';
import { Deliveries } from './deliveries.tsx';
import {
  createEndpointOperation,
  deleteEndpointOperation,
  endpointsOperation,
  patchEndpointOperation,
  rotateEndpointOperation,
  testEndpointOperation,
} from './operations.ts';
import { OverlapField } from './overlap-field.tsx';
import { type NewSecret, SecretDialog, useOpener } from './secret.tsx';

type Endpoint = NonNullable<ResultOf<typeof endpointsOperation>['webhookEndpoints']>[number];

type Opened =
  | { readonly kind: 'add' }
  | { readonly kind: 'edit' | 'rotate' | 'remove'; readonly endpoint: Endpoint }
  | null;

export function WebhooksTab({ query }: { readonly query: URLSearchParams }) {
  const answer = useQuery(endpointsOperation, {});
  const endpoints = answer.data?.webhookEndpoints ?? [];
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
  const [said, setSaid] = useState('');
  const close = () => setOpened(null);
  const endpoint = opened && 'endpoint' in opened ? opened.endpoint : null;
  const test = async ({ serviceId }: Endpoint) => {
    const sent = await change(testEndpointOperation, { input: { by: { serviceId } } });
    setSaid(refusalOf(sent, ({ testWebhookEndpoint }) => testWebhookEndpoint) ?? texts.testSent);
  };
  return (
    <>
      <Panel
        title={texts.endpoints}
        aside={
          <button type="button" onClick={() => open({ kind: 'add' })}>
            {texts.add}
          </button>
        }
      >
        <Loaded query={answer} field="webhookEndpoints" lines={4}>
          {() =>
            endpoints.length === 0 ? (
              <Empty title={texts.none}>{texts.noneText}</Empty>
            ) : (
              <Table
                caption={texts.endpoints}
                columns={columnsWith(open, test)}
                rows={endpoints}
                keyOf={({ serviceId }) => serviceId}
                isChosen={({ serviceId }) => serviceId === query.get('endpoint')}
              />
            )
          }
        </Loaded>
        <p class={said === '' ? 'hidden' : 'panel-foot small soft'} role="status">
          {said}
        </p>
      </Panel>
      <Deliveries query={query} endpoints={endpoints} />
      <EndpointDialog
        key={endpoint?.serviceId}
        endpoint={opened?.kind === 'edit' ? endpoint : null}
        isOpen={opened?.kind === 'add' || opened?.kind === 'edit'}
        onClose={close}
        onSecret={setSecret}
      />
      <RotateDialog endpoint={endpoint} isOpen={opened?.kind === 'rotate'} onClose={close} onSecret={setSecret} />
      <RemoveDialog endpoint={endpoint} isOpen={opened?.kind === 'remove'} onClose={close} />
      <SecretDialog shown={secret} onClose={closeSecret} />
    </>
  );
}

const { columns: names, actions } = texts;

function columnsWith(
  open: (opened: Opened) => void,
  test: (endpoint: Endpoint) => Promise<void>,
): readonly Column<Endpoint>[] {
  return [
    {
      name: names.url,
      cell: ({ url, description, eventTypes }) => (
        <>
          <span class="strong settings-url">{url}</span>
          <div class="small soft settings-url">{[description, eventTypes.join(', ')].filter(Boolean).join(' · ')}</div>
        </>
      ),
    },
    {
      name: names.state,
      cell: ({ status, disabledReason, failingSince, previousSecretUntil }) => (
        <>
          <Badge tone={status !== 'ACTIVE' ? 'plain' : failingSince === null ? 'good' : 'bad'}>
            {known(texts.statuses, status)}
          </Badge>
          {disabledReason !== null && <div class="small soft">{disabledReason}</div>}
          {failingSince !== null && <div class="small bad">{texts.failing(instantText(failingSince))}</div>}
          {previousSecretUntil !== null && new Date(previousSecretUntil) > new Date() && (
            <div class="small soft">{texts.oldSecret(instantText(previousSecretUntil))}</div>
          )}
        </>
      ),
    },
    {
      name: names.actions,
      cell: (endpoint) => (
        <div class="settings-actions">
          <a
            href={settingsLink('webhooks', { endpoint: endpoint.serviceId })}
            aria-label={actions.of(actions.deliveries, endpoint.url)}
          >
            {actions.deliveries}
          </a>
          {(
            [
              [actions.test, () => test(endpoint)],
              [actions.edit, () => open({ kind: 'edit', endpoint })],
              [actions.rotate, () => open({ kind: 'rotate', endpoint })],
              [actions.remove, () => open({ kind: 'remove', endpoint })],
            ] as const
          ).map(([name, act]) => (
            <button key={name} type="button" class="link" aria-label={actions.of(name, endpoint.url)} onClick={act}>
              {name}
            </button>
          ))}
        </div>
      ),
    },
  ];
}

type DialogProps = { readonly endpoint: Endpoint | null; readonly isOpen: boolean; readonly onClose: () => void };
type WithSecret = { readonly onSecret: (secret: NewSecret) => void };

function EndpointDialog({ endpoint, isOpen, onClose, onSecret }: DialogProps & WithSecret) {
  const { form: words } = texts;
  const send = async (form: FormData) => {
    const members = {
      url: String(form.get('url')).trim(),
      eventTypes: String(form.get('events'))
        .split(/[\s,]+/)
        .filter(Boolean),
      description: String(form.get('note')).trim() || null,
      status: form.get('active') === 'on' ? ('ACTIVE' as const) : ('DISABLED' as const),
    };
    if (endpoint) {
      const { serviceId, version } = endpoint;
      const input = { by: { serviceId }, patch: members, ifVersion: version };
      return refusalOf(
        await change(patchEndpointOperation, { input }),
        ({ patchWebhookEndpoint }) => patchWebhookEndpoint,
      );
    }
    const answer = await change(createEndpointOperation, { input: members });
    if (answer.kind === 'data' && answer.data.createWebhookEndpoint.__typename === 'WebhookEndpointWithSecret') {
      onSecret({ secret: answer.data.createWebhookEndpoint.secret });
    }
    return refusalOf(answer, ({ createWebhookEndpoint }) => createWebhookEndpoint);
  };
  return (
    <Confirm
      title={endpoint ? words.editTitle : words.addTitle}
      isOpen={isOpen}
      onClose={onClose}
      confirm={words.save}
      keep={words.keep}
      send={send}
    >
      <label>
        {words.url}
        <input name="url" type="url" required maxLength={2048} defaultValue={endpoint?.url} autocomplete="off" />
        <span class="small soft plain-text">{words.urlHint}</span>
      </label>
      <label>
        {words.events}
        <input
          name="events"
          required
          defaultValue={endpoint ? endpoint.eventTypes.join(' ') : '*'}
          autocomplete="off"
          spellcheck={false}
        />
        <span class="small soft plain-text">{words.eventsHint}</span>
      </label>
      <label>
        {words.note}
        <input name="note" maxLength={256} defaultValue={endpoint?.description ?? ''} autocomplete="off" />
      </label>
      <label class="check">
        <input type="checkbox" name="active" defaultChecked={endpoint?.status !== 'DISABLED'} />
        {words.active}
      </label>
    </Confirm>
  );
}

function RotateDialog({ endpoint, isOpen, onClose, onSecret }: DialogProps & WithSecret) {
  const { rotate } = texts;
  const send = async (form: FormData) => {
    const input = { by: { serviceId: endpoint?.serviceId ?? '' }, overlapHours: Number(form.get('hours')) };
    const answer = await change(rotateEndpointOperation, { input });
    if (answer.kind === 'data' && answer.data.rotateWebhookSecret.__typename === 'WebhookEndpointWithSecret') {
      onSecret({ secret: answer.data.rotateWebhookSecret.secret });
    }
    return refusalOf(answer, ({ rotateWebhookSecret }) => rotateWebhookSecret);
  };
  return (
    <Confirm
      title={rotate.title}
      isOpen={isOpen}
      onClose={onClose}
      confirm={rotate.confirm}
      keep={texts.form.keep}
      send={send}
    >
      <p>{rotate.text}</p>
      <OverlapField />
    </Confirm>
  );
}

function RemoveDialog({ endpoint, isOpen, onClose }: DialogProps) {
  const { remove } = texts;
  const send = async () => {
    const input = { by: { serviceId: endpoint?.serviceId ?? '' } };
    return refusalOf(
      await change(deleteEndpointOperation, { input }),
      ({ deleteWebhookEndpoint }) => deleteWebhookEndpoint,
    );
  };
  return (
    <Confirm
      title={remove.title}
      isOpen={isOpen}
      onClose={onClose}
      confirm={remove.confirm}
      keep={remove.keep}
      isDanger
      send={send}
    >
      <p class="settings-url">{remove.text(endpoint?.url ?? '')}</p>
    </Confirm>
  );
}
