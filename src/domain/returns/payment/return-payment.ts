import { type Decimal, decimal, sum } from '../../../tax/numbers/decimal.ts';
import { toDecimalText } from '../../base/amount.ts';
import { citedSources } from '../../base/citation.ts';
import { enumeration, field, type RecordOf, record } from '../../base/record.ts';

const paymentStepKind = enumeration('TaxReturnPaymentStepKind', 'A step from the tax charged to the amount payable.', {
  TAX_CHARGED: 'Tax charged to buyers, minus tax refunded.',
  FORM_ROUNDING: 'Tax by the arithmetic of the form, minus the tax charged.',
  PREPAYMENT: 'Prepayments of the period, which the return credits.',
  ON_TIME_DISCOUNT: 'Discount for filing and paying on time.',
});

const paymentStep = record('TaxReturnPaymentStep', 'A step from the tax charged to the amount payable.', {
  kind: field.choice(paymentStepKind, 'What is added or deducted.'),
  amount: field.amount('Amount to add; negative if it is deducted.', { unit: 'In `currency`.' }),
  reason: field.text('The reason, in words.'),
  sources: citedSources('The law or the publication; empty for figures of the account itself.'),
});
type PaymentStep = RecordOf<typeof paymentStep>;

export const returnPayment = record(
  'TaxReturnPayment',
  'The amount payable with a tax return. A discount is no tax: liability, the journal and the filed figures omit it.',
  {
    currency: field.currency('Currency of the amounts.'),
    filedOn: field.day('Day of filing and payment that decides the discount.'),
    dueOn: field.optional(
      field.day('Day by which the return and its payment are on time. A weekend moves it to Monday.'),
      'if it is not known',
    ),
    steps: field.list(
      paymentStep,
      4,
      'Steps that add up to `amountPayable`. The discount is missing if it is not known.',
    ),
    amountPayable: field.amount('Amount payable with the return; negative for a credit.', { unit: 'In `currency`.' }),
  },
);
export type ReturnPayment = RecordOf<typeof returnPayment>;

type Payable = {
  readonly filedOn: string;
  readonly dueOn: string | null;
  readonly charged: Decimal;
  /** By the arithmetic of the form. */
  readonly onForm: Decimal;
  /** Without a reason, the state neither requires nor rewards prepayments, as far as is known. */
  readonly prepaid: { readonly amount: Decimal; readonly reason: string; readonly source: string | null } | null;
  readonly discount: { readonly amount: Decimal; readonly reason: string; readonly source: string | null } | null;
};

export function paymentOf({ filedOn, dueOn, charged, onForm, prepaid, discount }: Payable): ReturnPayment {
  const rounding = onForm.minus(charged);
  const steps: readonly PaymentStep[] = [
    {
      kind: 'TAX_CHARGED',
      amount: toDecimalText(charged),
      reason: 'Tax of the documents of the return.',
      source: null,
    },
    {
      kind: 'FORM_ROUNDING',
      amount: toDecimalText(rounding),
      reason: rounding.isZero()
        ? 'The tax on the form is the tax charged.'
        : 'The form rounds its amounts, and multiplies by its rates.',
      source: null,
    },
    ...(prepaid ? [{ ...prepaid, kind: 'PREPAYMENT' as const, amount: negated(prepaid.amount) }] : []),
    ...(discount ? [{ ...discount, kind: 'ON_TIME_DISCOUNT' as const, amount: negated(discount.amount) }] : []),
  ];
  const amountPayable = toDecimalText(sum(steps.map(({ amount }) => decimal(amount))));
  return { currency: 'USD', filedOn, dueOn, steps, amountPayable };
}

const negated = (amount: Decimal) => toDecimalText(amount.negated());
