import type { TenantSettings } from '../../domain/account/tenant.ts';
import { toDecimalText } from '../../domain/base/amount.ts';
import { AppError, type Issue, invalidInput } from '../../domain/base/errors.ts';
import type { ReportPeriod } from '../../domain/base/report-period.ts';
import { isShopScheme } from '../../domain/nexus/one-stop-shop.ts';
import { dayIn, timeZoneOf } from '../../domain/places/time-zones.ts';
import { dueOf, registrationOn } from '../../domain/returns/filing-calendar.ts';
import { fillForm, type PaymentFacts } from '../../domain/returns/forms/fill-form.ts';
import type { FilledForm } from '../../domain/returns/forms/filled-form.ts';
import {
  type FormLayout,
  type FormOrigin,
  formOf,
  separatesLocalPrepayments,
} from '../../domain/returns/forms/form-layout.ts';
import type { FormJurisdiction, KnownJurisdictions } from '../../domain/returns/forms/form-rows.ts';
import { fillShopForm } from '../../domain/returns/forms/shop-form.ts';
import { decideDiscount, filedDecision, frequencyOfPeriod } from '../../domain/returns/payment/discount-decision.ts';
import { findForReturn } from '../../domain/returns/payment/due-days.ts';
import type { PaymentInput } from '../../domain/returns/payment/payment-input.ts';
import { type EarlierPayments, isAsPaid, type ReturnPayment } from '../../domain/returns/payment/return-payment.ts';
import { filingDay } from '../../domain/returns/return.ts';
import type { TaxReturn, TaxReturnFigures, TaxReturnFiling } from '../../domain/returns/return-record.ts';
import { authorize, type Context, lawTime, type Session } from '../../ports/context.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import { decimal, sum } from '../../tax/numbers/decimal.ts';
import { currentSettings } from '../account/account.ts';
import { getWholeFigures } from './return-figures.ts';
import { shopNumber } from './write-shop-file.ts';

/** The form for the return, filled in with its figures. Throws `NOT_FOUND` if no form is known. */
export async function getTaxReturnForm(ctx: Context, one: TaxReturn, input: PaymentInput): Promise<FilledForm> {
  const form = await fillTaxReturnForm(ctx, one, input);
  if (form) return form;
  throw new AppError('NOT_FOUND', 'No form is known for this place and period. Use the figures of the return instead.');
}

/** Fills the form of a return; null if no form is known. */
export async function fillTaxReturnForm(ctx: Context, one: TaxReturn, input: PaymentInput): Promise<FilledForm | null> {
  const session = authorize(ctx, 'returns:read');
  const { scheme } = one;
  if (isShopScheme(scheme)) {
    const { figures } = await getWholeFigures(ctx, one);
    return fillShopForm(
      { ...one, scheme, number: shopNumber(ctx.reference, await session.stores.nexus.list(), { ...one, scheme }) },
      figures.oneStopShop!,
    );
  }
  const layout = layoutOf(ctx, one);
  if (!layout) return null;
  const issues = paymentIssues(ctx, one, input);
  if (issues.length > 0) throw invalidInput(issues);
  const { figures } = await getWholeFigures(ctx, one);
  const form = await fillWith(ctx, session, { layout, one, input, figures });
  const asFiled = paidAsFiled(one, input);
  return asFiled ? { ...form, payment: asFiled } : form;
}

/** The amount payable with these figures on the day of filing; null if no form is known. */
export async function paymentWithFiling(
  ctx: Context,
  session: Session,
  { one, input, figures }: Paid & { readonly figures: TaxReturnFigures },
): Promise<ReturnPayment | null> {
  const layout = layoutOf(ctx, one);
  return layout && (await fillWith(ctx, session, { layout, one, input, figures })).payment;
}

/** Issues with the input of a payment. Without a form, every sent field is an issue. */
export function paymentIssues(ctx: Context, one: TaxReturn, input: PaymentInput): readonly Issue[] {
  const layout = layoutOf(ctx, one);
  if (layout) return [...dayIssues(one, input), ...prepaymentIssues(layout, withFiledPrepayments(one, input))];
  const given = Object.entries(input).filter(([, value]) => value !== null);
  return given.map(([name]) => {
    const message = `The amount payable is unknown, because no form is known for this return. Omit ${name}.`;
    return { path: [name], code: 'UNKNOWN_FIELD', message };
  });
}

function layoutOf({ reference }: Context, { country, state, scheme, ...period }: TaxReturn): FormLayout | null {
  if (isShopScheme(scheme) || country !== 'US' || state === null) return null;
  const isStreamlined = reference.findState(state)?.streamlined?.status === 'FULL';
  return formOf({ ...period, state, isStreamlined });
}

type Filled = Paid & { readonly layout: FormLayout; readonly figures: TaxReturnFigures };

async function fillWith(ctx: Context, session: Session, { layout, one, input, figures }: Filled): Promise<FilledForm> {
  const [{ homeAddress }, payment] = await Promise.all([
    currentSettings(session),
    paymentFacts(ctx, session, { one, input: withFiledPrepayments(one, input) }),
  ]);
  const jurisdictions = knownJurisdictions(ctx.reference, one, figures);
  return fillForm(layout, figures, { jurisdictions, origin: originOf(homeAddress, one.state!), payment });
}

