import { type Decimal, decimal, roundToUnit, sum, zero } from '../../../tax/numbers/decimal.ts';
import { toDecimalText } from '../../base/amount.ts';
import { groupedBy } from '../../base/grouped-by.ts';
import { amountsIn, type LiabilityRow } from '../../liability/liability-record.ts';
import { type DiscountDecision, discountBy, termsOf } from '../payment/discount-decision.ts';
import type { PrepaymentRule } from '../payment/filing-terms.ts';
import type { PaymentInput } from '../payment/payment-input.ts';
import { type EarlierPayments, type PaymentSteps, paymentOf } from '../payment/return-payment.ts';
import type { TaxReturnFigures } from '../return-record.ts';
import { type FilledForm, type FormLine, noAmount } from './filled-form.ts';
import {
  type BoxValue,
  type FormBox,
  type FormColumn,
  type FormLayout,
  type FormOrigin,
  separatesLocalPrepayments,
} from './form-layout.ts';
import { formNotices, paymentNotices } from './form-notices.ts';
import { type FormFigures, type FormRow, type FormTotals, type KnownJurisdictions, rowsOf } from './form-rows.ts';

/** Inputs to a form other than the figures. */
type FormFacts = {
  readonly jurisdictions: KnownJurisdictions;
  /** The seller's shipping origin, from the home address; null if a US home address has no state. */
  readonly origin: FormOrigin | null;
  readonly payment: PaymentFacts;
};

/** Facts that determine the amount payable. */
export type PaymentFacts = Pick<PaymentInput, 'prepaidAmount' | 'prepaidLocalAmount'> & {
  readonly filedOn: string;
  readonly dueOn: string | null;
  readonly decision: DiscountDecision;
  readonly paidEarlier: EarlierPayments | null;
  /** The prepayment rule of the state; null if unknown. */
  readonly prepayments: PrepaymentRule | null;
};

export function fillForm(layout: FormLayout, figures: TaxReturnFigures, facts: FormFacts): FilledForm {
  const { formCode, name, source, schedule } = layout;
  const inDollars = figures.jurisdictions.flatMap((row) => dollarsOf(row) ?? []);
  const totals = totalsOf(figures, inDollars);
  const rows = schedule ? rowsOf(schedule.rows, localOf(inDollars), facts.jurisdictions) : [];
  const boxes = fillBoxes(layout, totals, rows, facts);
  const cells = rows.flatMap((row) =>
    (schedule?.columns ?? []).map((column): FormLine => {
      const { form } = schedule!;
      const { box, label } = column;
      const unit = notAmounts.includes(column.value) ? noAmount : inDollarsWith(column.places ?? 2);
      return { form, box, label, jurisdiction: row.jurisdiction, value: cellOf(column, row, layout, facts), ...unit };
    }),
  );
  const lines = [...boxes, ...cells];
  const onForm = sum(
    lines.filter(({ box }) => layout.taxBoxes.includes(box)).map(({ value }) => decimal(value ?? '0')),
  );
  const { decision, prepaidAmount } = facts.payment;
  const payment = formPayment({ layout, lines, totals, onForm, facts: facts.payment });
  const { origin } = facts;
  const notices = formNotices({ layout, lines, rows, totals, onForm, origin, decision, payment, prepaidAmount });
  return {
    formCode,
    name,
    source,
    lines,
    notices,
    hasLocalPrepayments: separatesLocalPrepayments(layout),
    payment: { ...payment, notices: notices.filter(({ code }) => paymentNotices.includes(code)) },
  };
}

const notAmounts: readonly FormColumn['value'][] = ['NAME', 'CODE', 'RATE', 'UNKNOWN'];
const inDollarsWith = (decimalPlaces: number) => ({ currency: 'USD', decimalPlaces });

const lineOf = (lines: readonly FormLine[], { box, form }: Pick<FormBox, 'box' | 'form'>) =>
  lines.find((line) => line.jurisdiction === null && line.box === box && line.form === form);

type FormPayable = {
  readonly layout: FormLayout;
  readonly lines: readonly FormLine[];
  readonly totals: FormTotals;
  readonly onForm: Decimal;
  readonly facts: PaymentFacts;
};

