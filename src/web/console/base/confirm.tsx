import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from './dialog.tsx';

type ConfirmProps = {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** What happens, and the fields that it asks for. */
  readonly children: ComponentChildren;
  readonly confirm: string;
  readonly keep: string;
  readonly isDanger?: boolean;
  readonly isReady?: boolean;
  /** Why it was refused; null closes the dialog. */
  readonly send: (form: FormData) => Promise<string | null>;
};

/** A question before a change. It stays open while the gateway refuses. */
export function Confirm({
  title,
  isOpen,
  onClose,
  children,
  confirm,
  keep,
  isDanger,
  isReady = true,
  send,
}: ConfirmProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const close = () => {
    setProblem(null);
    onClose();
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    setBusy(true);
    const refusal = await send(form);
    setBusy(false);
    setProblem(refusal);
    if (refusal === null) onClose();
  };
  return (
    <Dialog title={title} isOpen={isOpen} onClose={close}>
      <form class="stack" onSubmit={submit}>
        {children}
        {problem !== null && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        <div class="actions">
          <button type="button" onClick={close}>
            {keep}
          </button>
          <button type="submit" class={isDanger ? 'danger' : 'primary'} disabled={isBusy || !isReady}>
            {confirm}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
