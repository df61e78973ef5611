import { collectorOf } from '../../tax/law/collector.ts';
import type { CustomerType } from '../../tax/model/assessment.ts';
import type { JurisdictionLevel } from '../../tax/model/place.ts';
import { type TaxReason, taxReasonFacts } from '../../tax/model/reasons.ts';
import { type Decimal, decimal, zero } from '../../tax/numbers/decimal.ts';
import { type DecimalText, sumOfTexts, toDecimalText } from '../base/amount.ts';
import type { ExemptionReason } from '../exemptions/exemption-reason.ts';
import { euCode, memberStates } from '../places/eu-code.ts';
import { chargedFees } from '../transactions/charged-fees.ts';
import type { Item, LineFigures } from '../transactions/document-line.ts';
import { figuresOfPart, netOf, partsOfLine, rateOf, widestOf } from '../transactions/parts-of-line.ts';
import { freedPartOf } from '../transactions/refund/exempted-part.ts';
import { reportingDay, signOf, withoutTax } from '../transactions/signed-amount.ts';
import { placeOfLine, placesOf } from '../transactions/snapshot-places.ts';
import type { Transaction } from '../transactions/transaction.ts';
import type { TransactionType } from '../transactions/transaction-enums.ts';
import type {
  ExemptedPart,
  SnapshotLine,
  SnapshotPlace,
  SnapshotRate,
  SnapshotRefundedLine,
  SnapshotTaxLine,
  TransactionSnapshot,
} from '../transactions/transaction-snapshot.ts';
import { addedUp, type Figures, firstOfNone, type Part } from './added-figures.ts';

/**
 * Each line counts once, regardless of the number of jurisdictions. The taxable amount is the largest amount taxed by
 * any of them.
 */
export type LineTotals = Figures & {
  /**
   * State fees, which the buyer pays in addition to lines and tax. They are included in the first entry, but are not
   * sales under that entry's tax code.
   */
  readonly feeAmount: DecimalText;
};

type JurisdictionTotals = Figures & {
  readonly jurisdictionId: string;
  readonly level: JurisdictionLevel;
  readonly name: string;
};

/**
 * The amounts that a document adds to liability and nexus in one place. Amounts are positive for refunds too, as in the
 * document.
 */
export type ReportedTotals = {
  readonly taxDate: string;
  /** The tax date or, for a late document, the first day of its reporting period. */
  readonly reportedOn: string;
  readonly country: string;
  /** Empty for a whole country. */
  readonly state: string;
  readonly transactionType: TransactionType;
  readonly currency: string;
  /**
   * `MARKETPLACE` if a marketplace collects the tax on all lines there, regardless of the customer type. A reseller
   * remains one if the reasons of all lines name the marketplace.
   */
  readonly customerType: CustomerType;
  /** Empty without a subsidiary. */
  readonly subsidiary: string;
  readonly lines: readonly LineTotals[];
  readonly jurisdictions: readonly JurisdictionTotals[];
};

/** The types that count; a refund is subtracted. */
export const countedTypes = ['INVOICE', 'REFUND', 'TAXABLE_REFUND'] as const satisfies readonly TransactionType[];

/**
 * One entry per state or country that taxes a line; each entry counts the document. Empty for a document that never
 * counts: an estimate, an order or a cancelled document. Sales abroad may have additional entries, which only nexus
 * reads: see `nexusCorrections`.
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
  const lines = linesOf(transaction, snapshot);
  const byState = yield* totalsByState(lines, transaction, snapshot);
  return [...byState, ...nexusCorrections({ lines, byState }, transaction, snapshot)];
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
  const lines = linesOf(transaction, snapshot).filter(({ recorded }) => isIncluded(recorded));
  return atOnce(totalsByState(lines, { ...transaction, fees: [] }, snapshot, () => toDecimalText(zero)));
}

function* totalsByState(
  lines: readonly Line[],
  transaction: Transaction,
  snapshot: TransactionSnapshot,
  feesOfAll = feesOf,
): Generator<void, ReportedTotals[]> {
  const found: ReportedTotals[] = [];
  for (const { place, lines: ofPlace, feeAmount } of byPlace(lines, transaction, snapshot, feesOfAll)) {
    if (found.length > 0) yield;
    found.push(totalsAt(place, ofPlace, feeAmount, transaction, snapshot));
  }
  return found;
}

/** The lines of a document that count toward liability in one state or country, with the state fees there. */
export type CountedLines = {
  readonly place: SnapshotPlace;
  readonly lines: readonly Line[];
  readonly feeAmount: DecimalText;
};

/** Empty for a document that never counts. */
export function countedLines(transaction: Transaction, snapshot: TransactionSnapshot): readonly CountedLines[] {
  return signOf(transaction) === 0 ? [] : byPlace(linesOf(transaction, snapshot), transaction, snapshot, feesOf);
}

