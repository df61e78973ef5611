import { Confirm, type FieldText } from '../../base/change-form.tsx';
import { attempt } from '../../base/refusal.ts';
import { dayText, today } from '../../format/format.ts';
import { placeTexts } from '../../texts/nexus.ts';
import { recordTexts } from '../../texts/records.ts';
import { type Addition, declarationWith, frequencies, schemes, type Tracker } from './declaration.ts';
import { declareOperation, endOperation } from './operations.ts';

const { dialogs: texts } = placeTexts;

type DialogProps = { readonly tracker: Tracker; readonly onClose: () => void };

const declare = (tracker: Tracker, addition: Addition) =>
  attempt(declareOperation, { input: declarationWith(tracker, addition) });

const windowIn = (typed: FieldText) => ({ from: typed('from'), to: typed('to') });

function Window({ from }: { readonly from: string }) {
  return (
    <div class="pair">
      <label>
        {texts.from}
        <input name="from" type="date" required defaultValue={from} />
      </label>
      <label>
        {texts.to}
        <input name="to" type="date" />
        <span class="small soft plain-text">{texts.noEnd}</span>
      </label>
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
      <label>
        {texts.number}
        <input name="number" autocomplete="off" spellcheck={false} maxLength={100} />
        <span class="small soft plain-text">{texts.numberHint}</span>
      </label>
      {tracker.country !== 'US' && (
        <label>
          {texts.schemes}
          <select name="scheme">
            {schemes.map((scheme) => (
              <option key={scheme} value={scheme}>
                {recordTexts.schemes[scheme]}
              </option>
            ))}
          </select>
        </label>
      )}
      {tracker.country !== 'US' && (
        <label class="check">
          <input type="checkbox" name="isEstablished" />
          <span>{texts.established}</span>
        </label>
      )}
      <Window from={tracker.firstCollection.collectFrom ?? today()} />
      <div class="pair">
        <label>
          {texts.frequency}
          <select name="frequency">
            {frequencies.map((frequency) => (
              <option key={frequency} value={frequency}>
                {recordTexts.frequencies[frequency]}
              </option>
            ))}
          </select>
        </label>
        <label>
          {texts.day}
          <input name="dueDay" type="number" min="1" max="31" step="1" />
          <span class="small soft plain-text">{texts.dayHint}</span>
        </label>
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
      <label>
        {texts.note}
        <input name="note" autocomplete="off" maxLength={500} />
        <span class="small soft plain-text">{texts.noteHint}</span>
      </label>
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
