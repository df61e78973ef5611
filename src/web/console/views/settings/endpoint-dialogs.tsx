import { Confirm } from '../../base/change-form.tsx';
import type { ResultOf } from '../../base/graphql.ts';
import { attempt } from '../../base/refusal.ts';
import { webhooksTexts as texts } from '../../texts/settings.ts';
import type { NewSecret } from './dialogs.tsx';
import {
  createEndpointOperation,
  deleteEndpointOperation,
  type endpointsOperation,
  patchEndpointOperation,
  rotateEndpointOperation,
} from './operations.ts';
import { OverlapField } from './overlap-field.tsx';

export type Endpoint = NonNullable<ResultOf<typeof endpointsOperation>['webhookEndpoints']>[number];

type DialogProps = { readonly endpoint: Endpoint | null; readonly isOpen: boolean; readonly onClose: () => void };
type WithSecret = { readonly onSecret: (secret: NewSecret) => void };

export function EndpointDialog({ endpoint, isOpen, onClose, onSecret }: DialogProps & WithSecret) {
  const { form: words } = texts;
  const send = (form: FormData) => {
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
      return attempt(patchEndpointOperation, { input: { by: { serviceId }, patch: members, ifVersion: version } });
    }
    return attempt(createEndpointOperation, { input: members }, ({ createWebhookEndpoint: made }) => {
      if (made.__typename === 'WebhookEndpointWithSecret') onSecret({ secret: made.secret });
    });
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

export function RotateEndpointDialog({ endpoint, isOpen, onClose, onSecret }: DialogProps & WithSecret) {
  const { rotate } = texts;
  const send = (form: FormData) => {
    const input = { by: { serviceId: endpoint?.serviceId ?? '' }, overlapHours: Number(form.get('hours')) };
    return attempt(rotateEndpointOperation, { input }, ({ rotateWebhookSecret: made }) => {
      if (made.__typename === 'WebhookEndpointWithSecret') onSecret({ secret: made.secret });
    });
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

export function RemoveDialog({ endpoint, isOpen, onClose }: DialogProps) {
  const { remove } = texts;
  const input = { by: { serviceId: endpoint?.serviceId ?? '' } };
  return (
    <Confirm
      title={remove.title}
      isOpen={isOpen}
      onClose={onClose}
      confirm={remove.confirm}
      keep={remove.keep}
      isDanger
      send={() => attempt(deleteEndpointOperation, { input })}
    >
      <p class="settings-url">{remove.text(endpoint?.url ?? '')}</p>
    </Confirm>
  );
}
