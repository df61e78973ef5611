import { isDeepStrictEqual } from 'node:util';
import { minorUnitOf } from '../../domain/base/currency.ts';
import { AppError, type Issue, invalidInput } from '../../domain/base/errors.ts';
import type { Precondition } from '../../domain/base/precondition.ts';
import { dayIn, timeZoneOf } from '../../domain/places/time-zones.ts';
import type { PaymentInput } from '../../domain/returns/payment/payment-input.ts';
import { isAsPaid } from '../../domain/returns/payment/return-payment.ts';
import {
  asReturn,
  describeReturn,
  type FilingDetails,
  figuresChanged,
  paidCurrencyOf,
  type StoredReturn,
  taxReturnDigest,
} from '../../domain/returns/return.ts';
import type { AskedTaxReturn } from '../../domain/returns/return-input.ts';
import type { TaxReturn, TaxReturnKey } from '../../domain/returns/return-record.ts';
import type { ReturnClaim } from '../../domain/transactions/filing.ts';
import { authorize, type Context, lawTime, type Session } from '../../ports/context.ts';
import { decimal } from '../../tax/numbers/decimal.ts';
import { documentsOfShopOnly } from '../liability/own-totals.ts';
import { claimOf, overtaken, withClaim } from './claim-return.ts';
import { paymentIssues, paymentWithFiling } from './fill-return-form.ts';
import { findReturn, type Reviewed, requireReviewed } from './get-return.ts';
import { addUpFigures } from './return-figures.ts';
import { signReceipt } from './sign-receipt.ts';

/** `isNew` is false if the return was already filed with the same details. */
type Filed = { readonly value: TaxReturn; readonly isNew: boolean };

/**
 * Files a return: closes its period, marks its documents as FILED and freezes the figures. If a step fails, filing
 * again completes the rest, and the period remains closed until then. Repeating a filing changes nothing. With a
 * precondition, files only the reviewed figures; throws `FIGURES_CHANGED` if they have changed.
 */
export async function fileTaxReturn(
  ctx: Context,
  asked: AskedTaxReturn,
  sent: FilingDetails & PaymentInput,
  precondition?: Precondition,
): Promise<Filed> {
  const session = authorize(ctx, 'returns:write');
  const one = await findReturn(ctx, session, asked);
  const details = detailsOf(ctx, one, sent);
  if (isFiledWith(one, details)) return { value: one, isNew: false };
  const issues = [
    ...endIssues(one, lawTime(ctx), 'key' in asked ? asked.key.path : undefined),
    ...amountIssues(details),
    ...paymentIssues(ctx, one, details.input),
    ...futureIssues(details.input, lawTime(ctx)),
  ];
  if (issues.length > 0) throw invalidInput(issues);
  // Checked before the period is closed, because its figures cannot be frozen while documents are being counted.
  if (one.scheme === 'STANDARD') await session.stores.totals.complete();
  const reviewed = await requireReviewed(ctx, session, one, precondition);
  const request = { next: 'FILING', at: ctx.now(), ifVersion: reviewed?.version ?? null } as const;
  const held = await claimOf(session, one, request);
  if (held === null) return filedAlready(session, one, details);
  await withClaim(session, held.claim, async () => {
    await session.stores.returns.awaitWriters();
    if (reviewed) await requireUnchanged(ctx, session, { one, reviewed, ...held });
    await carryOut(ctx, session, { key: one, claim: held.claim, details });
  });
  return { value: asReturn(one, await session.stores.returns.find(one)), isNew: true };
}

/** If the period were closed early, later sales on its remaining days would move to the next period. */
function endIssues({ country, state, to }: TaxReturnKey, now: Date, path: readonly string[] = []): Issue[] {
  const timeZone = timeZoneOf({ country, state });
  const today = dayIn(timeZone, now);
  if (to < today) return [];
  const message = `The period ends on ${to}, and today is ${today} (${timeZone}). File the return after its last day, or choose an earlier last day.`;
  return [{ path: [...path, 'period'], code: 'PERIOD_NOT_ENDED', message }];
}

function amountIssues({ amountPaid, paidCurrency }: Details): Issue[] {
  if (amountPaid === null) {
    if (paidCurrency === null) return [];
    const message = 'paidCurrency is the currency of amountPaid. Send amountPaid, or omit paidCurrency.';
    return [{ path: ['amountPaid'], code: 'REQUIRED', message }];
  }
  if (paidCurrency === null) {
    const message = 'The currency of the country is unknown. Send paidCurrency.';
    return [{ path: ['paidCurrency'], code: 'REQUIRED', message }];
  }
  const places = minorUnitOf(paidCurrency);
  if (decimal(amountPaid).decimalPlaces() <= places) return [];
  const message = `amountPaid may have at most ${places} decimal places in ${paidCurrency}.`;
  return [{ path: ['amountPaid'], code: 'TOO_MANY_DIGITS', message }];
}

