import { useState } from 'preact/hooks';
import { Confirm, type FieldText } from '../../base/change-form.tsx';
import { change } from '../../base/client.ts';
import { CheckBox, Field } from '../../base/field.tsx';
import type { NodeOf } from '../../base/graphql.ts';
import { attempt, refusalOf } from '../../base/refusal.ts';
import { authorization } from '../../base/session.ts';
import { clientsTexts as texts } from '../../texts/settings.ts';
import { type NewSecret, OverlapField, SecretDialog, secretFollows } from './dialogs.tsx';
import {
  type clientsOperation,
  createClientOperation,
  revokeClientOperation,
  rotateClientOperation,
} from './operations.ts';
import { scopesOfShop, scopesOfToken } from './token-scopes.ts';

export type Client = NodeOf<typeof clientsOperation, 'clients'>;

type DialogProps = { readonly onClose: () => void };

export function CreateDialog({ onClose }: DialogProps) {
  const own = scopesOfToken(authorization().Authorization);
  const [made, setMade] = useState<NewSecret | null>(null);
  const send = async (typed: FieldText, form: FormData) => {
    const scopes = form.getAll('scope').map(String);
    if (scopes.length === 0) return texts.form.nothing;
    return attempt(createClientOperation, { input: { name: typed('name'), scopes } }, ({ createClient }) => {
      if (createClient.__typename !== 'ClientWithSecret') return;
      setMade({ clientId: createClient.client.clientId, secret: createClient.clientSecret });
    });
  };
  if (made) return <SecretDialog made={made} onClose={onClose} />;
  return (
    <Confirm title={texts.form.title} onClose={onClose} confirm={texts.form.confirm} onDone={secretFollows} send={send}>
      <Field
        label={texts.form.name}
        hint={texts.form.nameHint}
        name="name"
        required
        maxLength={256}
        spellcheck={false}
      />
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

type OfClient = DialogProps & { readonly client: Client };

export function RotateClientDialog({ client: { clientId, name }, onClose }: OfClient) {
  const { rotate } = texts;
  const [made, setMade] = useState<NewSecret | null>(null);
  const send = (typed: FieldText) => {
    const input = { by: { clientId }, overlapHours: Number(typed('hours')) };
    return attempt(rotateClientOperation, { input }, ({ rotateClientSecret: rotated }) => {
      if (rotated.__typename === 'ClientWithSecret') setMade({ clientId, secret: rotated.clientSecret });
    });
  };
  if (made) return <SecretDialog made={made} onClose={onClose} />;
  return (
    <Confirm title={rotate.title(name)} onClose={onClose} confirm={rotate.confirm} onDone={secretFollows} send={send}>
      <p>{rotate.text}</p>
      <OverlapField />
    </Confirm>
  );
}

export function RevokeDialog({ client: { clientId, name }, onClose }: OfClient) {
  const { revoke } = texts;
  const [wouldLockOut, setLockout] = useState(false);
  const send = async (typed: FieldText) => {
    const input = { by: { clientId }, reason: typed('reason') || null, acceptLockout: typed('accept') === 'on' };
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
      title={revoke.title(name)}
      onClose={onClose}
      confirm={revoke.confirm}
      keep={revoke.keep}
      isDanger
      send={send}
    >
      <p>{revoke.text}</p>
      <Field label={revoke.reason} hint={revoke.reasonHint} name="reason" maxLength={256} />
      {wouldLockOut && <CheckBox label={revoke.accept} name="accept" required />}
    </Confirm>
  );
}
