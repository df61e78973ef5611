import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../../base/dialog.tsx';
import { Select } from '../../base/field.tsx';
import { baseTexts } from '../../texts/base.ts';
import { clientsTexts, secretTexts as texts } from '../../texts/settings.ts';

export type NewSecret = { readonly clientId?: string; readonly secret: string };

type ActionLinksProps = {
  /** The name of the record. */
  readonly of: string;
  readonly label: (action: string, name: string) => string;
  readonly actions: readonly (readonly [name: string, act: () => void])[];
  readonly children?: ComponentChildren;
};

/** The actions on a record in a list. */
export function ActionLinks({ of: name, label, actions, children }: ActionLinksProps) {
  return (
    <div class="settings-actions">
      {children}
      {actions.map(([action, act]) => (
        <button key={action} type="button" class="link" aria-label={label(action, name)} onClick={act}>
          {action}
        </button>
      ))}
    </div>
  );
}

/** A dialog that reveals a secret stays open after its change. */
export const secretFollows = () => {};

/** Shows a secret, which cannot be shown again. */
export function SecretDialog({ made, onClose }: { readonly made: NewSecret; readonly onClose: () => void }) {
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <p>{texts.text}</p>
      {made.clientId !== undefined && <Copied name={texts.clientId} value={made.clientId} />}
      <Copied name={texts.secret} value={made.secret} />
      <div class="actions">
        <button type="button" class="primary" onClick={onClose}>
          {texts.done}
        </button>
      </div>
    </Dialog>
  );
}

function Copied({ name, value }: { readonly name: string; readonly value: string }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <div class="stack settings-secret">
      <span class="small strong">{name}</span>
      <div class="row">
        <code>{value}</code>
        <button
          type="button"
          aria-label={texts.copy(name)}
          onClick={() => navigator.clipboard.writeText(value).then(() => setCopied(true))}
        >
          {isCopied ? baseTexts.copied : texts.copyWord}
        </button>
      </div>
    </div>
  );
}

const { rotate } = clientsTexts;

/** How long the previous secret remains valid after a rotation. */
export function OverlapField() {
  return <Select label={rotate.overlap} name="hours" choices={rotate.hours} value="24" />;
}
