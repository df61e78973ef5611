import { useState } from 'preact/hooks';
import { Confirm, type FieldText } from '../../base/change-form.tsx';
import type { ResultOf } from '../../base/graphql.ts';
import { attempt } from '../../base/refusal.ts';
import { webhooksTexts as texts } from '../../texts/settings.ts';
import { type NewSecret, OverlapField, SecretDialog, secretFollows } from './dialogs.tsx';
import {
  createEndpointOperation,
  deleteEndpointOperation,
  type endpointsOperation,
  patchEndpointOperation,
  rotateEndpointOperation,
} from './operations.ts';

export type Endpoint = NonNullable<ResultOf<typeof endpointsOperation>['webhookEndpoints']>[number];

type DialogProps = { readonly endpoint: Endpoint; readonly onClose: () => void };

/** Adds an endpoint, or changes one. */
export function EndpointDialog({ endpoint, onClose }: Partial<DialogProps> & Pick<DialogProps, 'onClose'>) {
  const { form: words } = texts;
  const [made, setMade] = useState<NewSecret | null>(null);
  const send = (typed: FieldText) => {
    const members = {
      url: typed('url'),
      eventTypes: typed('events')
        .split(/[\s,]+/)
        .filter(Boolean),
      description: typed('note') || null,
      status: typed('active') === 'on' ? ('ACTIVE' as const) : ('DISABLED' as const),
    };
    if (endpoint) {
      const { serviceId, version } = endpoint;
      return attempt(patchEndpointOperation, { input: { by: { serviceId }, patch: members, ifVersion: version } });
    }
    return attempt(createEndpointOperation, { input: members }, ({ createWebhookEndpoint: created }) => {
      if (created.__typename === 'WebhookEndpointWithSecret') setMade({ secret: created.secret });
    });
  };
  if (made) return <SecretDialog made={made} onClose={onClose} />;
  return (
    <Confirm
      title={endpoint ? words.editTitle : words.addTitle}
      onClose={onClose}
      confirm={words.save}
      onDone={endpoint ? onClose : secretFollows}
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

export function RotateEndpointDialog({ endpoint: { serviceId }, onClose }: DialogProps) {
  const { rotate } = texts;
  const [made, setMade] = useState<NewSecret | null>(null);
  const send = (typed: FieldText) => {
    const input = { by: { serviceId }, overlapHours: Number(typed('hours')) };
    return attempt(rotateEndpointOperation, { input }, ({ rotateWebhookSecret: rotated }) => {
      if (rotated.__typename === 'WebhookEndpointWithSecret') setMade({ secret: rotated.secret });
    });
  };
  if (made) return <SecretDialog made={made} onClose={onClose} />;
  return (
    <Confirm title={rotate.title} onClose={onClose} confirm={rotate.confirm} onDone={secretFollows} send={send}>
      <p>{rotate.text}</p>
      <OverlapField />
    </Confirm>
  );
}

export function RemoveDialog({ endpoint: { serviceId, url }, onClose }: DialogProps) {
  const { remove } = texts;
  return (
    <Confirm
      title={remove.title}
      onClose={onClose}
      confirm={remove.confirm}
      keep={remove.keep}
      isDanger
      send={() => attempt(deleteEndpointOperation, { input: { by: { serviceId } } })}
    >
      <p class="settings-url">{remove.text(url)}</p>
    </Confirm>
  );
}
