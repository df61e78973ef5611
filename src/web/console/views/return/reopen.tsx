import { useState } from 'preact/hooks';
import { Confirm, type FieldText } from '../../base/change-form.tsx';
import { change } from '../../base/client.ts';
import { Action } from '../../base/dialog.tsx';
import { reasonIn } from '../../base/refusal.ts';
import { periodName } from '../../format/period.ts';
import { placeName } from '../../format/place-text.ts';
import { returnTexts } from '../../texts/return.ts';
import { reopenReturnOperation } from './operations.ts';
import { byOf, type ReturnKey, type ShownReturn } from './return-key.ts';

const { reopen: texts } = returnTexts;

type ReopenProps = { readonly name: ReturnKey; readonly one: ShownReturn; readonly onDone: () => void };

export function ReopenReturn(props: ReopenProps) {
  return <Action text={texts.action}>{(close) => <ReopenDialog {...props} onClose={close} />}</Action>;
}

/** Reopens the return with the digest of the figures that were current when the dialog opened. */
function ReopenDialog({ name, one, onDone, onClose }: ReopenProps & { readonly onClose: () => void }) {
  const [digest] = useState(one.digest);
  const send = async (typed: FieldText) => {
    const answer = await change(reopenReturnOperation, {
      input: { by: byOf(name), ifDigest: digest, reason: typed('reason') },
    });
    if (answer.kind === 'failure') return answer.failure;
    const { reopenTaxReturn: result } = answer.data;
    if (result.__typename === 'FiguresChanged') return returnTexts.changed;
    if (result.__typename !== 'TaxReturn') return reasonIn(result);
    onDone();
    return null;
  };
  return (
    <Confirm
      title={texts.title(`${placeName(name)}, ${periodName(name.period)}`)}
      onClose={onClose}
      confirm={texts.submit}
      send={send}
    >
      <ul class="points">
        {texts.about.map((text) => (
          <li key={text}>{text}</li>
        ))}
        {one.reportedLaterCount !== null && one.reportedLaterCount > 0 && (
          <li>{texts.reportedLaterCount(one.reportedLaterCount)}</li>
        )}
      </ul>
      <label>
        {texts.reason}
        <textarea name="reason" required maxLength={256} rows={3} aria-describedby="reason-hint" />
      </label>
      <p class="small soft" id="reason-hint">
        {texts.reasonHint}
      </p>
    </Confirm>
  );
}
