import type { CustomerType } from '../../tax/model/assessment.ts';
import { decimal, zero } from '../../tax/numbers/decimal.ts';
import { type DecimalText, sumOfTexts, toDecimalText } from '../base/amount.ts';
import { chargedFees } from '../transactions/charged-fees.ts';
import { netOf } from '../transactions/parts-of-line.ts';
import { freedPartOf } from '../transactions/refund/exempted-part.ts';
import { signOf } from '../transactions/signed-amount.ts';
import { placeOfLine, placesOf } from '../transactions/snapshot-places.ts';
import type { Transaction } from '../transactions/transaction.ts';
import type {
  SnapshotLine,
  SnapshotPlace,
  SnapshotRate,
  TransactionSnapshot,
} from '../transactions/transaction-snapshot.ts';
import { addedUp, type Part } from './added-figures.ts';
import { nexusEntries } from './nexus-entries.ts';
import { groundOf, inOrderOfCounting, partsOf, type ReportedLine, reportedLines } from './reported-lines.ts';
import { type JurisdictionTotals, type ReportedTotals, totalsHead } from './totals-of-place.ts';

/**
 * One entry per state or country that taxes a line, or two if its lines are of the seller and of a marketplace; each of
 * these places counts the document once. Empty for a document that never counts: an estimate, an order or a cancelled
 * document. Sales abroad may have additional entries, which only nexus reads: see `nexusEntries`.
 */
export function reportedTotals(transaction: Transaction, snapshot: TransactionSnapshot): ReportedTotals[] {
  return atOnce(reportedTotalsInParts(transaction, snapshot));
}

/** Like `reportedTotals`, but yields between states, because a document can have a thousand items in fifty places. */
export function* reportedTotalsInParts(
  transaction: Transaction,
  snapshot: TransactionSnapshot,
): Generator<void, ReportedTotals[]> {
  if (signOf(transaction) === 0) return [];
  const lines = reportedLines(transaction, snapshot);
  const byState = yield* totalsByState(lines, transaction, snapshot);
  return [...byState, ...nexusEntries({ lines, byState }, transaction, snapshot)];
}

function atOnce<Result>(parts: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = parts.next();
    if (done) return value;
  }
}

/** The entries for the included lines of a document, by state or country, without state fees. */
export function totalsOfLines(
  transaction: Transaction,
  snapshot: TransactionSnapshot,
  isIncluded: (line: SnapshotLine) => boolean,
): ReportedTotals[] {
  if (signOf(transaction) === 0) return [];
  const lines = reportedLines(transaction, snapshot).filter(({ recorded }) => isIncluded(recorded));
  return atOnce(totalsByState(lines, { ...transaction, fees: [] }, snapshot, () => toDecimalText(zero)));
}

function* totalsByState(
  lines: readonly ReportedLine[],
  transaction: Transaction,
  snapshot: TransactionSnapshot,
  feesOfAll = feesOf,
): Generator<void, ReportedTotals[]> {
  const found: ReportedTotals[] = [];
  for (const { place, lines: ofPlace, feeAmount } of byPlace(lines, transaction, snapshot, feesOfAll)) {
    if (found.length > 0) yield;
    found.push(...totalsAt(place, ofPlace, feeAmount, transaction, snapshot));
  }
  return found;
}

/** The lines of a document that count toward liability in one state or country, with the state fees there. */
export type CountedLines = {
  readonly place: SnapshotPlace;
  readonly lines: readonly ReportedLine[];
  readonly feeAmount: DecimalText;
};

/** Empty for a document that never counts. */
export function countedLines(transaction: Transaction, snapshot: TransactionSnapshot): readonly CountedLines[] {
  return signOf(transaction) === 0 ? [] : byPlace(reportedLines(transaction, snapshot), transaction, snapshot, feesOf);
}

function byPlace(
  lines: readonly ReportedLine[],
  transaction: Transaction,
  snapshot: TransactionSnapshot,
  feesOfAll: typeof feesOf,
): readonly CountedLines[] {
  const places = placesOf(snapshot);
  if (places.length === 1) return [{ place: snapshot, lines, feeAmount: feesOfAll(transaction, lines) }];
  const byState = new Map(places.map((place) => [stateKey(place), { place, ofState: [] as ReportedLine[] }]));
  for (const line of lines) byState.get(stateKey(placeOfLine(snapshot, line.recorded)))!.ofState.push(line);
  return [...byState.values()].flatMap(({ place, ofState }) =>
    ofState.length === 0 ? [] : [{ place, lines: ofState, feeAmount: feesAt(place, transaction) }],
  );
}

const stateKey = ({ country, subdivision }: SnapshotPlace): string => JSON.stringify([country, subdivision]);

