import type { CustomerType } from '../../tax/model/assessment.ts';
import type { DecimalText } from '../base/amount.ts';
import type { ExemptionType } from '../exemptions/exemption.ts';
import type { SnapshotBuyer, SnapshotEvidence, TransactionSnapshot } from './transaction-snapshot.ts';

/** The buyer as known when the document was calculated. */
export type DocumentBuyer = SnapshotBuyer & { readonly customerType: CustomerType };

/** A certificate that relieved a line, as it was when the document was calculated. */
export type AppliedCertificate = Omit<SnapshotEvidence, 'id'> & {
  /** The service id of the exemption, as in tax lines. */
  readonly exemptionId: string;
  readonly country: string;
  /** Null for the whole country. */
  readonly state: string | null;
  readonly validFrom: string | null;
  readonly validThrough: string | null;
  /** Empty covers every tax code. */
  readonly taxCodes: readonly string[];
  readonly exemptionType: ExemptionType;
  readonly exemptFraction: DecimalText | null;
  readonly reducedRate: DecimalText | null;
};

/** Placeholder for a certificate id in tax lines, if the document itself exempts. */
export const forcedExemption = 'exemptionOverride';

/** Null for a quote whose token may not read customers. */
export function documentBuyer({ buyer, customerType }: TransactionSnapshot): DocumentBuyer | null {
  return buyer ? { ...buyer, customerType } : null;
}

/** Those that a tax line names, in the order of the exemptions. A forced exemption has no certificate. */
export function appliedCertificates({
  items,
  shippingFee,
  certificates,
  evidence = [],
}: TransactionSnapshot): readonly AppliedCertificate[] {
  if (certificates.length === 0) return [];
  const lines = shippingFee ? [...items, shippingFee] : items;
  const applied = new Set(lines.flatMap(({ taxLines }) => taxLines.map(({ certificateId }) => certificateId)));
  return certificates
    .filter(({ id }) => id !== forcedExemption && applied.has(id))
    .map(({ id, subdivision, relief, ...terms }) => {
      const { id: _, ...paper } = evidence.find((one) => one.id === id) ?? unknownPaper;
      const isFull = relief.kind === 'full';
      return {
        ...terms,
        ...paper,
        exemptionId: id,
        state: subdivision,
        exemptionType: isFull ? 'FULLY' : 'PARTIALLY',
        exemptFraction: isFull ? null : relief.exemptShare,
        reducedRate: isFull ? null : relief.reducedRate,
      };
    });
}

/** For a quote whose token may not read customers. */
const unknownPaper: SnapshotEvidence = {
  id: '',
  number: null,
  name: null,
  exemptionReason: null,
  classification: null,
};
