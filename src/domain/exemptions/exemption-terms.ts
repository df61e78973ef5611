import { z } from 'zod';
import { fractionInput } from '../base/amount.ts';
import { addFault, orNull, text, timestampInput } from '../base/input.ts';
import { parseTimestamp } from '../base/timestamps.ts';
import { type Exemption, exemptionStatuses, exemptionTypes } from './exemption.ts';

/** `ACTIVE` may stand in `exemptionStatus`, or as the code or name of `status`. */
const statusInput = z.object({ code: orNull(text(0, 50)), name: orNull(text(0, 50)) });

/** What an exemption says beside whose it is and where it holds; the part that may change. */
export const termsFields = {
  classification: orNull(z.object({ code: orNull(text(0, 100)), description: orNull(text(0, 1000)) })),
  validationDates: orNull(z.object({ fromDate: orNull(timestampInput), toDate: orNull(timestampInput) })),
  status: orNull(statusInput),
  certificate: orNull(
    z.object({ certificateId: orNull(text(0, 256)), url: orNull(text(0, 2048)), name: orNull(text(0, 256)) }),
  ),
  exemptionType: z.enum(exemptionTypes).default('FULLY'),
  exemptionStatus: orNull(z.enum(exemptionStatuses)),
  exemptPercentage: orNull(fractionInput),
  reducedRate: orNull(fractionInput),
  taxCodes: z.array(text(1, 256)).max(1000).default([]),
};
const terms = z.object(termsFields);
type SentTerms = z.output<typeof terms>;

/** The members of the record that these terms become. */
export type ExemptionTerms = Pick<
  Exemption,
  | 'classification'
  | 'validationDates'
  | 'certificate'
  | 'exemptionType'
  | 'exemptionStatus'
  | 'exemptPercentage'
  | 'reducedRate'
  | 'taxCodes'
  | 'fromOn'
  | 'toOn'
>;

export function termsOf(sent: SentTerms): ExemptionTerms {
  const { classification, validationDates, certificate, exemptionType, exemptPercentage, reducedRate, taxCodes } = sent;
  return {
    classification,
    validationDates,
    certificate,
    exemptionType,
    exemptionStatus: sent.exemptionStatus ?? statusNamed(sent.status) ?? 'ACTIVE',
    exemptPercentage,
    reducedRate,
    taxCodes,
    fromOn: dayOf(validationDates?.fromDate ?? null),
    toOn: dayOf(validationDates?.toDate ?? null),
  };
}

/** What the members must be to each other. */
export function checkTerms(sent: SentTerms, ctx: z.core.$RefinementCtx): void {
  const { exemptionType, exemptPercentage, reducedRate, validationDates, status, exemptionStatus } = sent;
  if (exemptionType === 'PARTIALLY' && exemptPercentage === null && reducedRate === null) {
    const message = 'A PARTIALLY exemption needs exemptPercentage (a fraction of one) or reducedRate.';
    addFault(ctx, { path: ['exemptPercentage'], code: 'REQUIRED', message });
  }
  const from = dayOf(validationDates?.fromDate ?? null);
  const to = dayOf(validationDates?.toDate ?? null);
  if (from !== null && to !== null && to < from) {
    const message = 'toDate must not be before fromDate.';
    addFault(ctx, { path: ['validationDates', 'toDate'], code: 'OUT_OF_RANGE', message });
  }
  if (exemptionStatus === null && status !== null && statusNamed(status) === undefined) {
    const message = `Must be one of ${exemptionStatuses.join(', ')}.`;
    addFault(ctx, { path: ['status'], code: 'UNKNOWN_VALUE', message });
  }
}

export function statusNamed(status: { readonly code?: unknown; readonly name?: unknown } | null) {
  const names = [status?.code, status?.name].map((name) => (typeof name === 'string' ? name.toUpperCase() : null));
  return exemptionStatuses.find((known) => names.includes(known));
}

function dayOf(text: string | null): string | null {
  return text === null ? null : (parseTimestamp(text)?.on ?? null);
}
