import { Confirm } from '../../base/change-form.tsx';
import { attempt } from '../../base/refusal.ts';
import { documentTexts } from '../../texts/document.ts';
import type { ShownDocument } from './copies.ts';
import { cancelOperation, recalculateOperation } from './operations.ts';

const { dialogs: texts, actions } = documentTexts;

type ChangeProps = { readonly document: ShownDocument; readonly isOpen: boolean; readonly onClose: () => void };

const reasonIn = (form: FormData) => String(form.get('reason')).trim();

function Reason({ isRequired = false }: { readonly isRequired?: boolean }) {
  return (
    <label>
      {texts.reason}
      <input name="reason" autofocus required={isRequired} maxLength={500} autocomplete="off" />
      <span class="small soft plain-text">{texts.reasonNote}</span>
    </label>
  );
}

export function RecalculateDialog({ document: { serviceId, version, externalId }, isOpen, onClose }: ChangeProps) {
  return (
    <Confirm
      title={texts.recalculateTitle(externalId)}
      isOpen={isOpen}
      onClose={onClose}
      confirm={actions.recalculate}
      keep={texts.keep}
      send={(form) =>
        attempt(recalculateOperation, { input: { by: { serviceId }, ifVersion: version, reason: reasonIn(form) } })
      }
    >
      <p>{texts.recalculateNote}</p>
      <Reason isRequired />
    </Confirm>
  );
}

export function CancelDialog({ document: { serviceId, version, externalId }, isOpen, onClose }: ChangeProps) {
  const send = (form: FormData) => {
    const reason = reasonIn(form);
    return attempt(cancelOperation, { input: { by: { serviceId }, ifVersion: version, ...(reason && { reason }) } });
  };
  return (
    <Confirm
      title={texts.cancelTitle(externalId)}
      isOpen={isOpen}
      onClose={onClose}
      confirm={texts.confirmCancel}
      keep={texts.keep}
      isDanger
      send={send}
    >
      <p>{texts.cancelNote}</p>
      <Reason />
    </Confirm>
  );
}
