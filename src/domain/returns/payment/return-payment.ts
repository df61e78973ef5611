import { type Decimal, decimal, sum, zero } from '../../../tax/numbers/decimal.ts';
import { type DecimalText, toDecimalText } from '../../base/amount.ts';
import { citedSources } from '../../base/citation.ts';
import { notice } from '../../base/notice.ts';
import { enumeration, field, type RecordOf, record } from '../../base/record.ts';
import type { PaymentInput } from './payment-input.ts';

const paymentStepKind = enumeration('TaxReturnPaymentStepKind', 'A step from the tax charged to the amount payable.', {
  TAX_CHARGED: 'Tax charged to buyers, minus tax refunded.',
  FORM_ROUNDING: 'Tax calculated by the form, minus the tax charged.',
  PREPAYMENT: 'Prepayments for the period, credited on the return.',
  ON_TIME_DISCOUNT: 'Discount for filing and paying on time.',
  PAID_EARLIER:
    'Amounts paid with earlier filings of the return: `amountPaid` or, without an amount in USD, the amount payable of the filing.',
});

const paymentStep = record('TaxReturnPaymentStep', 'A step from the tax charged to the amount payable.', {
  kind: field.choice(paymentStepKind, 'Type of addition or deduction.'),
  amount: field.amount('Amount added; negative if deducted.', { unit: 'In `currency`.' }),
  reason: field.text('The reason, in words.'),
  sources: citedSources('Source law or publication; empty for figures from the account.'),
});
type PaymentStep = RecordOf<typeof paymentStep>;

/** Null if unknown. */
export function discountOf({ steps }: { readonly steps: readonly PaymentStep[] }): DecimalText | null {
  const step = steps.find(({ kind }) => kind === 'ON_TIME_DISCOUNT');
  return step ? negated(decimal(step.amount)) : null;
}

export const returnPayment = record(
  'TaxReturnPayment',
  'The amount payable with a tax return. A discount is not a tax, so liability, the journal of documents and the figures omit it.',
  {
    currency: field.currency('Currency of the amounts.'),
    filedOn: field.day('Day of filing and payment, which determines the discount.'),
    dueOn: field.optional(
      field.day('Last day on which the return and its payment are on time. A day on a weekend moves to Monday.'),
      'if unknown',
    ),
    steps: field.list(paymentStep, 5, 'Steps that add up to `amountPayable`. An unknown discount is omitted.'),
    amountPayable: field.amount('Amount payable with the return; negative for a credit.', { unit: 'In `currency`.' }),
    prepaidAmount: field.optional(
      field.amount('Prepayments, as given by the filer.', { unit: 'In `currency`.' }),
      'if not provided',
    ),
    prepaidLocalAmount: field.optional(
      field.amount('Part of `prepaidAmount` for local taxes.', { unit: 'In `currency`.' }),
      'if not provided',
    ),
    discountAmount: field.derived(
      field.optional(
        field.amount('Discount for filing on time; 0 if refused.', { unit: 'In `currency`.' }),
        'if unknown',
      ),
      discountOf,
    ),
    notices: field.list(
      notice,
      1,
      'Notices about amounts that `amountPayable` does not include: `CURRENCY_LEFT_OUT`, `DISCOUNT_UNKNOWN` and `PREPAYMENT_EXCEEDS_TAX`.',
    ),
  },
);
export type ReturnPayment = RecordOf<typeof returnPayment> & {
  /** The amounts in the discount boxes of the form, stored with a filing. */
  readonly discountBoxes?: Readonly<Record<string, string>>;
};

/** Whether payment input is omitted or as filed. A prepayment of 0 is the same as none. */
export function isAsPaid(
  payment: ReturnPayment | null,
  { filedOn, prepaidAmount, prepaidLocalAmount }: PaymentInput,
): boolean {
  const isSame = (given: string | null, paid: string | null) => given === null || decimal(given).eq(paid ?? '0');
  if (!payment) return [filedOn, prepaidAmount, prepaidLocalAmount].every((given) => given === null);
  return (
    (filedOn ?? payment.filedOn) === payment.filedOn &&
    isSame(prepaidAmount, payment.prepaidAmount) &&
    isSame(prepaidLocalAmount, payment.prepaidLocalAmount)
  );
}

type Payable = Pick<ReturnPayment, 'prepaidAmount' | 'prepaidLocalAmount'> & {
  readonly filedOn: string;
  readonly dueOn: string | null;
  readonly discountBoxes: Readonly<Record<string, string>>;
  readonly charged: Decimal;
  /** The tax as calculated by the form. */
  readonly onForm: Decimal;
  /** Null if the seller reported no prepayment and no prepayment rule is known for the state. */
  readonly prepaid: { readonly amount: Decimal; readonly reason: string; readonly source: string | null } | null;
  readonly discount: { readonly amount: Decimal; readonly reason: string; readonly source: string | null } | null;
  /** Null for a first filing. */
  readonly paidEarlier: EarlierPayments | null;
};

/** A payment without its notices, which refer to it. */
export type PaymentSteps = Omit<ReturnPayment, 'notices'>;

/** The amounts paid with the earlier filings of an amended return. */
export type EarlierPayments = {
  readonly recorded: Decimal;
  /** The amounts payable of filings without a recorded amount in dollars; null if none is known. */
  readonly assumed: Decimal | null;
  /** Number of earlier filings with neither. */
  readonly unknown: number;
};

export function paymentOf({ charged, onForm, prepaid, discount, paidEarlier, ...given }: Payable): PaymentSteps {
  const rounding = onForm.minus(charged);
  const steps: readonly PaymentStep[] = [
    {
      kind: 'TAX_CHARGED',
      amount: toDecimalText(charged),
      reason: 'Tax in US dollars on the documents in the return.',
      source: null,
    },
    {
      kind: 'FORM_ROUNDING',
      amount: toDecimalText(rounding),
      reason: rounding.isZero()
        ? 'The tax on the form equals the tax charged.'
        : 'The form rounds its amounts and multiplies by its rates.',
      source: null,
    },
    ...(prepaid ? [{ ...prepaid, kind: 'PREPAYMENT' as const, amount: negated(prepaid.amount) }] : []),
    ...(discount ? [{ ...discount, kind: 'ON_TIME_DISCOUNT' as const, amount: negated(discount.amount) }] : []),
    ...(paidEarlier ? [paidStep(paidEarlier)] : []),
  ];
  const amountPayable = toDecimalText(sum(steps.map(({ amount }) => decimal(amount))));
  return { currency: 'USD', ...given, steps, amountPayable };
}

function paidStep({ recorded, assumed, unknown }: EarlierPayments): PaymentStep {
  const payable = assumed
    ? ` Filings without an amountPaid in USD were assumed to be paid as they were payable: ${toDecimalText(assumed)} USD.`
    : '';
  const missing =
    unknown === 0 ? '' : ` Filings without a recorded amount in USD: ${unknown}. Deduct the amounts paid with them.`;
  const source = recorded.isZero() ? '' : ', as recorded in amountPaid';
  const reason = `Paid with earlier filings${source}.${payable}${missing}`;
  return { kind: 'PAID_EARLIER', amount: negated(recorded.plus(assumed ?? zero)), reason, source: null };
}

const negated = (amount: Decimal) => toDecimalText(amount.negated());
