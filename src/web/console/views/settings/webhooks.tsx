import { useState } from 'preact/hooks';
import { Badge } from '../../base/badge.tsx';
import { settingsLink } from '../../base/links.ts';
import { Panel } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import { attempt } from '../../base/refusal.ts';
import { Empty, Loaded } from '../../base/states.tsx';
import { type Column, Table } from '../../base/table.tsx';
import { instantText } from '../../format/format.ts';
import { known } from '../../texts/records.ts';
import { webhooksTexts as texts } from '../../texts/settings.ts';
import { Deliveries } from './deliveries.tsx';
import { ActionLinks, useDialogs } from './dialogs.tsx';
import { type Endpoint, EndpointDialog, RemoveDialog, RotateEndpointDialog } from './endpoint-dialogs.tsx';
import { endpointsOperation, testEndpointOperation } from './operations.ts';

type Opened = { readonly kind: 'add' } | { readonly kind: 'edit' | 'rotate' | 'remove'; readonly endpoint: Endpoint };

export function WebhooksTab({ query }: { readonly query: URLSearchParams }) {
  const answer = useQuery(endpointsOperation, {});
  const endpoints = answer.data?.webhookEndpoints ?? [];
  const { opened, open, close, showSecret, secretDialog } = useDialogs<Opened>();
  const [said, setSaid] = useState('');
  const endpoint = opened && 'endpoint' in opened ? opened.endpoint : null;
  const test = async ({ serviceId }: Endpoint) =>
    setSaid((await attempt(testEndpointOperation, { input: { by: { serviceId } } })) ?? texts.testSent);
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
        onSecret={showSecret}
      />
      <RotateEndpointDialog
        endpoint={endpoint}
        isOpen={opened?.kind === 'rotate'}
        onClose={close}
        onSecret={showSecret}
      />
      <RemoveDialog endpoint={endpoint} isOpen={opened?.kind === 'remove'} onClose={close} />
      {secretDialog}
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
        <ActionLinks
          of={endpoint.url}
          label={actions.of}
          actions={[
            [actions.test, () => test(endpoint)],
            [actions.edit, () => open({ kind: 'edit', endpoint })],
            [actions.rotate, () => open({ kind: 'rotate', endpoint })],
            [actions.remove, () => open({ kind: 'remove', endpoint })],
          ]}
        >
          <a
            href={settingsLink('webhooks', { endpoint: endpoint.serviceId })}
            aria-label={actions.of(actions.deliveries, endpoint.url)}
          >
            {actions.deliveries}
          </a>
        </ActionLinks>
      ),
    },
  ];
}
