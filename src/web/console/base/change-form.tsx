import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from './dialog.tsx';
import type { Failure } from './failure.ts';
import { FailureNote } from './states.tsx';

type ChangeFormProps = {
  /** The form fields, and the effect of the change. */
  readonly children: ComponentChildren;
  readonly confirm: string;
  readonly isDanger?: boolean;
  readonly isReady?: boolean;
  /** Returns the reason if the change was refused; null if it was made. */
  readonly send: (form: FormData) => Promise<string | Failure | null>;
  readonly onDone?: () => void;
  /** The cancel button; absent where the form is part of a page. */
  readonly keep?: { readonly text: string; readonly onClick: () => void };
  /** The outcome, shown next to the button. */
  readonly said?: string;
  /** Called when the user changes the form, for example to remove an outcome. */
  readonly onInput?: () => void;
};

/** A form that makes a change. It cannot be submitted twice at once, and shows the reason if the gateway refuses. */
export function ChangeForm({
  children,
  confirm,
  isDanger,
  isReady = true,
  send,
  onDone,
  keep,
  said,
  onInput,
}: ChangeFormProps) {
  const [problem, setProblem] = useState<string | Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    setBusy(true);
    const refusal = await send(form);
    setBusy(false);
    setProblem(refusal);
    if (refusal === null) onDone?.();
  };
  return (
    <form
      class="stack"
      onSubmit={submit}
      onInput={
        onInput &&
        (() => {
          setProblem(null);
          onInput();
        })
      }
    >
      {children}
      {typeof problem === 'string' && <Problem text={problem} />}
      {typeof problem === 'object' && problem && <FailureNote failure={problem} />}
      <div class={keep ? 'actions' : 'row'}>
        {keep && (
          <button type="button" onClick={keep.onClick}>
            {keep.text}
          </button>
        )}
        <button type="submit" class={isDanger ? 'danger' : 'primary'} disabled={isBusy || !isReady}>
          {confirm}
        </button>
        {said !== undefined && (
          <span class="soft" role="status">
            {said}
          </span>
        )}
      </div>
    </form>
  );
}

/** The reason for a refusal. */
export function Problem({ text }: { readonly text: string | null }) {
  return (
    text !== null && (
      <p class="problem" role="alert">
        {text}
      </p>
    )
  );
}

type ConfirmProps = Omit<ChangeFormProps, 'keep' | 'onDone' | 'said' | 'onInput'> & {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly keep: string;
};

/** A confirmation before a change. It stays open if the gateway refuses. */
export function Confirm({ title, isOpen, onClose, keep, ...form }: ConfirmProps) {
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      <ChangeForm {...form} keep={{ text: keep, onClick: onClose }} onDone={onClose} />
    </Dialog>
  );
}
