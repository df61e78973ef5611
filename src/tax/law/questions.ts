import type { Certificate, DocumentToAssess, LineTreatment } from '../model/assessment.ts';
import type { TaxReason } from '../model/reasons.ts';
import type { Decimal } from '../numbers/decimal.ts';
import { findFullExemption, findRelief, type Relief } from './exemptions.ts';

/** How a line is to be taxed, before any rate is looked at. */
export type Answer =
  | { readonly kind: 'untaxed'; readonly reason: TaxReason; readonly certificateId: string | null }
  | { readonly kind: 'manual'; readonly rate: Decimal }
  | { readonly kind: 'by-rule'; readonly relief: Relief | null };

/** The parts of a document that the questions look at; `certificates` are those that hold at its place and date. */
export type Circumstances = Pick<DocumentToAssess, 'customerType' | 'isCollecting'> & {
  readonly certificates: readonly Certificate[];
};

/** The questions of when tax is charged, in their order; the first answer wins. */
export function answerFor(line: LineTreatment, circumstances: Circumstances): Answer {
  return askBuyerType(circumstances) ?? askCertificates(line, circumstances) ?? answerWithoutBuyer(line, circumstances);
}

/** What would be charged if the buyer were like any other: the tax inside a price that an exempt buyer pays. */
export function answerWithoutBuyer(line: LineTreatment, circumstances: Circumstances): Answer {
  if (line.isSentAsNotTaxable) return untaxed('SENT_AS_NOT_TAXABLE');
  if (line.manualRate !== null) return { kind: 'manual', rate: line.manualRate };
  // An export is free of tax by its kind; that the seller is not registered where it goes is part of what makes it one.
  if (!circumstances.isCollecting && line.supply.kind !== 'EXPORT') return untaxed('NOT_COLLECTING');
  if (line.supply.kind !== 'TAXED') return untaxed(line.supply.kind);
  return { kind: 'by-rule', relief: findRelief(circumstances.certificates, line.taxCode) };
}

function askBuyerType({ customerType }: Circumstances): Answer | null {
  if (customerType === 'MARKETPLACE') return untaxed('MARKETPLACE');
  if (customerType === 'RETAIL_EXEMPT') return untaxed('CUSTOMER_TYPE');
  return null;
}

function askCertificates(line: LineTreatment, { certificates }: Circumstances): Answer | null {
  const certificate = findFullExemption(certificates, line.taxCode);
  return certificate && { kind: 'untaxed', reason: 'CUSTOMER_EXEMPT', certificateId: certificate.id };
}

function untaxed(reason: TaxReason): Answer {
  return { kind: 'untaxed', reason, certificateId: null };
}