function byPlace(
  lines: readonly Line[],
  transaction: Transaction,
  snapshot: TransactionSnapshot,
  feesOfAll: typeof feesOf,
): readonly CountedLines[] {
  const places = placesOf(snapshot);
  if (places.length === 1) return [{ place: snapshot, lines, feeAmount: feesOfAll(transaction, lines) }];
  const byState = new Map(places.map((place) => [stateKey(place), { place, ofState: [] as Line[] }]));
  for (const line of lines) byState.get(stateKey(placeOfLine(snapshot, line.recorded)))!.ofState.push(line);
  return [...byState.values()].flatMap(({ place, ofState }) =>
    ofState.length === 0 ? [] : [{ place, lines: ofState, feeAmount: feesAt(place, transaction) }],
  );
}

type Recorded = { readonly lines: readonly Line[]; readonly byState: readonly ReportedTotals[] };

/**
 * Corrections of the entries above for nexus of a whole country and of the EU, so that a document with lines in several
 * provinces or member states counts once there. Their country is `EU`, which liability omits; `state` is the corrected
 * country, or empty for the EU. The EU-wide threshold also adds sales to consumers in other member states that are taxed
 * at home, and goods for Northern Ireland. It omits sales outside the threshold (Directive 2006/112/EC, article 59c),
 * such as admission to an event.
 */
