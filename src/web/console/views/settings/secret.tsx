import { useRef, useState } from 'preact/hooks';
import { Dialog } from '../../base/dialog.tsx';
import { baseTexts } from '../../texts/base.ts';
import { secretTexts as texts } from '../../texts/settings.ts';

export type NewSecret = { readonly clientId?: string; readonly secret: string };

/**
 * The focus after a dialog that another one has opened: the browser would give it to a field of the first, which is gone. It returns
 * to what has opened that.
 */
export function useOpener(): { remember(): void; giveBack(): void } {
  const opener = useRef<Element | null>(null);
  return {
    remember: () => {
      opener.current = document.activeElement;
    },
    giveBack: () => {
      const { current } = opener;
      setTimeout(() => current instanceof HTMLElement && current.focus());
    },
  };
}

/** The only time that a secret is shown. */
export function SecretDialog({ shown, onClose }: { readonly shown: NewSecret | null; readonly onClose: () => void }) {
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