/** Prepayments given with the last filing are the default. A new total has no default for its local part. */
function withFiledPrepayments({ filings }: TaxReturn, input: PaymentInput): PaymentInput {
  const filed = filings.at(-1)?.payment;
  return filed && input.prepaidAmount === null
    ? {
        ...input,
        prepaidAmount: filed.prepaidAmount,
        prepaidLocalAmount: input.prepaidLocalAmount ?? filed.prepaidLocalAmount,
      }
    : input;
}

/** The filed payment, unless the input differs from it. */
function paidAsFiled(one: TaxReturn, input: PaymentInput): ReturnPayment | null {
  const payment = isFiled(one) ? (one.filings.at(-1)?.payment ?? null) : null;
  return isAsPaid(payment, input) ? payment : null;
}

const isFiled = ({ status }: TaxReturn) => status === 'FILED' || status === 'AMENDED';

const earlierFilings = (one: TaxReturn) => (isFiled(one) ? one.filings.slice(0, -1) : one.filings);

/** An amendment may be dated before the filing that it amends, to correct a day that was recorded too late. */
function dayIssues({ to }: TaxReturn, { filedOn }: PaymentInput): Issue[] {
  if (filedOn === null || filedOn > to) return [];
  const message = `A return is filed after its period. filedOn must be after ${to}.`;
  return [{ path: ['filedOn'], code: 'OUT_OF_RANGE', message }];
}

function prepaymentIssues(layout: FormLayout, { prepaidAmount, prepaidLocalAmount }: PaymentInput): Issue[] {
  const prepaid = decimal(prepaidAmount ?? '0');
  const refused = (code: string, message: string) => [{ path: ['prepaidLocalAmount'], code, message }];
  const isSeparate = separatesLocalPrepayments(layout);
  if (isSeparate && !prepaid.isZero() && prepaidLocalAmount === null) {
    return refused(
      'REQUIRED',
      'The form separates state and local prepayments. Send the local part in prepaidLocalAmount.',
    );
  }
  if (!isSeparate && prepaidLocalAmount !== null) {
    return refused('UNKNOWN_FIELD', 'The form does not separate local prepayments. Omit prepaidLocalAmount.');
  }
  if (decimal(prepaidLocalAmount ?? '0').lte(prepaid)) return [];
  return refused('OUT_OF_RANGE', 'prepaidLocalAmount is part of prepaidAmount and must not exceed it.');
}

type Paid = { readonly one: TaxReturn; readonly input: PaymentInput };

async function paymentFacts(ctx: Context, { stores }: Session, { one, input }: Paid): Promise<PaymentFacts> {
  const { from, to } = one;
  const registration = registrationOn(await stores.nexus.find(one), to);
  const frequency = frequencyOfPeriod({ from, to }) ?? registration?.filingFrequency ?? 'MONTHLY';
  const filed = isFiled(one) ? one.filings.at(-1) : undefined;
  const { dueOn } = filed?.payment ?? dueOf({ ...one, frequency }, registration, ctx.reference.dueDays(one));
  const filedOn = input.filedOn ?? (filed ? filingDay(filed) : dayIn(timeZoneOf(one), lawTime(ctx)));
  const { discounts, prepayments } = ctx.reference.filingTerms(one);
  const earlier = earlierFilings(one);
  const terms = findForReturn(discounts, { frequency, to });
  const payments = earlier.map(({ payment }) => payment);
  const asFiled = paidAsFiled(one, input);
  const decision = asFiled?.discountBoxes
    ? filedDecision(asFiled)
    : decideDiscount({ terms, period: { from, to }, filedOn, dueOn, earlier: payments });
  const paidEarlier = earlier.length > 0 ? paidWith(earlier) : null;
  return {
    ...input,
    filedOn,
    dueOn,
    decision,
    paidEarlier,
    prepayments: findForReturn(prepayments, { frequency, to }),
  };
}

/** Without a recorded amount, a filing was paid as it was payable. Its discount assumes this, too. */
function paidWith(filings: readonly TaxReturnFiling[]): EarlierPayments {
  const recorded = filings.filter(({ amountPaid, paidCurrency }) => amountPaid !== null && paidCurrency === 'USD');
  const others = filings.filter((one) => !recorded.includes(one)).map(({ payment }) => payment);
  const assumed = others.flatMap((payment) => (payment ? [decimal(payment.amountPayable)] : []));
  return {
    recorded: sum(recorded.map(({ amountPaid }) => decimal(amountPaid!))),
    assumed: assumed.length > 0 ? sum(assumed) : null,
    unknown: others.length - assumed.length,
  };
}

/** Assumes that goods ship from the seller's own address; null for a US address without a state. */
function originOf({ country, state }: TenantSettings['homeAddress'], filedIn: string): FormOrigin | null {
  if (country !== 'US') return 'OUT_OF_STATE';
  return state === null ? null : state === filedIn ? 'IN_STATE' : 'OUT_OF_STATE';
}

function knownJurisdictions(
  reference: ReferenceData,
  { from, to }: ReportPeriod,
  figures: TaxReturnFigures,
): KnownJurisdictions {
  const ids = figures.jurisdictions.flatMap(({ jurisdiction }) => jurisdiction?.id ?? []);
  const found = reference.jurisdictions({ country: 'US', subdivision: null, level: null, ids });
  return new Map(
    found.map(({ key, jurisdiction: { id, code }, county }): [string, FormJurisdiction] => {
      const [first, last] = [from, to].map((day) => reference.jurisdictionRate(key, day)?.rate?.rate ?? null);
      const rate = first && last && first.eq(last) ? toDecimalText(first) : null;
      return [id, { code, county, rate }];
    }),
  );
}