function formPayment({ layout, lines, totals, onForm, facts }: FormPayable): PaymentSteps {
  const { filedOn, dueOn, decision, prepayments, prepaidAmount, prepaidLocalAmount, paidEarlier } = facts;
  /** The amount, rounded as on the form; null if the form has no box for the kind, or an empty one. */
  const inBoxes = (kind: BoxValue['kind']) => {
    const found = layout.boxes.filter(({ value }) => value.kind === kind);
    const values = found.map((box) => lineOf(lines, box)?.value ?? null);
    return values.length === 0 || values.includes(null) ? null : sum(values.map((value) => decimal(value!)));
  };
  const { state, tax } = totals;
  const ofState = termsOf(decision)?.levels === 'STATE';
  const discounted = { tax: ofState ? state.tax : onForm, localTax: tax.minus(state.tax) };
  const discount = inBoxes('discount') ?? roundToUnit(discountBy(decision, discounted) ?? zero, 2);
  const source =
    decision.kind === 'ALLOWED' ? decision.terms.source : decision.kind === 'UNKNOWN' ? null : decision.source;
  const discountBoxes = Object.fromEntries(
    layout.boxes.flatMap((one) => (one.value.kind === 'discount' ? [[one.box, lineOf(lines, one)?.value ?? '0']] : [])),
  );
  const stated = decimal(prepaidAmount ?? '0');
  const credited = inBoxes('prepaid') ?? stated;
  const asStated = `As given in prepaidAmount${credited.eq(stated) ? '' : credited.plus(1).lte(stated) ? ', at most the tax due' : ', rounded as on the form'}`;
  return paymentOf({
    filedOn,
    dueOn,
    prepaidAmount,
    prepaidLocalAmount,
    discountBoxes,
    charged: totals.tax,
    onForm,
    paidEarlier,
    discount: decision.kind === 'UNKNOWN' ? null : { amount: discount, reason: decision.reason, source },
    prepaid:
      prepayments || prepaidAmount !== null
        ? {
            amount: credited,
            reason: `${prepaidAmount === null ? 'No prepayment was given' : asStated}.${prepayments ? ` ${prepayments.rule}.` : ''}`,
            source: prepayments?.source ?? null,
          }
        : null,
  });
}

const dollarsOf = (row: LiabilityRow) => amountsIn(row, 'USD');

function totalsOf(figures: TaxReturnFigures, jurisdictions: readonly LiabilityRow[]): FormTotals {
  const whole = figures.totals.flatMap((row) => dollarsOf(row) ?? []);
  const ofState = jurisdictions.filter(({ jurisdiction }) => jurisdiction?.level === 'STATE');
  return {
    gross: added(whole, 'grossSalesAmount'),
    taxed: added(whole, 'taxableAmount'),
    state: { taxable: added(ofState, 'taxableAmount'), tax: added(ofState, 'taxAmount') },
    tax: added(whole, 'taxAmount'),
    marketplace: added(whole, 'marketplaceSalesAmount'),
    marketplaceTax: added(whole, 'marketplaceTaxAmount'),
    leftOut: figures.totals.filter((row) => dollarsOf(row) === null).map(({ currency }) => currency),
  };
}

/** One row per local jurisdiction; rows in several currencies are added up. */
function localOf(rows: readonly LiabilityRow[]): FormFigures[] {
  const local = rows.filter(({ jurisdiction }) => jurisdiction && jurisdiction.level !== 'STATE');
  return [...groupedBy(local, ({ jurisdiction }) => jurisdiction!.id).values()].map((same) => ({
    jurisdiction: same[0]!.jurisdiction!,
    taxable: added(same, 'taxableAmount'),
    tax: added(same, 'taxAmount'),
  }));
}

function added(
  rows: readonly LiabilityRow[],
  name: 'grossSalesAmount' | 'taxableAmount' | 'taxAmount' | 'marketplaceSalesAmount' | 'marketplaceTaxAmount',
) {
  return sum(rows.map((row) => decimal(row[name] ?? '0')));
}

/** Fills the boxes in the order of the form, because a box may refer to boxes above it. */
function fillBoxes(layout: FormLayout, totals: FormTotals, rows: readonly FormRow[], facts: FormFacts): FormLine[] {
  const filled = new Map<string, Decimal>();
  return layout.boxes.map(({ form, box, label, value, places }): FormLine => {
    const above = (name: string) => filled.get(name) ?? zero;
    const exact = boxValue(value, { box, totals, rows, facts, layout, places, above });
    const rounded = exact && roundToUnit(exact, places);
    if (rounded) filled.set(box, rounded);
    return { form, box, label, jurisdiction: null, value: rounded && toDecimalText(rounded), ...inDollarsWith(places) };
  });
}