/** A filing day may be today in any time zone. */
function futureIssues({ filedOn }: PaymentInput, now: Date): Issue[] {
  const today = dayIn('Pacific/Kiritimati', now);
  if (filedOn === null || filedOn <= today) return [];
  const message = `filedOn is the day on which the return is filed, so it must not be in the future. Send a day up to ${today}, or omit it.`;
  return [{ path: ['filedOn'], code: 'OUT_OF_RANGE', message }];
}

type Claimed = {
  readonly one: TaxReturn;
  readonly reviewed: Reviewed;
  readonly claim: ReturnClaim;
  readonly wasClosed: boolean;
};

/** A document may have been stored after the figures were read and before the period was closed. */
async function requireUnchanged(ctx: Context, session: Session, { one, reviewed, claim, wasClosed }: Claimed) {
  const figures = await addUpFigures(ctx, session, one);
  if (isDeepStrictEqual(figures, reviewed.figures)) return;
  if (!wasClosed) await session.stores.returns.giveUp(claim, ctx.now());
  const now = asReturn(one, await session.stores.returns.find(one));
  throw figuresChanged(taxReturnDigest(now, figures));
}

type Filing = {
  readonly key: TaxReturnKey;
  readonly claim: ReturnClaim;
  readonly details: Details;
};

type Details = FilingDetails & { readonly input: PaymentInput };

async function carryOut(
  ctx: Context,
  session: Session,
  { key, claim, details: { input, ...details } }: Filing,
): Promise<void> {
  const { stores, principal } = session;
  const exceptIds = key.scheme === 'STANDARD' ? await documentsOfShopOnly(ctx, session, key) : [];
  const period = { ...key, serviceIds: null, exceptIds };
  // Documents on a one-stop-shop return may change; changes are reported as corrections in a later return.
  const change = { period, status: 'FILED', reason: null, at: ctx.now(), claim } as const;
  if (key.scheme === 'STANDARD') await stores.filing.change(change);
  const figures = await addUpFigures(ctx, session, key);
  const counted = figures.oneStopShop ? [figures.oneStopShop] : figures.totals;
  const transactionCount = counted.reduce((count, row) => count + row.transactionCount, 0);
  const filedAt = ctx.now();
  const one = asReturn(key, await stores.returns.find(key));
  const number = one.filings.length + 1;
  const payment = await paymentWithFiling(ctx, session, { one, input, figures });
  const content = { key, claim, number, filedAt, transactionCount, figures, payment };
  const receipt = await signReceipt(ctx, session, content);
  const { version: rateBookVersion } = ctx.reference;
  const filing = {
    ...details,
    filedAt,
    filedBy: principal.clientId,
    transactionCount,
    figures,
    rateBookVersion,
    receipt,
    payment,
  };
  if (!(await stores.returns.complete(key, claim, filing, exceptIds))) throw overtaken(key);
}

function detailsOf(
  { reference }: Context,
  one: TaxReturn,
  { referenceNumber, amountPaid, paidCurrency, ...input }: FilingDetails & PaymentInput,
): Details {
  if (amountPaid === null || paidCurrency !== null) return { referenceNumber, amountPaid, paidCurrency, input };
  return { referenceNumber, amountPaid, paidCurrency: paidCurrencyOf(one, reference), input };
}

/** Accepts a repeated request whose response was lost. Throws `RETURN_FILED` if the details differ. */
async function filedAlready({ stores }: Session, one: TaxReturn, details: Details): Promise<Filed> {
  const found = asReturn(one, await stores.returns.find(one));
  if (isFiledWith(found, details)) return { value: found, isNew: false };
  const message = `The return is filed (${describeReturn(one)}). Reopen it before filing it again.`;
  throw new AppError('RETURN_FILED', message, { facts: { returnId: found.stored?.serviceId } });
}

function isFiledWith({ status, filings }: Pick<StoredReturn, 'status' | 'filings'>, details: Details): boolean {
  const last = filings.at(-1);
  return (
    (status === 'FILED' || status === 'AMENDED') &&
    last !== undefined &&
    last.referenceNumber === details.referenceNumber &&
    last.amountPaid === details.amountPaid &&
    last.paidCurrency === details.paidCurrency &&
    isAsPaid(last.payment, details.input)
  );
}
