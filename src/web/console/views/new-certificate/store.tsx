import { useState } from 'preact/hooks';
import { Confirm } from '../../base/change-form.tsx';
import { type Answer, ask, changes, changeWithFile } from '../../base/client.ts';
import { Action } from '../../base/dialog.tsx';
import { attachFileOperation, refundTaxOperation } from '../../base/exemptions/operations.ts';
import type { Run } from '../../base/exemptions/refund-dialog.tsx';
import { CheckBox } from '../../base/field.tsx';
import type { VariablesOf } from '../../base/graphql.ts';
import { useQuery } from '../../base/query.ts';
import { refusalOf } from '../../base/refusal.ts';
import { totals } from '../../format/decimal-text.ts';
import { money } from '../../format/format.ts';
import { stateName } from '../../format/place-text.ts';
import { newCertificateTexts as texts } from '../../texts/certificates.ts';
import { replacedOperation, storeCertificateOperation } from './operations.ts';
import { replacedAmong, replacedFilter } from './terms.ts';

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
  const found = useQuery(replacedOperation, { filter: replacedFilter(input) });
  const replaced = replacedAmong(found.data?.exemptions?.nodes ?? [], input);
  const replaces = texts.replaces(
    input.exemption.certificate?.certificateId ?? null,
    replaced.map(({ state }) => stateName(state ?? '')).join(', '),
  );
  const states = input.states.map(({ code }) => stateName(code ?? '')).join(', ');
  return (
    <div class="panel-body stack store">
      {canRefund && (
        <>
          <CheckBox label={texts.alsoRefund} checked={isRefunding} onChange={() => setRefunding(!isRefunding)} />
          {isRefunding && (
            <CheckBox label={texts.alsoFiled} checked={isFiledToo} onChange={() => setFiledToo(!isFiledToo)} />
          )}
        </>
      )}
      {replaced.length > 0 && <p class="problem">{replaces}</p>}
      <div class="row">
        <Action text={texts.store} class="primary" disabled={!isCurrent || found.isLoading}>
          {(close) => (
            <Confirm title={texts.confirmTitle} onClose={close} confirm={texts.store} keep={texts.back} send={send}>
              {replaced.length > 0 && <p>{replaces}</p>}
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

type Input = VariablesOf<typeof storeCertificateOperation>['input'];
type StoredExemption = { readonly serviceId: string; readonly country: string; readonly state: string | null };

export type Stored = {
  readonly exemptions: readonly StoredExemption[];
  readonly runs: readonly Run[];
  /** Failures after the certificate was stored. */
  readonly problems: readonly string[];
};

type Plan = {
  readonly input: Input;
  readonly file: File | null;
  /** How to refund past sales; null to leave them unchanged. */
  readonly refund: { readonly filed: 'SKIP' | 'REFUND' } | null;
  readonly onStep: (text: string) => void;
};

/** Stores the certificate, then its file for each state, then the refunds. Returns a message if nothing was stored. */
async function storeAll({ input, file, refund, onStep }: Plan): Promise<Stored | string> {
  onStep(texts.steps.storing);
  const answer = await ask(storeCertificateOperation, { input });
  const refusal = refusalOf(answer, ({ upsertExemptions }) => upsertExemptions);
  const exemptions = storedIn(answer);
  if (exemptions === null) return refusal ?? '';
  const problems: string[] = [];
  if (file) {
    onStep(texts.steps.attaching);
    for (const { serviceId } of exemptions) {
      const variables = { input: { by: { serviceId }, file: null } };
      const attached = await changeWithFile(attachFileOperation, { variables, path: 'variables.input.file', file });
      const refused = refusalOf(attached, ({ attachExemptionFile }) => attachExemptionFile);
      if (refused !== null) problems.push(texts.fileFailed(refused));
    }
  }
  const runs: Run[] = [];
  if (refund) {
    onStep(texts.steps.refunding);
    for (const { serviceId } of exemptions) {
      const returned = await ask(refundTaxOperation, { input: { by: { serviceId }, filed: refund.filed } });
      const refused = refusalOf(returned, ({ refundExemptTax }) => refundExemptTax);
      if (refused !== null) problems.push(texts.refundFailed(refused));
      if (returned.kind === 'data' && returned.data.refundExemptTax.__typename === 'TaxRefundRun') {
        runs.push(returned.data.refundExemptTax);
      }
    }
  }
  changes.value += 1;
  return { exemptions, runs, problems: [...new Set(problems)] };
}

type StoreAnswer = Answer<{
  readonly upsertExemptions:
    | { readonly __typename: 'UpsertedExemptions'; readonly exemptions: readonly StoredExemption[] }
    | { readonly __typename: 'Conflict' | 'InvalidInput' | 'NotFound' };
}>;

function storedIn(answer: StoreAnswer): readonly StoredExemption[] | null {
  if (answer.kind === 'failure' || answer.data.upsertExemptions.__typename !== 'UpsertedExemptions') return null;
  return answer.data.upsertExemptions.exemptions;
}
