import { Confirm, type FieldText } from '../../base/change-form.tsx';
import { CheckBox, Field, Select } from '../../base/field.tsx';
import { attempt } from '../../base/refusal.ts';
import { dayText, today } from '../../format/format.ts';
import { placeTexts } from '../../texts/nexus.ts';
import { recordTexts } from '../../texts/records.ts';
import { type Addition, declarationWith, type Tracker } from './declaration.ts';
import { declareOperation, endOperation } from './operations.ts';

const { dialogs: texts } = placeTexts;

type DialogProps = { readonly tracker: Tracker; readonly onClose: () => void };

const declare = (tracker: Tracker, addition: Addition) =>
  attempt(declareOperation, { input: declarationWith(tracker, addition) });

const windowIn = (typed: FieldText) => ({ from: typed('from'), to: typed('to') });

function Window({ from }: { readonly from: string }) {
  return (
    <div class="pair">
      <Field label={texts.from} name="from" type="date" required defaultValue={from} />
      <Field label={texts.to} hint={texts.noEnd} name="to" type="date" />
    </div>
  );
}

export function RegisterDialog({ tracker, onClose }: DialogProps) {
  const send = (typed: FieldText) =>
    declare(tracker, {
      kind: 'registration',
      ...windowIn(typed),
      number: typed('number'),
      scheme: typed('scheme'),
      frequency: typed('frequency'),
      dueDay: typed('dueDay'),
      isEstablished: typed('isEstablished') === 'on',
    });
  return (
    <Confirm title={texts.registerTitle(tracker.name)} onClose={onClose} confirm={texts.confirmRegister} send={send}>
      <p>{texts.registerNote}</p>
      <Field label={texts.number} hint={texts.numberHint} name="number" spellcheck={false} maxLength={100} />
      {tracker.country !== 'US' && (
        <>
          <Select label={texts.schemes} name="scheme" choices={recordTexts.schemes} />
          <CheckBox label={texts.established} name="isEstablished" />
        </>
      )}
      <Window from={tracker.firstCollection.collectFrom ?? today()} />
      <div class="pair">
        <Select label={texts.frequency} name="frequency" choices={recordTexts.frequencies} />
        <Field label={texts.day} hint={texts.dayHint} name="dueDay" type="number" min="1" max="31" step="1" />
      </div>
      <p class="small soft">{texts.effect(tracker.name)}</p>
    </Confirm>
  );
}

export function ApproveDialog({ tracker, onClose }: DialogProps) {
  const { collectFrom } = tracker.firstCollection;
  return (
    <Confirm
      title={texts.approveTitle(tracker.name)}
      onClose={onClose}
      confirm={texts.confirmApprove}
      send={(typed) => declare(tracker, { kind: 'economic', ...windowIn(typed) })}
    >
      <p>{texts.approveNote}</p>
      {collectFrom !== null && <p>{texts.approveRule(dayText(collectFrom))}</p>}
      <Window from={collectFrom ?? today()} />
      <p class="small soft">{texts.effect(tracker.name)}</p>
    </Confirm>
  );
}

export function DeclareDialog({ tracker, onClose }: DialogProps) {
  return (
    <Confirm
      title={texts.declareTitle(tracker.name)}
      onClose={onClose}
      confirm={texts.confirmDeclare}
      send={(typed) => declare(tracker, { kind: 'physical', ...windowIn(typed), note: typed('note') })}
    >
      <p>{texts.declareNote}</p>
      <Field label={texts.note} hint={texts.noteHint} name="note" maxLength={500} />
      <Window from={today()} />
      <p class="small soft">{texts.effect(tracker.name)}</p>
    </Confirm>
  );
}

export function EndDialog({ tracker, onClose }: DialogProps) {
  const { country, state, declaration, name } = tracker;
  const input = { country, ...(state !== null && { state }), ifVersion: declaration?.version ?? null };
  return (
    <Confirm
      title={texts.endTitle(name)}
      onClose={onClose}
      confirm={texts.confirmEnd}
      isDanger
      send={() => attempt(endOperation, { input })}
    >
      <p>{texts.endNote(name)}</p>
    </Confirm>
  );
}
