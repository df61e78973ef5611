import type { TaxReason } from '../../tax/model/reasons.ts';
import { type Decimal, decimal, zero } from '../../tax/numbers/decimal.ts';
import { toDecimalText } from '../base/amount.ts';
import { groupedBy } from '../base/grouped-by.ts';
import { euCode, memberStates, unionState } from '../places/eu-code.ts';
import { homeOf } from '../transactions/home-of.ts';
import { placeOfLine } from '../transactions/snapshot-places.ts';
import type { Transaction } from '../transactions/transaction.ts';
import type { SnapshotPlace, TransactionSnapshot } from '../transactions/transaction-snapshot.ts';
import { firstOfNone } from './added-figures.ts';
import { inOrderOfCounting, type ReportedLine } from './reported-lines.ts';
import { type LineTotals, type ReportedTotals, totalsHead } from './totals-of-place.ts';

type Recorded = { readonly lines: readonly ReportedLine[]; readonly byState: readonly ReportedTotals[] };

/**
 * Entries for nexus that liability omits, with the country `EU`.
 *
 * - State `FR`: corrects the entries of the country, so that a document with lines in several provinces counts once there.
 * - State empty: the sales that count toward the EU-wide threshold (Directive 2006/112/EC, article 59c), according to the
 *   seller's home when the document was calculated. This includes sales to consumers in other member states that are
 *   taxed at home, and goods for Northern Ireland, but not sales outside the threshold, such as admission to an event.
 * - State `EU-FR`: these sales to one member state if the home is unknown. They count unless it is the seller's home.
 */
export function nexusEntries(
  { lines, byState }: Recorded,
  transaction: Transaction,
  snapshot: TransactionSnapshot,
): ReportedTotals[] {
  const countries = new Set(byState.map(({ country }) => country));
  countries.delete('US');
  const corrected = [...countries].flatMap((country) =>
    correctionOf(
      country,
      {
        lines: lines.filter(({ recorded }) => placeOfLine(snapshot, recorded).country === country),
        byState: byState.filter((one) => one.country === country),
      },
      transaction,
      snapshot,
    ),
  );
  const ofUnion = [...unionSales(lines, snapshot)].flatMap(([state, counted]) =>
    correctionOf(state, { lines: counted, byState: [] }, transaction, snapshot),
  );
  return [...corrected, ...ofUnion];
}

/** The lines that count toward the threshold of the EU, by the state of their entry. */
function unionSales(
  lines: readonly ReportedLine[],
  snapshot: TransactionSnapshot,
): ReadonlyMap<string, readonly ReportedLine[]> {
  const placeOf = ({ recorded }: ReportedLine) => placeOfLine(snapshot, recorded);
  const isInUnion = ({ country, regime }: SnapshotPlace) => regime === 'GLOBAL_TAX' && memberStates.has(country);
  const isTaxedAtHome = (place: SnapshotPlace) => isInUnion(place) && place.sourcedFrom === 'SHIP_FROM';
  const home = homeOf(snapshot)?.country ?? lines.map(placeOf).find(isTaxedAtHome)?.country;
  if (home !== undefined && !memberStates.has(home)) return new Map();
  const counted = lines.filter((line) => {
    const place = placeOf(line);
    const { supply, euSale = {} } = line.recorded;
    if (!isInUnion(place)) return euSale.isWithinThreshold === true;
    // Earlier builds did not mark exports, such as a shipping fee to the Canary Islands.
    const isOutsideThreshold = euSale.isOutsideThreshold || supply.kind === 'EXPORT';
    return isTaxedAtHome(place) || (place.country !== home && !isOutsideThreshold);
  });
  return groupedBy(counted, (line) => (home === undefined ? unionState(placeOf(line).country) : ''));
}

/** The counted lines as one sale, less the amounts and documents in the entries. */
function correctionOf(
  state: string,
  { lines, byState }: Recorded,
  transaction: Transaction,
  snapshot: TransactionSnapshot,
): ReportedTotals[] {
  const differences = new Map<TaxReason, { grossAmount: Decimal; document: number }>();
  const add = (reason: TaxReason, grossAmount: Decimal, document: number) => {
    const known = differences.get(reason) ?? { grossAmount: zero, document: 0 };
    differences.set(reason, {
      grossAmount: known.grossAmount.plus(grossAmount),
      document: known.document + document,
    });
  };
  for (const [index, { label, part }] of inOrderOfCounting(lines).entries()) {
    add(label, decimal(part.grossAmount), index === 0 ? 1 : 0);
  }
  for (const { customerType, lines: entries } of byState) {
    for (const { reason, grossAmount, isFirstOf } of entries) {
      const label = customerType === 'MARKETPLACE' ? customerType : reason;
      add(label, zero.minus(decimal(grossAmount)), -isFirstOf.document);
    }
  }
  const none = toDecimalText(zero);
  const entries = [...differences].flatMap(([reason, { grossAmount, document }]): LineTotals[] => {
    if (grossAmount.isZero() && document === 0) return [];
    const amounts = { grossAmount: toDecimalText(grossAmount), taxableAmount: none, taxAmount: none, feeAmount: none };
    return [
      { taxCode: '', reason, rate: none, exemptionReason: null, ...amounts, isFirstOf: { ...firstOfNone, document } },
    ];
  });
  if (entries.length === 0) return [];
  const customerType = snapshot.customerType === 'RESELLER' ? 'RESELLER' : 'RETAIL';
  const head = totalsHead({ country: euCode, state, customerType }, transaction);
  return [{ ...head, lines: entries, jurisdictions: [] }];
}
