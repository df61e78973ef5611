import type { Certificate, DocumentToAssess, TreatmentFacts } from '../model/assessment.ts';
import type { TaxReason } from '../model/reasons.ts';
import type { Decimal } from '../numbers/decimal.ts';
import { collectorOf } from './collector.ts';
import { findFullExemption, findRelief, type Relief } from './exemptions.ts';

/** How a line is taxed, determined before any rate is looked up. */
export type TreatmentDecision =
  | { readonly kind: 'untaxed'; readonly reason: TaxReason; readonly certificateId: string | null }
  | { readonly kind: 'manual'; readonly rate: Decimal }
  | { readonly kind: 'by-rule'; readonly relief: Relief | null };

/**
 * The facts that determine the treatment, in addition to the line. `certificates` contains the certificates valid at
 * the place on the tax date.
 */
export type Circumstances = Pick<DocumentToAssess, 'customerType' | 'isCollecting'> & {
  readonly certificates: readonly Certificate[];
};

/** Determines whether and how a line is taxed. The first test that applies wins. */
export function decideTreatment(line: TreatmentFacts, circumstances: Circumstances): TreatmentDecision {
  return (
    decideBySupply(line) ??
    decideByCollector(line, circumstances) ??
    decideByCertificates(line, circumstances) ??
    decideWithoutBuyer(line, circumstances)
  );
}

/**
 * The treatment for a buyer without any exemption. It determines the tax included in the price that an exempt buyer
 * pays.
 */
export function decideWithoutBuyer(line: TreatmentFacts, circumstances: Circumstances): TreatmentDecision {
  const untaxedSupply = decideBySupply(line);
  if (untaxedSupply) return untaxedSupply;
  if (line.isSentAsNotTaxable) return untaxed('SENT_AS_NOT_TAXABLE');
  if (line.manualRate !== null) return { kind: 'manual', rate: line.manualRate };
  if (!circumstances.isCollecting) return untaxed('NOT_COLLECTING');
  if (line.supply.kind !== 'TAXED') return untaxed(line.supply.kind);
  return { kind: 'by-rule', relief: findRelief(circumstances.certificates, line.taxCode) };
}

/**
 * Identifies supplies that this seller does not tax, regardless of who collects; their statement on the invoice does
 * not depend on registrations. `NO_TAX_THERE` and `NOT_COVERED` are determined later, after manual rates and
 * collection.
 */
function decideBySupply({ supply }: TreatmentFacts): TreatmentDecision | null {
  const isAskedLater = supply.kind === 'TAXED' || supply.kind === 'NO_TAX_THERE' || supply.kind === 'NOT_COVERED';
  return isAskedLater ? null : untaxed(supply.kind);
}

function decideByCollector(line: TreatmentFacts, { customerType }: Circumstances): TreatmentDecision | null {
  if (collectorOf(line, customerType) === 'MARKETPLACE') return untaxed('MARKETPLACE');
  if (customerType === 'RETAIL_EXEMPT') return untaxed('CUSTOMER_TYPE');
  return null;
}

function decideByCertificates(line: TreatmentFacts, { certificates }: Circumstances): TreatmentDecision | null {
  const certificate = findFullExemption(certificates, line.taxCode);
  return certificate && { kind: 'untaxed', reason: 'CUSTOMER_EXEMPT', certificateId: certificate.id };
}

function untaxed(reason: TaxReason): TreatmentDecision {
  return { kind: 'untaxed', reason, certificateId: null };
}