type Known = {
  readonly box: string;
  readonly totals: FormTotals;
  readonly rows: readonly FormRow[];
  readonly facts: FormFacts;
  readonly layout: FormLayout;
  readonly places: FormBox['places'];
  above(box: string): Decimal;
};

function boxValue(value: BoxValue, { box, totals, rows, facts, layout, places, above }: Known): Decimal | null {
  switch (value.kind) {
    case 'gross':
      return totals.gross;
    case 'taxable':
      return totals.state.taxable;
    case 'untaxed':
      return roundToUnit(totals.gross, places).minus(roundToUnit(totals.state.taxable, places));
    case 'receipts':
      return totals.gross.plus(totals.tax);
    case 'taxed':
      return totals.taxed;
    case 'deductions':
      return roundToUnit(totals.gross.plus(totals.tax), places).minus(roundToUnit(totals.taxed, places));
    case 'greater':
      return greater(totals.state.tax, above(value.box).times(decimal(value.by)), places);
    case 'unknown':
      return null;
    case 'charged': {
      const { state, tax } = totals;
      const charged = { STATE: state.tax, LOCAL: tax.minus(state.tax), ALL: tax }[value.levels];
      return value.origin ? fromOrigin(charged, value.origin, facts) : charged;
    }
    case 'multiplied':
      return above(value.box).times(decimal(value.by));
    case 'added':
      return sum(value.boxes.map(above)).minus(sum((value.less ?? []).map(above)));
    case 'prepaid': {
      const [all, local] = [facts.payment.prepaidAmount, facts.payment.prepaidLocalAmount].map((one) =>
        decimal(one ?? '0'),
      );
      const stated = { ALL: all!, LOCAL: local!, STATE: all!.minus(local!) }[value.levels];
      const most = value.atMost === undefined ? stated : above(value.atMost);
      return most.gte(stated) ? stated : most.gt(zero) ? most : zero;
    }
    case 'discount':
      return discountBy(facts.payment.decision, { box, tax: sum(value.boxes.map(above)) });
    case 'scheduled': {
      const column = layout.schedule?.columns.find((one) => one.value === value.value);
      const placesOfRow = column?.places ?? 2;
      return sum(rows.map((row) => roundToUnit((value.value === 'TAX' ? row.tax : row.taxable) ?? zero, placesOfRow)));
    }
  }
}

/** Compares the amounts as rounded on the form, because a fraction of a cent is not a difference. */
function greater(one: Decimal, other: Decimal, places: number): Decimal {
  const [first, second] = [roundToUnit(one, places), roundToUnit(other, places)];
  return first.gt(second) ? first : second;
}

/** All tax if the seller ships from the given origin, otherwise zero; null if the shipping origin is unknown. */
function fromOrigin(tax: Decimal, origin: FormOrigin, facts: FormFacts): Decimal | null {
  if (facts.origin === null) return null;
  return facts.origin === origin ? tax : zero;
}

function cellOf({ value, places = 2 }: FormColumn, row: FormRow, layout: FormLayout, facts: FormFacts): string | null {
  const amount = (exact: Decimal | null) => exact && toDecimalText(roundToUnit(exact, places));
  switch (value) {
    case 'NAME':
      return row.jurisdiction.name;
    case 'CODE':
      return layout.hasLocalCodes ? row.code : null;
    case 'RATE':
      return row.rate && toDecimalText(row.rate);
    case 'TAXABLE':
      return amount(row.taxable);
    case 'TAX':
      return amount(row.tax);
    case 'GREATER_TAX':
      return amount(row.tax && (row.rate ? greater(row.tax, row.taxable.times(row.rate), places) : row.tax));
    case 'TAX_IN_STATE':
      return amount(row.tax && fromOrigin(row.tax, 'IN_STATE', facts));
    case 'TAX_OUT_OF_STATE':
      return amount(row.tax && fromOrigin(row.tax, 'OUT_OF_STATE', facts));
    case 'UNKNOWN':
      return null;
  }
}
