import type { Jurisdiction } from '../../../tax/model/place.ts';
import type { TaxReason } from '../../../tax/model/reasons.ts';
import type { BuyerStep, TraceKind, TraceStep } from '../../../tax/trace/trace.ts';
import type { DecimalText } from '../../base/amount.ts';
import { sayLaw } from './say-law.ts';
import { sayPlace } from './say-place.ts';
import { sayPrice } from './say-price.ts';
import { sayRefund } from './say-refund.ts';
import { sayRounding } from './say-rounding.ts';

export type CertificateRefusal = Extract<BuyerStep, { kind: 'CERTIFICATE_REFUSED' }>['refusal'];

/** What a step is about, as far as it has such a thing; exact figures are decimal text, or a quotient such as `1250/193`. */
export type StepDetails = {
  readonly jurisdiction?: Jurisdiction;
  readonly ruleId?: string;
  readonly certificateId?: string;
  readonly refusal?: CertificateRefusal;
  readonly reason?: TaxReason;
  /** The amount the step starts from. */
  readonly basis?: string;
  readonly rate?: string;
  /** The result before it was rounded. */
  readonly exact?: string;
  /** The result. */
  readonly amount?: DecimalText;
  readonly fromOn?: string | null;
  readonly toOn?: string | null;
  readonly source?: string;
};

/** A step in words for a bookkeeper, and its facts. */
export type Said = StepDetails & { readonly message: string };

export type TraceStepView = Said & { readonly kind: TraceKind; readonly pointer: string };

export function viewStep(step: TraceStep): TraceStepView {
  return { kind: step.kind, pointer: step.pointer, ...say(step) };
}

function say(step: TraceStep): Said {
  switch (step.kind) {
    case 'ADDRESS_MATCHED':
    case 'JURISDICTION_FOUND':
    case 'LOCAL_RATE_CUT':
    case 'COLLECTING':
    case 'CERTIFICATE_APPLIED':
    case 'CERTIFICATE_REFUSED':
      return sayPlace(step);
    case 'LINE_TOTALLED':
    case 'DISCOUNT_CAPPED':
    case 'DISCOUNT_SHARED':
    case 'BASE_FOUND':
      return sayPrice(step);
    case 'NOT_TAXED':
    case 'MANUAL_RATE_APPLIED':
    case 'RULE_APPLIED':
    case 'HOLIDAY_CAP_EXCEEDED':
    case 'RATE_SELECTED':
    case 'LIMIT_APPLIED':
    case 'JURISDICTION_TAXED':
    case 'JURISDICTION_NOT_TAXED':
    case 'TAX_EXACT':
    case 'FEE_FOLLOWS_GOODS':
    case 'FEE_AVERAGED':
      return sayLaw(step);
    case 'TAX_STRIPPED':
    case 'TAX_ROUNDED':
    case 'PIECE_TAX_ROUNDED':
    case 'TAXES_ROUNDED_TOGETHER':
    case 'TAX_SHARED':
    case 'TAX_SPLIT':
    case 'DOCUMENT_TOTALLED':
      return sayRounding(step);
    case 'INVOICE_CREDITED':
    case 'TAX_CREDITED':
    case 'CREDIT_SPLIT':
      return sayRefund(step);
  }
}
