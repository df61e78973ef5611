import type { TraceStep } from '../../../tax/trace/trace.ts';
import { type MoneyText, moneyTextIn } from '../../descriptions/format.ts';
import { describeLaw } from './describe-law.ts';
import { describePlace } from './describe-place.ts';
import { describePrice } from './describe-price.ts';
import { describeRefund } from './describe-refund.ts';
import { describeRounding } from './describe-rounding.ts';
import { describeShipping } from './describe-shipping.ts';
import type { StepDescription, TraceStepView } from './trace-step.ts';

/** A step of a document in this currency, with its message. */
export function viewStep(step: TraceStep, currency: string): TraceStepView {
  return { kind: step.kind, pointer: step.pointer, ...describe(step, moneyTextIn(currency)) };
}

function describe(step: TraceStep, money: MoneyText): StepDescription {
  switch (step.kind) {
    case 'ADDRESS_MATCHED':
    case 'JURISDICTION_FOUND':
    case 'LOCAL_RATE_CUT':
    case 'COLLECTING':
    case 'CERTIFICATE_APPLIED':
    case 'CERTIFICATE_REFUSED':
      return describePlace(step);
    case 'LINE_TOTALLED':
    case 'DISCOUNT_CAPPED':
    case 'DISCOUNT_SHARED':
    case 'BASE_FOUND':
      return describePrice(step, money);
    case 'NOT_TAXED':
    case 'MANUAL_RATE_APPLIED':
    case 'RULE_APPLIED':
    case 'HOLIDAY_CAP_EXCEEDED':
    case 'RATE_SELECTED':
    case 'LIMIT_APPLIED':
    case 'JURISDICTION_TAXED':
    case 'JURISDICTION_NOT_TAXED':
    case 'TAX_EXACT':
      return describeLaw(step, money);
    case 'FEE_FOLLOWS_GOODS':
    case 'FEE_AVERAGED':
      return describeShipping(step, money);
    case 'TAX_STRIPPED':
    case 'TAX_ROUNDED':
    case 'UNIT_TAX_ROUNDED':
    case 'TAXES_ROUNDED_TOGETHER':
    case 'TAX_SHARED':
    case 'TAX_SPLIT':
    case 'DOCUMENT_TOTALLED':
      return describeRounding(step, money);
    case 'INVOICE_CREDITED':
    case 'TAX_CREDITED':
    case 'TAX_ONLY_CREDITED':
    case 'CREDIT_SPLIT':
      return describeRefund(step, money);
  }
}
