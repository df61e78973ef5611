import { useState } from 'preact/hooks';
import { change } from '../../base/client.ts';
import { Dialog } from '../../base/dialog.tsx';
import { refusalOf } from '../../base/refusal.ts';
import { documentTexts } from '../../texts/document.ts';
import type { ShownDocument } from './copies.ts';
import { cancelOperation, recalculateOperation } from './operations.ts';

const { dialogs: texts, actions } = documentTexts;

type ChangeProps = { readonly document: ShownDocument; readonly isOpen: boolean; readonly onClose: () => void };

type ReasonProps = ChangeProps & {
  readonly title: string;
  readonly note: string;
  readonly confirm: string;
  readonly isDanger?: boolean;
  readonly isRequired: boolean;
  readonly send: (reason: string) => Promise<string | null>;
};

function ReasonDialog({ title, note, confirm, isDanger, isRequired, send, isOpen, onClose }: ReasonProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const reason = String(new FormData(event.currentTarget as HTMLFormElement).get('reason')).trim();
    setBusy(true);
    const refusal = await send(reason);
    setBusy(false);
    setProblem(refusal);
    if (refusal === null) onClose();
  };
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      <form class="stack" onSubmit={submit}>
        <p>{note}</p>
        <label>
          {texts.reason}
          <input name="reason" autofocus required={isRequired} maxLength={500} autocomplete="off" />
          <span class="small soft plain-text">{texts.reasonNote}</span>
        </label>
        {problem !== null && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        <div class="actions">
          <button type="button" onClick={onClose}>
            {texts.keep}
          </button>
          <button type="submit" class={isDanger ? 'danger' : 'primary'} disabled={isBusy}>
            {confirm}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

export function RecalculateDialog(props: ChangeProps) {
  const { serviceId, version, externalId } = props.document;
  const send = async (reason: string) => {
    const answer = await change(recalculateOperation, { input: { by: { serviceId }, ifVersion: version, reason } });
    return refusalOf(answer, ({ recalculateTransaction }) => recalculateTransaction);
  };
  return (
    <ReasonDialog
      {...props}
      title={texts.recalculateTitle(externalId)}
      note={texts.recalculateNote}
      confirm={actions.recalculate}
      isRequired
      send={send}
    />
  );
}

export function CancelDialog(props: ChangeProps) {
  const { serviceId, version, externalId } = props.document;
  const send = async (reason: string) => {
    const input = { by: { serviceId }, ifVersion: version, ...(reason !== '' && { reason }) };
    const answer = await change(cancelOperation, { input });
    return refusalOf(answer, ({ cancelTransaction }) => cancelTransaction);
  };
  return (
    <ReasonDialog
      {...props}
      title={texts.cancelTitle(externalId)}
      note={texts.cancelNote}
      confirm={texts.confirmCancel}
      isDanger
      isRequired={false}
      send={send}
    />
  );
}
