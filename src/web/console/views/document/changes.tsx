import { Confirm } from '../../base/change-form.tsx';
import { Field } from '../../base/field.tsx';
import { attempt } from '../../base/refusal.ts';
import { documentTexts } from '../../texts/documents.ts';
import type { ShownDocument } from './copies.ts';
import { cancelOperation, recalculateOperation } from './operations.ts';

const { dialogs: texts, actions } = documentTexts;

type ChangeProps = { readonly document: ShownDocument; readonly onClose: () => void };

function Reason({ isRequired = false }: { readonly isRequired?: boolean }) {
  return (
    <Field label={texts.reason} hint={texts.reasonNote} name="reason" autofocus required={isRequired} maxLength={500} />
  );
}

export function RecalculateDialog({ document: { serviceId, version, externalId }, onClose }: ChangeProps) {
  return (
    <Confirm
      title={texts.recalculateTitle(externalId)}
      onClose={onClose}
      confirm={actions.recalculate}
      keep={texts.keep}
      send={(typed) =>
        attempt(recalculateOperation, { input: { by: { serviceId }, ifVersion: version, reason: typed('reason') } })
      }
    >
      <p>{texts.recalculateNote}</p>
      <Reason isRequired />
    </Confirm>
  );
}

export function CancelDialog({ document: { serviceId, version, externalId }, onClose }: ChangeProps) {
  return (
    <Confirm
      title={texts.cancelTitle(externalId)}
      onClose={onClose}
      confirm={texts.confirmCancel}
      keep={texts.keep}
      isDanger
      send={(typed) =>
        attempt(cancelOperation, { input: { by: { serviceId }, ifVersion: version, reason: typed('reason') || null } })
      }
    >
      <p>{texts.cancelNote}</p>
      <Reason />
    </Confirm>
  );
}
