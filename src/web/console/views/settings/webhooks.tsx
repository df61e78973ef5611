import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Badge } from '../../base/badge.tsx';
import { Action } from '../../base/dialog.tsx';
import { settingsLink } from '../../base/links.ts';
import { Empty, Loaded } from '../../base/loaded.tsx';
import { Panel } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import { attempt } from '../../base/refusal.ts';
import { type Column, Table } from '../../base/table.tsx';
import { instantText } from '../../format/format.ts';
import { known } from '../../texts/records.ts';
import { webhooksTexts as texts } from '../../texts/settings.ts';
import { Deliveries } from './deliveries.tsx';
import { ActionLinks } from './dialogs.tsx';
import { type Endpoint, EndpointDialog, RemoveDialog, RotateEndpointDialog } from './endpoint-dialogs.tsx';
import { endpointsOperation, testEndpointOperation } from './operations.ts';

export function WebhooksTab({ query }: { readonly query: URLSearchParams }) {
  const answer = useQuery(endpointsOperation, {});
  const endpoints = answer.data?.webhookEndpoints ?? [];
  const [dialog, show] = useState<ComponentChildren>(null);
  const [said, setSaid] = useState('');
  const test = async ({ serviceId }: Endpoint) =>
    setSaid((await attempt(testEndpointOperation, { input: { by: { serviceId } } })) ?? texts.testSent);
  return (
    <>
      <Panel
        title={texts.endpoints}
        aside={<Action text={texts.add}>{(close) => <EndpointDialog onClose={close} />}</Action>}
      >
        <Loaded query={answer} field="webhookEndpoints" lines={4}>
          {() =>
            endpoints.length === 0 ? (
              <Empty title={texts.none}>{texts.noneText}</Empty>
            ) : (
              <Table
                caption={texts.endpoints}
                columns={columnsWith(show, test)}
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
      {dialog}
    </>
  );
}

const { columns: names, actions } = texts;

function columnsWith(
  show: (dialog: ComponentChildren) => void,
  test: (endpoint: Endpoint) => Promise<void>,
): readonly Column<Endpoint>[] {
  const close = () => show(null);
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
            [actions.edit, () => show(<EndpointDialog endpoint={endpoint} onClose={close} />)],
            [actions.rotate, () => show(<RotateEndpointDialog endpoint={endpoint} onClose={close} />)],
            [actions.remove, () => show(<RemoveDialog endpoint={endpoint} onClose={close} />)],
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