function nexusCorrections(
  { lines, byState }: Recorded,
  transaction: Transaction,
  snapshot: TransactionSnapshot,
): ReportedTotals[] {
  const placeOf = ({ recorded }: Line) => placeOfLine(snapshot, recorded);
  const isInUnion = ({ country, regime }: SnapshotPlace) => regime === 'GLOBAL_TAX' && memberStates.has(country);
  const isTaxedAtHome = (place: SnapshotPlace) => isInUnion(place) && place.sourcedFrom === 'SHIP_FROM';
  // Documents of the first release, and their refunds, have no settings.
  const home = snapshot.basis?.settings?.homeAddress?.country ?? lines.map(placeOf).find(isTaxedAtHome)?.country;
  const isAbroad = (country: string) => memberStates.has(country) && country !== home;
  const countsInUnion = (line: Line) => {
    const place = placeOf(line);
    const { isWithinThreshold = false, isOutsideThreshold = false } = line.recorded.euSale ?? {};
    if (!isInUnion(place)) return isWithinThreshold;
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
  const head = headOf({ country: euCode, state, customerType }, transaction);
  return [{ ...head, lines: entries, jurisdictions: [] }];
}

/**
 * The first part counts the document and includes its fees, so it should be one that nexus counts. Some places exclude
 * marketplace sales. Of these, some abroad also exclude sales whose buyer owes the tax.
 */
function inOrderOfCounting(lines: readonly Line[]) {
  const parts = lines.flatMap(({ parts: ofLine, isOfMarketplace }) =>
    ofLine.map((part) => ({ part, label: isOfMarketplace ? 'MARKETPLACE' : part.reason })),
  );
  const rank = ({ label }: { readonly label: TaxReason }) =>
    label === 'MARKETPLACE' ? 2 : taxReasonFacts[label].nexusSales === 'BUSINESS' ? 1 : 0;
  return parts.toSorted((one, other) => rank(one) - rank(other));
}

const stateKey = ({ country, subdivision }: SnapshotPlace): string => JSON.stringify([country, subdivision]);

function totalsAt(
  { country, subdivision }: SnapshotPlace,
  lines: readonly Line[],
  feeAmount: DecimalText,
  transaction: Transaction,
  snapshot: TransactionSnapshot,
): ReportedTotals {
  return {
    ...headOf({ country, state: subdivision ?? '', customerType: customerTypeOf(lines, snapshot) }, transaction),
    lines: addedUp(inOrderOfCounting(lines).map(({ part }) => part)).map((line, index) => ({
      ...line,
      feeAmount: index === 0 ? feeAmount : toDecimalText(zero),
    })),
    jurisdictions: jurisdictionTotals(lines, transaction, snapshot),
  };
}

function headOf(place: Pick<ReportedTotals, 'country' | 'state' | 'customerType'>, transaction: Transaction) {
  const { transactionType, taxDate, subsidiary, currency } = transaction;
  const { country, state, customerType } = place;
  return {
    taxDate,
    reportedOn: reportingDay(transaction),
    country,
    state,
    transactionType,
    currency,
    customerType,
    subsidiary: subsidiary ?? '',
  };
}

function customerTypeOf(lines: readonly Line[], { customerType }: TransactionSnapshot): CustomerType {
  if (lines.some(({ isOfMarketplace }) => !isOfMarketplace))
    return customerType === 'MARKETPLACE' ? 'RETAIL' : customerType;
  const isNamed = lines.every(({ parts }) => parts.every(({ reason }) => reason === 'MARKETPLACE'));
  return customerType === 'RESELLER' && isNamed ? customerType : 'MARKETPLACE';
}

type Line = {
  readonly taxCode: string;
  readonly grossAmount: DecimalText;
  readonly parts: readonly Part[];
  readonly recorded: SnapshotLine;
  /** Whether the line is a fee for goods taxed at several rates, with one part per rate. */
  readonly isSplit: boolean;
  readonly isOfMarketplace: boolean;
};

function linesOf(transaction: Transaction, snapshot: TransactionSnapshot): Line[] {
  const { items, shippingFee, isTaxInclusive, collectedBy } = transaction;
  const { refund } = snapshot;
  const lineOf = (
    figures: LineFigures & Pick<Item, 'taxCode' | 'collectedBy'>,
    recorded: SnapshotLine,
    refunded: SnapshotRefundedLine | null | undefined,
    split: readonly (readonly SnapshotTaxLine[])[] = [],
  ): Line => {
    const { taxCode, calculatedTotal, taxAmount, reason } = figures;
    const exemptionReason = snapshot.evidence ? groundOfLine(recorded, snapshot) : null;
    const grossAmount = withoutTax(calculatedTotal, taxAmount, isTaxInclusive);
    const exempted = freedPartOf({ ...figures, exempted: refunded?.exempted }, transaction);
    // A line that is now fully exempt has no rate, so the taxable part to subtract uses the invoice's rate.
    const rate = exempted ? rateOf(recorded.taxLines, snapshot) : figures.taxRate;
    const isSplit = split.length > 1;
    const parts = isSplit
      ? split.flatMap((taxLines) => partsOfSplit(taxCode, taxLines, transaction, snapshot))
      : partsOf(
          // The totals for marketplace sales include only the tax that the marketplace collected.
          { ...figures, rate, exemptionReason, grossAmount, taxAmount: recorded.collectedTaxAmount ?? taxAmount },
          exempted,
        );
    const collector = collectorOf({ collectedBy: figures.collectedBy ?? collectedBy }, snapshot.customerType);
    const isOfMarketplace = collector === 'MARKETPLACE' || reason === 'MARKETPLACE';
    return { taxCode, grossAmount, parts, recorded, isSplit, isOfMarketplace };
  };
  const ofItems = items.map((item, index) => lineOf(item, snapshot.items[index]!, refund?.items[index]));
  if (!shippingFee || !snapshot.shippingFee) return ofItems;
  const fee = snapshot.shippingFee;
  return [...ofItems, lineOf(shippingFee, fee, refund?.shippingFee, partsOfLine(fee.taxLines))];
}

/**
 * When only the tax on a sale is refunded, the sale remains as an exempt sale. The tax refund moves it from taxable to
 * exempt, and a later refund of the price subtracts it from exempt.
 */
function partsOf(figures: Part, exempted: ExemptedPart | undefined): Part[] {
  const { taxCode, reason, rate, exemptionReason, grossAmount, taxableAmount, taxAmount } = figures;
  const part = { taxCode, reason, rate, exemptionReason, grossAmount, taxableAmount, taxAmount };
  if (!exempted) return [part];
  const none = toDecimalText(zero);
  const rest = toDecimalText(decimal(grossAmount).minus(decimal(exempted.amount)));
  const moved = { taxCode, reason: 'CUSTOMER_EXEMPT', rate: none, exemptionReason: null } as const;
  return [
    { ...part, reason: exempted.reason, grossAmount: rest },
    { ...moved, grossAmount: exempted.amount, taxableAmount: none, taxAmount: none },
  ];
}

/** One part of a fee for goods taxed at several rates. */
function partsOfSplit(
  taxCode: string,
  taxLines: readonly SnapshotTaxLine[],
  transaction: Transaction,
  snapshot: TransactionSnapshot,
): Part[] {
  const exemptionReason = groundOfLine({ taxLines }, snapshot);
  const figures = { taxCode, exemptionReason, ...figuresOfPart(taxLines, snapshot) };
  return partsOf(figures, freedPartOf(widestOf(taxLines), transaction));
}

function groundOfLine(
  { taxLines }: Pick<SnapshotLine, 'taxLines'>,
  snapshot: TransactionSnapshot,
): ExemptionReason | null {
  const relieved = taxLines.find(({ certificateId }) => certificateId !== null);
  return groundOf(relieved?.certificateId ?? null, snapshot);
}

/**
 * Null for the document's own override and for states declared exempt in a quote, because neither has a certificate.
 */
function groundOf(certificateId: string | null, { evidence = [] }: TransactionSnapshot): ExemptionReason | null {
  if (certificateId === null) return null;
  return evidence.find(({ id }) => id === certificateId)?.exemptionReason ?? null;
}

function feesOf({ finalTransactionAmount, salesTax }: Transaction, lines: readonly Line[]): DecimalText {
  const untaxed = decimal(finalTransactionAmount).minus(decimal(salesTax.amount));
  return toDecimalText(untaxed.minus(decimal(sumOfTexts(lines.map(({ grossAmount }) => grossAmount)))));
}

/** Only the fees of this state. */
function feesAt({ country, subdivision }: SnapshotPlace, { fees }: Transaction): DecimalText {
  return toDecimalText(chargedFees(fees.filter(({ state }) => country === 'US' && state === subdivision)));
}

function jurisdictionTotals(
  lines: readonly Line[],
  transaction: Transaction,
  snapshot: TransactionSnapshot,
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
  return groups.flatMap(({ jurisdiction: { id, level, name }, parts }) =>
    addedUp(parts).map((figures) => ({ jurisdictionId: id, level, name, ...figures })),
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
