import { useState } from 'preact/hooks';
import { Confirm } from '../../base/change-form.tsx';
import { Action } from '../../base/dialog.tsx';
import { totals } from '../../format/decimal-text.ts';
import { money } from '../../format/format.ts';
import { stateName } from '../../format/place-text.ts';
import { newCertificateTexts as texts } from '../../texts/certificates.ts';
import { type Input, type Stored, storeAll } from './storing.ts';

type StoreProps = {
  readonly input: Input;
  readonly file: File | null;
  /** Whether the form still matches the previewed terms. */
  readonly isCurrent: boolean;
  readonly returnable: readonly { readonly currency: string; readonly exemptibleTaxAmount: string }[];
  readonly onStored: (stored: Stored) => void;
};

export function Store({ input, file, isCurrent, returnable, onStored }: StoreProps) {
  const [isRefunding, setRefunding] = useState(false);
  const [isFiledToo, setFiledToo] = useState(false);
  const [step, setStep] = useState('');
  const canRefund = returnable.length > 0 && input.exemption.exemptionType === 'FULLY';
  const refund = canRefund && isRefunding ? { filed: isFiledToo ? ('REFUND' as const) : ('SKIP' as const) } : null;
  const send = async () => {
    const outcome = await storeAll({ input, file, refund, onStep: setStep });
    setStep('');
    if (typeof outcome === 'string') return outcome;
    onStored(outcome);
    return null;
  };
  const states = input.states.map(({ code }) => stateName(code ?? '')).join(', ');
  return (
    <div class="panel-body stack store">
      {canRefund && (
        <>
          <label class="check">
            <input type="checkbox" checked={isRefunding} onChange={() => setRefunding(!isRefunding)} />
            {texts.alsoRefund}
          </label>
          {isRefunding && (
            <label class="check">
              <input type="checkbox" checked={isFiledToo} onChange={() => setFiledToo(!isFiledToo)} />
              {texts.alsoFiled}
            </label>
          )}
        </>
      )}
      <div class="row">
        <Action text={texts.store} class="primary" disabled={!isCurrent}>
          {(close) => (
            <Confirm title={texts.confirmTitle} onClose={close} confirm={texts.store} keep={texts.back} send={send}>
              <p>{texts.confirmNote(states)}</p>
              <p>{refund ? texts.confirmRefund(amountOf(returnable)) : texts.confirmNoRefund}</p>
              <p class="small soft" role="status">
                {step}
              </p>
            </Confirm>
          )}
        </Action>
        {!isCurrent && <span class="small soft">{texts.changed}</span>}
      </div>
    </div>
  );
}

function amountOf(sums: StoreProps['returnable']): string {
  const amounts = totals(sums.map(({ currency, exemptibleTaxAmount }) => [currency, exemptibleTaxAmount]));
  return [...amounts].map(([currency, amount]) => money(amount, currency)).join(' + ');
}
