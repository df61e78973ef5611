import { useState } from 'preact/hooks';
import { Confirm, type FieldText } from '../../base/change-form.tsx';
import { CheckBox, Field } from '../../base/field.tsx';
import type { RootOf } from '../../base/graphql.ts';
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

export type Endpoint = RootOf<typeof endpointsOperation, 'webhookEndpoints'>[number];

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
      <Field
        label={words.url}
        hint={words.urlHint}
        name="url"
        type="url"
        required
        maxLength={2048}
        defaultValue={endpoint?.url}
      />
      <Field
        label={words.events}
        hint={words.eventsHint}
        name="events"
        required
        defaultValue={endpoint ? endpoint.eventTypes.join(' ') : '*'}
        spellcheck={false}
      />
      <Field label={words.note} name="note" maxLength={256} defaultValue={endpoint?.description ?? ''} />
      <CheckBox label={words.active} name="active" defaultChecked={endpoint?.status !== 'DISABLED'} />
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
