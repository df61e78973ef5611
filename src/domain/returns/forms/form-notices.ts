import type { Notice } from '../../../tax/model/assessment.ts';
import { type Decimal, decimal, zero } from '../../../tax/numbers/decimal.ts';
import { toDecimalText } from '../../base/amount.ts';
import type { DiscountDecision } from '../payment/discount-decision.ts';
import type { PaymentSteps } from '../payment/return-payment.ts';
import type { FormLine } from './filled-form.ts';
import type { FormLayout, FormOrigin } from './form-layout.ts';
import type { FormRow, FormTotals } from './form-rows.ts';

type Filled = {
  readonly lines: readonly FormLine[];
  readonly rows: readonly FormRow[];
  readonly totals: FormTotals;
  /** The tax calculated by the form. */
  readonly onForm: Decimal;
  readonly origin: FormOrigin | null;
  readonly decision: DiscountDecision;
  readonly payment: PaymentSteps;
  readonly prepaidAmount: string | null;
};

const notice = (code: Notice['code'], message: string): Notice => ({ code, pointer: '', message });

/** Notices about amounts that the amount payable does not include. */
export const paymentNotices: readonly Notice['code'][] = [
  'CURRENCY_LEFT_OUT',
  'PREPAYMENT_EXCEEDS_TAX',
  'DISCOUNT_UNKNOWN',
];

/** Notices about missing or assumed values in a form, and about differences from the tax charged. */
export function formNotices({ layout, ...filled }: Filled & { readonly layout: FormLayout }): Notice[] {
  return [
    ...missingCodes(layout, filled),
    ...missingRates(layout, filled),
    ...unknownBoxes(layout, filled),
    ...origins(layout, filled),
    ...leftOut(filled),
    ...differingTax(filled),
    ...excessPrepayment(filled),
    ...unknownDiscount(filled),
  ];
}

function missingCodes(layout: FormLayout, { rows }: Filled): Notice[] {
  const isMissing = rows.some(({ code }) => !layout.hasLocalCodes || code === null);
  const message = 'The state’s codes for these local jurisdictions are not in the rate book; look them up by name.';
  return isMissing ? [notice('LOCAL_CODE_MISSING', message)] : [];
}

function missingRates({ schedule }: FormLayout, { rows }: Filled): Notice[] {
  if (!schedule?.columns.some(({ value }) => value === 'RATE')) return [];
  const names = rows.filter(({ rate }) => rate === null).map(({ jurisdiction }) => jurisdiction.name);
  if (names.length === 0) return [];
  const message = `No single rate is known for the period, because the rate changed or is not in the rate book: ${names.join(', ')}.`;
  return [notice('LOCAL_RATE_UNKNOWN', message)];
}

function unknownBoxes({ boxes }: FormLayout, { lines }: Filled): Notice[] {
  const empty = lines.filter(({ box, form }) =>
    boxes.some((one) => one.form === form && one.box === box && one.value.kind === 'unknown'),
  );
  if (empty.length === 0) return [];
  const names = empty.map(({ box, label }) => `${box} (${label})`).join(', ');
  return [
    notice(
      'BOX_NOT_KNOWN',
      `The gateway does not record these figures. Fill them in, and the totals that include them: ${names}.`,
    ),
  ];
}

function origins({ boxes }: FormLayout, { origin }: Filled): Notice[] {
  if (!boxes.some(({ value }) => value.kind === 'charged' && value.origin)) return [];
  const message =
    origin === null
      ? 'The form separates sales by origin, but the homeAddress of the account has no state. These boxes are empty.'
      : `The form separates sales by origin. All sales are assumed to ship from the homeAddress of the account, ${origin === 'IN_STATE' ? 'in the state' : 'outside the state'}.`;
  return [notice('ORIGIN_ASSUMED', message)];
}

function leftOut({ totals }: Filled): Notice[] {
  const { marketplace, marketplaceTax, leftOut: currencies } = totals;
  const sales = `The form has no box for marketplace sales: ${toDecimalText(marketplace)} USD, with ${toDecimalText(marketplaceTax)} USD of tax that, according to the documents, marketplaces collected.`;
  const foreign = `Sales in ${currencies.join(', ')} are omitted: no exchange rate to USD is stored, or USD is not the reporting currency.`;
  return [
    ...(marketplace.isZero() && marketplaceTax.isZero() ? [] : [notice('MARKETPLACE_LEFT_OUT', sales)]),
    ...(currencies.length === 0 ? [] : [notice('CURRENCY_LEFT_OUT', foreign)]),
  ];
}

function differingTax({ onForm, totals }: Filled): Notice[] {
  if (onForm.eq(totals.tax)) return [];
  const message = `The tax on the form is ${toDecimalText(onForm)} USD, but ${toDecimalText(totals.tax)} USD was charged, because the form rounds and multiplies differently.`;
  return [notice('FORM_TAX_DIFFERS', message)];
}

/** A difference of a dollar or less is due to rounding on the form. */
function excessPrepayment({ payment, prepaidAmount }: Filled): Notice[] {
  const stated = decimal(prepaidAmount ?? '0');
  const step = payment.steps.find(({ kind }) => kind === 'PREPAYMENT');
  const rest = stated.plus(decimal(step?.amount ?? '0'));
  const payable = decimal(payment.amountPayable);
  if (rest.gt(1)) {
    const message = `The form credits at most the tax due. ${toDecimalText(rest)} USD of prepaidAmount remains as a credit.`;
    return [notice('PREPAYMENT_EXCEEDS_TAX', message)];
  }
  if (stated.isZero() || payable.gte(zero)) return [];
  const isAmendment = payment.steps.some(({ kind }) => kind === 'PAID_EARLIER');
  const deducted = isAmendment
    ? 'prepayments, the discount and the amounts paid with earlier filings'
    : 'prepayments and the discount';
  const message = `The ${deducted} exceed the tax by ${toDecimalText(payable.negated())} USD.`;
  return [notice('PREPAYMENT_EXCEEDS_TAX', message)];
}

function unknownDiscount({ decision }: Filled): Notice[] {
  return decision.kind === 'UNKNOWN' ? [notice('DISCOUNT_UNKNOWN', decision.reason)] : [];
}
