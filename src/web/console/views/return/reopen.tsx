import { useState } from 'preact/hooks';
import { Confirm } from '../../base/change-form.tsx';
import { change } from '../../base/client.ts';
import { periodName } from '../../format/period-text.ts';
import { placeName } from '../../format/place-text.ts';
import { baseTexts } from '../../texts/base.ts';
import { returnTexts } from '../../texts/return.ts';
import { reopenReturnOperation } from './operations.ts';
import { byOf, type ReturnKey } from './return-key.ts';
import type { ShownReturn } from './shown-return.ts';

const { reopen: texts } = returnTexts;

type ReopenProps = { readonly name: ReturnKey; readonly one: ShownReturn; readonly onDone: () => void };

/** Reopens the return with the digest of the displayed figures. */
export function ReopenReturn({ name, one, onDone }: ReopenProps) {
  const [digest, setDigest] = useState<string | null | undefined>(undefined);
  const send = async (form: FormData) => {
    const reason = String(form.get('reason') ?? '').trim();
    const answer = await change(reopenReturnOperation, { input: { by: byOf(name), ifDigest: digest, reason } });
    if (answer.kind === 'failure') return answer.failure;
    const { reopenTaxReturn: result } = answer.data;
    if (result.__typename === 'FiguresChanged') return returnTexts.changed;
    if (result.__typename !== 'TaxReturn') return result.message;
    onDone();
    return null;
  };
  return (
    <>
      <button type="button" onClick={() => setDigest(one.digest)}>
        {texts.action}
      </button>
      <Confirm
        title={texts.title(`${placeName(name)}, ${periodName(name.period)}`)}
        isOpen={digest !== undefined}
        onClose={() => setDigest(undefined)}
        confirm={texts.submit}
        keep={baseTexts.cancel}
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
    </>
  );
}
