import type { TenantSettings } from '../../domain/account/tenant.ts';
import { toDecimalText } from '../../domain/base/amount.ts';
import { AppError, invalidField } from '../../domain/base/errors.ts';
import type { ReportPeriod } from '../../domain/base/report-period.ts';
import { isShopScheme } from '../../domain/nexus/one-stop-shop.ts';
import { dayIn, timeZoneOf } from '../../domain/places/time-zones.ts';
import { findForReturn } from '../../domain/returns/due-days.ts';
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
import { decideDiscount, frequencyOfPeriod } from '../../domain/returns/payment/discount-decision.ts';
import type { PaymentInput } from '../../domain/returns/payment/payment-input.ts';
import type { EarlierPayments } from '../../domain/returns/payment/return-payment.ts';
import type { TaxReturn, TaxReturnFigures, TaxReturnFiling } from '../../domain/returns/return-record.ts';
import { authorize, type Context, lawTime, type Session } from '../../ports/context.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import { decimal, sum } from '../../tax/numbers/decimal.ts';
import { currentSettings } from '../account/current-settings.ts';
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
  const { country, state, scheme } = one;
  if (isShopScheme(scheme)) {
    const { figures } = await getWholeFigures(ctx, one);
    return fillShopForm(
      { ...one, scheme, number: shopNumber(await session.stores.nexus.list(), { ...one, scheme }) },
      figures.oneStopShop!,
    );
  }
  if (country !== 'US' || state === null) return null;
  const isStreamlined = ctx.reference.findState(state)?.streamlined?.status === 'FULL';
  const layout = formOf({ ...one, state, isStreamlined });
  if (!layout) return null;
  requireAfterPeriod(one, input);
  requirePartsOfPrepayment(layout, input);
  const [{ figures }, { homeAddress }, payment] = await Promise.all([
    getWholeFigures(ctx, one),
    currentSettings(session),
    paymentFacts(ctx, session, { one, input }),
  ]);
  const jurisdictions = knownJurisdictions(ctx.reference, one, figures);
  return fillForm(layout, figures, { jurisdictions, origin: originOf(homeAddress, state), payment });
}

function requireAfterPeriod({ to }: ReportPeriod, { filedOn }: PaymentInput): void {
  if (filedOn === null || filedOn > to) return;
  const message = `A return is filed after its period. filedOn must be after ${to}.`;
  throw invalidField(['filedOn'], 'OUT_OF_RANGE', message);
}

function requirePartsOfPrepayment(layout: FormLayout, { prepaidAmount, prepaidLocalAmount }: PaymentInput): void {
  const prepaid = decimal(prepaidAmount ?? '0');
  const fail = (code: string, message: string) => invalidField(['prepaidLocalAmount'], code, message);
  const isSeparate = separatesLocalPrepayments(layout);
  if (isSeparate && !prepaid.isZero() && prepaidLocalAmount === null) {
    throw fail(
      'REQUIRED',
      'The form separates state and local prepayments. Send the local part in prepaidLocalAmount.',
    );
  }
  if (!isSeparate && prepaidLocalAmount !== null) {
    throw fail('UNKNOWN_FIELD', 'The form does not separate local prepayments. Omit prepaidLocalAmount.');
  }
  if (decimal(prepaidLocalAmount ?? '0').lte(prepaid)) return;
  throw fail('OUT_OF_RANGE', 'prepaidLocalAmount is part of prepaidAmount and must not exceed it.');
}

type Paid = { readonly one: TaxReturn; readonly input: PaymentInput };

/** The first filing determines the discount. */
async function paymentFacts(ctx: Context, { stores }: Session, { one, input }: Paid): Promise<PaymentFacts> {
  const { filings, from, to } = one;
  const registration = registrationOn(await stores.nexus.find(one), to);
  const frequency = frequencyOfPeriod({ from, to }) ?? registration?.filingFrequency ?? 'MONTHLY';
  const { dueOn } = dueOf({ ...one, frequency }, registration, ctx.reference.dueDays(one));
  const filedAt = filings[0]?.filedAt ?? lawTime(ctx);
  const filedOn = input.filedOn ?? dayIn(timeZoneOf(one), filedAt);
  const { discounts, prepayments } = ctx.reference.filingTerms(one);
  const isFiled = one.status === 'FILED' || one.status === 'AMENDED';
  const earlier = isFiled ? filings.slice(0, -1) : filings;
  const isAmendment = earlier.length > 0;
  const terms = findForReturn(discounts, { frequency, to });
  const decision = decideDiscount({ terms, period: { from, to }, filedOn, dueOn, isAmendment });
  const paidEarlier = isAmendment ? paidWith(earlier) : null;
  return {
    ...input,
    filedOn,
    dueOn,
    decision,
    paidEarlier,
    prepayments: findForReturn(prepayments, { frequency, to }),
  };
}

function paidWith(filings: readonly TaxReturnFiling[]): EarlierPayments {
  const amounts = filings.flatMap(({ amountPaid, paidCurrency }) =>
    amountPaid !== null && paidCurrency === 'USD' ? [decimal(amountPaid)] : [],
  );
  return { amount: sum(amounts), unknown: filings.length - amounts.length };
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
