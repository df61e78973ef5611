import { useState } from 'preact/hooks';
import { change } from '../../base/client.ts';
import { Dialog } from '../../base/dialog.tsx';
import type { Failure } from '../../base/failure.ts';
import { FailureNote } from '../../base/states.tsx';
import { periodName } from '../../format/period-text.ts';
import { placeName } from '../../format/place-text.ts';
import { baseTexts } from '../../texts/base.ts';
import { returnTexts } from '../../texts/return.ts';
import { reopenReturnOperation } from './operations.ts';
import { byOf, type ReturnKey } from './return-key.ts';
import type { ShownReturn } from './shown-return.ts';

const { reopen: texts } = returnTexts;

type ReopenProps = { readonly name: ReturnKey; readonly one: ShownReturn; readonly onDone: () => void };

export function ReopenReturn({ name, one, onDone }: ReopenProps) {
  const [digest, setDigest] = useState<string | null | undefined>(undefined);
  const close = () => setDigest(undefined);
  return (
    <>
      <button type="button" onClick={() => setDigest(one.digest)}>
        {texts.action}
      </button>
      <Dialog
        title={texts.title(`${placeName(name)}, ${periodName(name.period)}`)}
        isOpen={digest !== undefined}
        onClose={close}
      >
        <Reason name={name} digest={digest ?? null} close={close} onDone={onDone} />
      </Dialog>
    </>
  );
}

type ReasonProps = {
  readonly name: ReturnKey;
  readonly digest: string | null;
  readonly close: () => void;
  readonly onDone: () => void;
};

function Reason({ name, digest, close, onDone }: ReasonProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | Failure | null>(null);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const reason = String(new FormData(event.currentTarget as HTMLFormElement).get('reason') ?? '').trim();
    if (reason === '') return;
    setBusy(true);
    const answer = await change(reopenReturnOperation, { input: { by: byOf(name), ifDigest: digest, reason } });
    setBusy(false);
    if (answer.kind === 'failure') return setProblem(answer.failure);
    const { reopenTaxReturn: result } = answer.data;
    if (result.__typename !== 'TaxReturn') {
      return setProblem(result.__typename === 'FiguresChanged' ? returnTexts.changed : result.message);
    }
    onDone();
    close();
  };
  return (
    <form class="stack" onSubmit={submit}>
      <ul class="points">
        {texts.about.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <label>
        {texts.reason}
        <textarea name="reason" required maxLength={256} rows={3} aria-describedby="reason-hint" />
      </label>
      <p class="small soft" id="reason-hint">
        {texts.reasonHint}
      </p>
      {typeof problem === 'string' && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {problem !== null && typeof problem === 'object' && <FailureNote failure={problem} />}
      <div class="actions">
        <button type="button" onClick={close}>
          {baseTexts.cancel}
        </button>
        <button type="submit" class="primary" disabled={isBusy}>
          {texts.submit}
        </button>
      </div>
    </form>
  );
}
