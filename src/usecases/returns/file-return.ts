import { AppError, invalidField } from '../../domain/base/errors.ts';
import { dayIn, timeZoneOf } from '../../domain/places/time-zones.ts';
import { asReturn, describeReturn, type FilingDetails, type StoredReturn } from '../../domain/returns/return.ts';
import { type AskedReturn, readReturnName } from '../../domain/returns/return-input.ts';
import type { Return, ReturnName } from '../../domain/returns/return-record.ts';
import type { ReturnClaim } from '../../domain/transactions/filing.ts';
import { authorize, type Context, type Session } from '../../ports/context.ts';
import { currentSettings } from '../account/current-settings.ts';
import { claimOf, overtaken, withClaim } from './claim-return.ts';
import { addUpFigures } from './return-figures.ts';

/**
 * Files a return: closes its period, marks its documents as FILED and freezes the figures. If a step fails, filing again
 * completes the rest; until then the period stays closed. Repeating a filing changes nothing.
 */
export async function fileReturn(ctx: Context, { ...asked }: AskedReturn & FilingDetails): Promise<Return> {
  const session = authorize(ctx, 'returns:write');
  const name = readReturnName(ctx.reference, asked);
  requireEnded(name, asked, ctx.now());
  const details = await detailsOf(session, asked);
  const claimed = await claimOf(session, name, 'FILING', ctx.now());
  if (claimed === null) return filedAlready(session, name, details);
  await withClaim(session, claimed, () => carryOut(ctx, session, { name, claim: claimed, details }));
  return asReturn(name, await session.stores.returns.find(name));
}

/** A closed period would send every later sale of its days to the next one. */
function requireEnded({ country, state, to }: ReturnName, { month, quarter }: AskedReturn, now: Date): void {
  const timeZone = timeZoneOf(country, state);
  const today = dayIn(timeZone, now);
  if (to < today) return;
  const field = month !== null ? 'month' : quarter !== null ? 'quarter' : 'to';
  const message = `The period ends on ${to}, and today is ${today} (${timeZone}): file it after its last day, or name an earlier one.`;
  throw invalidField([field], 'PERIOD_NOT_ENDED', message);
}

type Filing = { readonly name: ReturnName; readonly claim: ReturnClaim; readonly details: FilingDetails };

async function carryOut(ctx: Context, session: Session, { name, claim, details }: Filing): Promise<void> {
  const { stores, principal } = session;
  await stores.returns.awaitWriters();
  const period = { ...name, serviceIds: null };
  await stores.filing.change({ period, status: 'FILED', reason: null, at: ctx.now(), claim });
  const figures = await addUpFigures(session, name);
  const documentCount = figures.totals.reduce((count, row) => count + row.documentCount, 0);
  const filing = { ...details, filedAt: ctx.now(), filedBy: principal.clientId, documentCount, figures };
  if (!(await stores.returns.complete(name, claim, filing))) throw overtaken(name);
}

async function detailsOf(session: Session, { referenceNumber, amountPaid, paidCurrency }: FilingDetails) {
  if (amountPaid === null || paidCurrency !== null) return { referenceNumber, amountPaid, paidCurrency };
  return { referenceNumber, amountPaid, paidCurrency: (await currentSettings(session)).defaultCurrency };
}

/** A request that is repeated because its response was lost. */
async function filedAlready({ stores }: Session, name: ReturnName, details: FilingDetails): Promise<Return> {
  const stored = await stores.returns.find(name);
  if (stored && isSameFiling(stored, details)) return asReturn(name, stored);
  const message = `The return is filed (${describeReturn(name)}): reopen it before filing it again.`;
  throw new AppError('RETURN_FILED', message);
}

function isSameFiling({ filings }: StoredReturn, details: FilingDetails): boolean {
  const last = filings.at(-1);
  return (
    last !== undefined &&
    last.referenceNumber === details.referenceNumber &&
    last.amountPaid === details.amountPaid &&
    last.paidCurrency === details.paidCurrency
  );
}
