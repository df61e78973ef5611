import type { ResultOf, VariablesOf } from '../../base/graphql.ts';
import { dividedBy100 } from '../../format/decimal-text.ts';
import { newCertificateTexts } from '../../texts/certificates.ts';
import { recordTexts } from '../../texts/records.ts';
import type { replacedOperation, storeCertificateOperation } from './operations.ts';

type Input = VariablesOf<typeof storeCertificateOperation>['input'];
type Reason = keyof typeof recordTexts.exemptionReasons;

export const reasons = Object.keys(recordTexts.exemptionReasons) as readonly Reason[];

/** The form values. */
export type TypedTerms = {
  readonly states: readonly string[];
  readonly number: string;
  readonly reason: string;
  readonly from: string;
  readonly to: string;
  readonly isPartly: boolean;
  readonly percentage: string;
  readonly codes: string;
};

type Read = { readonly kind: 'input'; readonly input: Input } | { readonly kind: 'problem'; readonly problem: string };

const { problems } = newCertificateTexts;
const problem = (text: string): Read => ({ kind: 'problem', problem: text });

/** The form values as input for the gateway, which validates the rest. */
export function inputOf(customerId: string, typed: TypedTerms): Read {
  const { states, number, from, to, isPartly, percentage, codes } = typed;
  if (states.length === 0) return problem(problems.states);
  if (from !== '' && to !== '' && to < from) return problem(problems.days);
  const share = /^\d{1,2}(\.\d+)?$/.test(percentage.trim()) ? dividedBy100(percentage.trim()) : null;
  if (isPartly && (share === null || Number(share) === 0)) return problem(problems.share);
  const reason = reasons.find((one) => one === typed.reason);
  const taxCodes = codes.split(/[\s,;]+/).filter((code) => code !== '');
  return {
    kind: 'input',
    input: {
      customerId,
      states: states.map((code) => ({ code })),
      exemption: {
        country: 'US',
        exemptionType: isPartly ? 'PARTIALLY' : 'FULLY',
        ...(isPartly && { exemptFraction: share }),
        ...(reason && { exemptionReason: reason }),
        ...(number.trim() !== '' && { certificate: { certificateId: number.trim() } }),
        ...(taxCodes.length > 0 && { taxCodes }),
        ...((from !== '' || to !== '') && {
          validationDates: { ...(from !== '' && { fromDate: from }), ...(to !== '' && { toDate: to }) },
        }),
      },
    },
  };
}

/** Certificates of the customer that may have the same key as the new certificate. */
export function replacedFilter({
  customerId,
  states,
  exemption,
}: Input): VariablesOf<typeof replacedOperation>['filter'] {
  const number = exemption.certificate?.certificateId;
  return {
    customerId: { eq: customerId },
    country: { eq: exemption.country },
    state: { in: states.flatMap(({ code }) => code ?? []) },
    ...(number != null && { certificateId: { eq: number } }),
  };
}

type Found = NonNullable<ResultOf<typeof replacedOperation>['exemptions']>['nodes'][number];

/** The certificates with the same number as the new certificate; without a number if the new certificate has none. */
export function replacedAmong(found: readonly Found[], { exemption }: Input): readonly Found[] {
  const number = exemption.certificate?.certificateId ?? null;
  return found.filter(({ certificate }) => (certificate?.certificateId ?? null) === number);
}