function totalsAt(
  { country, subdivision }: SnapshotPlace,
  lines: readonly ReportedLine[],
  feeAmount: DecimalText,
  transaction: Transaction,
  snapshot: TransactionSnapshot,
): ReportedTotals[] {
  const entries = entriesOf(lines);
  const sets = new Map<string, Set<string>>();
  const countedIn = (group: string) => {
    if (entries.length === 1) return undefined;
    if (!sets.has(group)) sets.set(group, new Set());
    return sets.get(group);
  };
  return entries.map((ofEntry, entry) => ({
    ...totalsHead({ country, state: subdivision ?? '', customerType: customerTypeOf(ofEntry, snapshot) }, transaction),
    lines: addedUp(
      inOrderOfCounting(ofEntry).map(({ part }) => part),
      countedIn('lines'),
    ).map((line, index) => ({ ...line, feeAmount: entry === 0 && index === 0 ? feeAmount : toDecimalText(zero) })),
    jurisdictions: jurisdictionTotals(ofEntry, transaction, snapshot, countedIn),
  }));
}

/**
 * The lines by entry. Lines of a marketplace beside lines of the seller have a separate entry, with the customer type
 * `MARKETPLACE`, unless their reason is `MARKETPLACE`. An export or a reverse charge has another reason.
 */
function entriesOf(lines: readonly ReportedLine[]): readonly (readonly ReportedLine[])[] {
  const isApart = (line: ReportedLine) => line.isOfMarketplace && !isNamed(line);
  if (!lines.some(isApart) || lines.every(({ isOfMarketplace }) => isOfMarketplace)) return [lines];
  return [lines.filter((line) => !isApart(line)), lines.filter(isApart)];
}

const isNamed = ({ parts }: ReportedLine) => parts.every(({ reason }) => reason === 'MARKETPLACE');

function customerTypeOf(lines: readonly ReportedLine[], { customerType }: TransactionSnapshot): CustomerType {
  if (lines.some(({ isOfMarketplace }) => !isOfMarketplace))
    return customerType === 'MARKETPLACE' ? 'RETAIL' : customerType;
  return customerType === 'RESELLER' && lines.every(isNamed) ? customerType : 'MARKETPLACE';
}

function feesOf({ finalTransactionAmount, salesTax }: Transaction, lines: readonly ReportedLine[]): DecimalText {
  const untaxed = decimal(finalTransactionAmount).minus(decimal(salesTax.amount));
  return toDecimalText(untaxed.minus(decimal(sumOfTexts(lines.map(({ grossAmount }) => grossAmount)))));
}

/** Only the fees of this state. */
function feesAt({ country, subdivision }: SnapshotPlace, { fees }: Transaction): DecimalText {
  return toDecimalText(chargedFees(fees.filter(({ state }) => country === 'US' && state === subdivision)));
}

function jurisdictionTotals(
  lines: readonly ReportedLine[],
  transaction: Transaction,
  snapshot: TransactionSnapshot,
  countedIn: (group: string) => Set<string> | undefined,
): JurisdictionTotals[] {
  const { rates } = snapshot;
  if (rates.length === 0) return [];
  const { groups, ofRates } = sameJurisdictions(rates);
  for (const { taxCode, recorded, isSplit, ...line } of lines) {
    for (const taxLine of recorded.taxLines) {
      const grossAmount = isSplit ? netOf(taxLine) : line.grossAmount;
      const { reason, appliedRate: rate, certificateId, taxableAmount, taxAmount } = taxLine;
      const exemptionReason = groundOf(certificateId, snapshot);
      const figures = { taxCode, reason, rate, exemptionReason, grossAmount, taxableAmount, taxAmount };
      ofRates[taxLine.rate]!.parts.push(...partsOf(figures, freedPartOf(taxLine, transaction)));
    }
  }
  return groups.flatMap(({ jurisdiction: { id, level, name }, parts }, group) =>
    addedUp(parts, countedIn(`${group}`)).map((figures) => ({ jurisdictionId: id, level, name, ...figures })),
  );
}

type PartsOfJurisdiction = Pick<SnapshotRate, 'jurisdiction'> & { readonly parts: Part[] };

/**
 * Two places in one state share the state's jurisdiction, which counts the document once. A bracket counts separately.
 */
function sameJurisdictions(rates: readonly SnapshotRate[]) {
  const groups = new Map<string, PartsOfJurisdiction>();
  const ofRates = rates.map(({ jurisdiction, bracket }, index) => {
    const key = bracket ? `${index}` : `of ${jurisdiction.id}`;
    const group = groups.get(key) ?? { jurisdiction, parts: [] };
    groups.set(key, group);
    return group;
  });
  return { groups: [...groups.values()], ofRates };
}
