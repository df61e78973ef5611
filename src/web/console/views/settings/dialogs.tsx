import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Dialog } from '../../base/dialog.tsx';
import { baseTexts } from '../../texts/base.ts';
import { secretTexts as texts } from '../../texts/settings.ts';

export type NewSecret = { readonly clientId?: string; readonly secret: string };

/** The dialogs of a list: the open dialog, and the secret it may reveal. */
export function useDialogs<Opened>() {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [secret, setSecret] = useState<NewSecret | null>(null);
  const opener = useRef<Element | null>(null);
  // The browser would restore the focus to a field of the first dialog, which no longer exists.
  const closeSecret = () => {
    setSecret(null);
    const { current } = opener;
    setTimeout(() => current instanceof HTMLElement && current.focus());
  };
  return {
    opened,
    open: (one: Opened) => {
      opener.current = document.activeElement;
      setOpened(one);
    },
    close: () => setOpened(null),
    showSecret: setSecret,
    secretDialog: <SecretDialog shown={secret} onClose={closeSecret} />,
  };
}

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

/** Shows a secret, which cannot be shown again. */
function SecretDialog({ shown, onClose }: { readonly shown: NewSecret | null; readonly onClose: () => void }) {
  return (
    <Dialog title={texts.title} isOpen={shown !== null} onClose={onClose}>
      <p>{texts.text}</p>
      {shown?.clientId !== undefined && <Copied name={texts.clientId} value={shown.clientId} />}
      {shown && <Copied name={texts.secret} value={shown.secret} />}
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
