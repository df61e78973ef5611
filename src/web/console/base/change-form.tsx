import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { baseTexts } from '../texts/base.ts';
import { Dialog } from './dialog.tsx';
import type { Failure } from './failure.ts';
import { FailureNote } from './loaded.tsx';

/** The trimmed text of a form field. */
export type FieldText = (field: string) => string;

type ChangeFormProps = {
  /** The form fields, and the effect of the change. */
  readonly children: ComponentChildren;
  readonly confirm: string;
  readonly isDanger?: boolean;
  readonly isReady?: boolean;
  /** Returns the reason if the change was refused; null if it was made. */
  readonly send: (typed: FieldText, form: FormData) => Promise<string | Failure | null>;
  readonly onDone?: () => void;
  /** Called by the cancel button, which a form that is part of a page does not have. */
  readonly onCancel?: () => void;
  /** The label of the cancel button. */
  readonly keep?: string;
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
  onCancel,
  keep = baseTexts.cancel,
  said,
  onInput,
}: ChangeFormProps) {
  const [problem, setProblem] = useState<string | Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    setBusy(true);
    const refusal = await send((field) => String(form.get(field) ?? '').trim(), form);
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
      <div class={onCancel ? 'actions' : 'row'}>
        {onCancel && (
          <button type="button" onClick={onCancel}>
            {keep}
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

type ConfirmProps = Omit<ChangeFormProps, 'onCancel' | 'said' | 'onInput'> & {
  readonly title: string;
  readonly onClose: () => void;
};

/** A confirmation before a change. It stays open if the gateway refuses. */
export function Confirm({ title, onClose, ...form }: ConfirmProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <ChangeForm onDone={onClose} {...form} onCancel={onClose} />
    </Dialog>
  );
}
