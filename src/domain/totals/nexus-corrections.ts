import type { TaxReason } from '../../tax/model/reasons.ts';
import { type Decimal, decimal, zero } from '../../tax/numbers/decimal.ts';
import { toDecimalText } from '../base/amount.ts';
import { euCode, memberStates } from '../places/eu-code.ts';
import { placeOfLine } from '../transactions/snapshot-places.ts';
import type { Transaction } from '../transactions/transaction.ts';
import type { SnapshotPlace, TransactionSnapshot } from '../transactions/transaction-snapshot.ts';
import { firstOfNone } from './added-figures.ts';
import { inOrderOfCounting, type ReportedLine } from './reported-lines.ts';
import { type LineTotals, type ReportedTotals, totalsHead } from './totals-of-place.ts';

type Recorded = { readonly lines: readonly ReportedLine[]; readonly byState: readonly ReportedTotals[] };

/**
 * Corrections of the entries by state for nexus of a whole country and of the EU, so that a document with lines in several
 * provinces or member states counts once there. Their country is `EU`, which liability omits; `state` is the corrected
 * country, or empty for the EU. The EU-wide threshold also adds sales to consumers in other member states that are taxed
 * at home, and goods for Northern Ireland. It omits sales outside the threshold (Directive 2006/112/EC, article 59c),
 * such as admission to an event.
 */
export function nexusCorrections(
  { lines, byState }: Recorded,
  transaction: Transaction,
  snapshot: TransactionSnapshot,
): ReportedTotals[] {
  const placeOf = ({ recorded }: ReportedLine) => placeOfLine(snapshot, recorded);
  const isInUnion = ({ country, regime }: SnapshotPlace) => regime === 'GLOBAL_TAX' && memberStates.has(country);
  const isTaxedAtHome = (place: SnapshotPlace) => isInUnion(place) && place.sourcedFrom === 'SHIP_FROM';
  // Documents of the first release, and their refunds, have no settings.
  const home = snapshot.basis?.settings?.homeAddress?.country ?? lines.map(placeOf).find(isTaxedAtHome)?.country;
  const isAbroad = (country: string) => memberStates.has(country) && country !== home;
  const countsInUnion = (line: ReportedLine) => {
    const place = placeOf(line);
    const { supply, euSale = {} } = line.recorded;
    if (!isInUnion(place)) return euSale.isWithinThreshold === true;
    // Earlier builds did not mark exports, such as a shipping fee to the Canary Islands.
    const isOutsideThreshold = euSale.isOutsideThreshold || supply.kind === 'EXPORT';
    return isTaxedAtHome(place) || (place.country !== home && !isOutsideThreshold);
  };
  const countries = new Set(byState.map(({ country }) => country));
  countries.delete('US');
  return [
    ...[...countries].flatMap((country) =>
      correctionOf(
        country,
        {
          lines: lines.filter((line) => placeOf(line).country === country),
          byState: byState.filter((one) => one.country === country),
        },
        transaction,
        snapshot,
      ),
    ),
    ...correctionOf(
      '',
      { lines: lines.filter(countsInUnion), byState: byState.filter(({ country }) => isAbroad(country)) },
      transaction,
      snapshot,
    ),
  ];
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
