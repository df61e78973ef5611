import { type Answer, ask, changes, changeWithFile } from '../../base/client.ts';
import { attachFileOperation, refundTaxOperation } from '../../base/exemptions/operations.ts';
import type { Run } from '../../base/exemptions/refund-run.ts';
import type { VariablesOf } from '../../base/graphql.ts';
import { refusalOf } from '../../base/refusal.ts';
import { newCertificateTexts as texts } from '../../texts/certificates.ts';
import { storeCertificateOperation } from './operations.ts';

export type Input = VariablesOf<typeof storeCertificateOperation>['input'];
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
export async function storeAll({ input, file, refund, onStep }: Plan): Promise<Stored | string> {
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
