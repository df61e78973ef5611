import { useState } from 'preact/hooks';
import { Confirm } from '../../base/change-form.tsx';
import { change } from '../../base/client.ts';
import type { ResultOf } from '../../base/graphql.ts';
import { attempt, refusalOf } from '../../base/refusal.ts';
import { authorization } from '../../base/session.ts';
import { clientsTexts as texts } from '../../texts/settings.ts';
import type { NewSecret } from './dialogs.tsx';
import {
  type clientsOperation,
  createClientOperation,
  revokeClientOperation,
  rotateClientOperation,
} from './operations.ts';
import { OverlapField } from './overlap-field.tsx';
import { scopesOfShop, scopesOfToken } from './token-scopes.ts';

export type Client = NonNullable<ResultOf<typeof clientsOperation>['clients']>['nodes'][number];

type DialogProps = { readonly isOpen: boolean; readonly onClose: () => void };
type WithSecret = { readonly onSecret: (secret: NewSecret) => void };

export function CreateDialog({ isOpen, onClose, onSecret }: DialogProps & WithSecret) {
  const own = scopesOfToken(authorization().Authorization);
  const send = async (form: FormData) => {
    const scopes = form.getAll('scope').map(String);
    if (scopes.length === 0) return texts.form.nothing;
    return attempt(createClientOperation, { input: { name: String(form.get('name')), scopes } }, (made) => {
      if (made.createClient.__typename !== 'ClientWithSecret') return;
      const { clientSecret, client } = made.createClient;
      onSecret({ clientId: client.clientId, secret: clientSecret });
    });
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

type OfClient = DialogProps & { readonly client: Client | null };

export function RotateClientDialog({ client, isOpen, onClose, onSecret }: OfClient & WithSecret) {
  const { rotate } = texts;
  const send = (form: FormData) => {
    const clientId = client?.clientId ?? '';
    const input = { by: { clientId }, overlapHours: Number(form.get('hours')) };
    return attempt(rotateClientOperation, { input }, ({ rotateClientSecret: made }) => {
      if (made.__typename === 'ClientWithSecret') onSecret({ clientId, secret: made.clientSecret });
    });
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

export function RevokeDialog({ client, isOpen, onClose }: OfClient) {
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
