import { lineRateViews, type RateViews } from '../../domain/transactions/rate-views.ts';
import { type ShownTaxLine, taxLinesOf } from '../../domain/transactions/tax-line.ts';
import type { SnapshotLine, TransactionSnapshot } from '../../domain/transactions/transaction-snapshot.ts';
import type { GraphqlContext } from '../base/context.ts';
import { placeOf } from './line-places.ts';
import { type CalculatedDocument, withSnapshot } from './snapshot.ts';

/** Derives a value from a line as stored when its document was calculated. */
export function fromFrozen<Made>(
  line: object,
  ctx: GraphqlContext,
  make: (snapshot: TransactionSnapshot, frozen: SnapshotLine) => Made,
): Made | Promise<Made> {
  const { document, index } = placeOf(ctx, line);
  return withSnapshot(document, ctx, (snapshot) => {
    const frozen = index === 'shippingFee' ? snapshot.shippingFee : snapshot.items[index];
    if (!frozen) throw new Error(`The snapshot of ${document.serviceId} has no line ${index}.`);
    return make(snapshot, frozen);
  });
}

const rateViews = new WeakMap<SnapshotLine, RateViews>();

/** The rates of a line, computed once: two fields each show part of them, under any number of aliases. */
export function rateViewsOf(snapshot: TransactionSnapshot, frozen: SnapshotLine): RateViews {
  const known = rateViews.get(frozen);
  if (known) return known;
  const made = lineRateViews(snapshot, frozen);
  rateViews.set(frozen, made);
  return made;
}

const taxLines = new WeakMap<SnapshotLine, ShownTaxLine[]>();

export function shownTaxLines(snapshot: TransactionSnapshot, frozen: SnapshotLine): ShownTaxLine[] {
  const known = taxLines.get(frozen);
  if (known) return known;
  const made = taxLinesOf(snapshot, frozen);
  taxLines.set(frozen, made);
  return made;
}

type Notices = CalculatedDocument['notices'][number][];
const noticesByLine = new WeakMap<CalculatedDocument, ReadonlyMap<string, Notices>>();

/**
 * Notices on lines and their fields, by line pointer; indexed once, because a long document can have thousands of
 * notices.
 */
export function noticesOf(document: CalculatedDocument): ReadonlyMap<string, Notices> {
  const known = noticesByLine.get(document);
  if (known) return known;
  const byLine = new Map<string, Notices>();
  for (const notice of document.notices) {
    const line = /^\/(items\/\d+|shippingFee)(?=\/|$)/.exec(notice.pointer)?.[0];
    if (line === undefined) continue;
    const notices = byLine.get(line);
    if (notices) notices.push(notice);
    else byLine.set(line, [notice]);
  }
  noticesByLine.set(document, byLine);
  return byLine;
}
