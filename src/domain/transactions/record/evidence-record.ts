import type { Assessment } from '../../../tax/model/assessment.ts';
import type { BuyerExemption } from '../../customers/buyer.ts';
import type { SnapshotEvidence } from '../transaction-snapshot.ts';

/** The papers of the certificates that relieved a line; undefined if none did. Others stay with their exemptions. */
export function recordEvidence(
  { items, shippingFee }: Assessment,
  exemptions: readonly BuyerExemption[],
): readonly SnapshotEvidence[] | undefined {
  if (exemptions.length === 0) return undefined;
  const lines = shippingFee ? [...items, shippingFee] : items;
  const applied = new Set(lines.flatMap(({ taxLines }) => taxLines.map(({ certificateId }) => certificateId)));
  const evidence = exemptions.filter(({ serviceId }) => applied.has(serviceId)).map(evidenceOf);
  return evidence.length > 0 ? evidence : undefined;
}

function evidenceOf({ serviceId, exemptionReason, classification, certificate }: BuyerExemption): SnapshotEvidence {
  return {
    id: serviceId,
    number: certificate?.certificateId ?? null,
    name: certificate?.name ?? null,
    exemptionReason,
    classification,
  };
}
