import type {
  AssessedLine,
  Assessment,
  DocumentToAssess,
  PlaceToAssess,
  Supply,
} from '../../../tax/model/assessment.ts';
import { toDecimalText } from '../../base/amount.ts';
import type { Buyer, BuyerExemption } from '../../customers/buyer.ts';
import type { MatchedPlace } from '../../places/address-match.ts';
import type { PlaceFacts, RuleFacts } from '../../places/place-law.ts';
import type { CollectedTaxes } from '../collected-tax.ts';
import type {
  EuSale,
  SnapshotBasis,
  SnapshotEvidence,
  SnapshotFee,
  SnapshotLine,
  SnapshotPlace,
  TransactionSnapshot,
} from '../transaction-snapshot.ts';
import { recordCertificates } from './record-certificates.ts';
import { recordRate, recordTaxLine } from './record-rates.ts';
import { type PlacedRule, type RecordedPlace, recordRules, ruleIndexOf } from './record-rules.ts';

/** A place, and the law that applies to items shipped there. */
export type PlacedFacts = PlaceToAssess & {
  /** The index of each item in the document; rules and supplies are in the same order. */
  readonly indexes: readonly number[];
  readonly itemRules: readonly RuleFacts[];
  readonly itemSupplies: readonly Supply[];
  readonly euSales: readonly (EuSale | undefined)[];
  readonly facts: PlaceFacts;
  readonly destination: MatchedPlace;
  readonly sourcedFrom: SnapshotPlace['sourcedFrom'];
  /** Why the seller does or does not collect tax in the place, as text; null for a seller that collects everywhere. */
  readonly collectionExplanation: string | null;
};

export type FactsToFreeze = {
  /** The document's own place comes first. */
  readonly places: readonly PlacedFacts[];
  readonly shippingRule: RuleFacts | null;
  readonly shippingSupply: Supply;
  readonly shippingEuSale: EuSale | undefined;
  readonly toAssess: DocumentToAssess;
  readonly buyer: Buyer;
  readonly exemptions: readonly BuyerExemption[];
  readonly assessment: Assessment;
  readonly basis: SnapshotBasis;
  /** Null if the document specifies no collected tax. */
  readonly collectedTaxes: CollectedTaxes | null;
};

/**
 * Freezes all inputs to the figures. The document's own place has no number; the other places are numbered from zero.
 */
export function recordSnapshot({ places, toAssess, assessment, ...given }: FactsToFreeze): TransactionSnapshot {
  const { options, customerType, certificates } = toAssess;
  const [own, ...others] = places.map(({ facts }) => facts.taxPlace);
  const rates = places.flatMap(({ facts }, index) =>
    facts.taxPlace.rates.map((rate) => recordRate(rate, numberOf(index))),
  );
  const rules: PlacedRule[] = [];
  const recordLine = (line: AssessedLine, { rule }: RuleFacts, sale: RecordedSale, at: RecordedAt): SnapshotLine => ({
    rule: ruleIndexOf(rules, { rule, at }),
    ...(at.number !== undefined && { place: at.number }),
    supply: sale.supply,
    ...(sale.euSale && { euSale: sale.euSale }),
    ...(sale.collectedTaxAmount && { collectedTaxAmount: sale.collectedTaxAmount }),
    taxLines: line.taxLines.map((taxLine) => recordTaxLine(taxLine, rates, at.number)),
  });
  const recorded = recordedPlaces(places);
  const items: SnapshotLine[] = new Array(assessment.items.length);
  for (const [index, { indexes, itemRules, itemSupplies, euSales }] of places.entries()) {
    for (const [position, item] of indexes.entries()) {
      const line = assessment.items[item]!;
      const collectedTaxAmount = given.collectedTaxes?.items[item];
      const sale = { supply: itemSupplies[position]!, euSale: euSales[position], collectedTaxAmount };
      items[item] = recordLine(line, itemRules[position]!, sale, recorded[index]!);
    }
  }
  const saleOfFee = {
    supply: given.shippingSupply,
    euSale: given.shippingEuSale,
    collectedTaxAmount: given.collectedTaxes?.shippingFee,
  };
  const recordFee = (fee: AssessedLine, law: RuleFacts): SnapshotFee => ({
    ...recordLine(fee, law, saleOfFee, recorded[0]!),
    followsGoods: law.followsGoods,
    isSplitByRate: true,
    relativeTransactionDiscount: toDecimalText(fee.relativeTransactionDiscount),
  });
  const shippingFee = assessment.shippingFee && recordFee(assessment.shippingFee, given.shippingRule!);
  return {
    ...recordPlace(places[0]!),
    taxDate: own!.taxDate,
    ...(others.length > 0 && { places: places.slice(1).map(recordPlace) }),
    customerType,
    buyer: { name: given.buyer.name, taxNumber: given.buyer.taxNumber },
    evidence: recordEvidence(assessment, given.exemptions),
    certificates: recordCertificates(certificates, [own!, ...others]),
    options,
    rates,
    rules: recordRules(rules),
    items,
    shippingFee,
    refund: null,
    basis: given.basis,
  };
}

type RecordedSale = Pick<SnapshotLine, 'supply' | 'euSale' | 'collectedTaxAmount'>;

type RecordedAt = RecordedPlace & { readonly number: number | undefined };

const numberOf = (index: number): number | undefined => (index === 0 ? undefined : index - 1);

function recordedPlaces(places: readonly PlacedFacts[]): RecordedAt[] {
  let firstRate = 0;
  return places.map(({ facts: { taxPlace } }, index) => {
    const recorded = { place: taxPlace, firstRate, number: numberOf(index) };
    firstRate += taxPlace.rates.length;
    return recorded;
  });
}

function recordPlace({ facts, destination, sourcedFrom, place, isCollecting, ...placed }: PlacedFacts): SnapshotPlace {
  const { regime, country, subdivision, localRateCap, areTaxesSeparate, rounding } = facts.taxPlace;
  const { precision, matchedAddress, scoring } = destination;
  return {
    regime,
    country,
    subdivision,
    sourcedFrom,
    localRateCap: localRateCap && toDecimalText(localRateCap),
    areTaxesSeparate,
    rounding,
    isCollecting,
    collectionExplanation: placed.collectionExplanation ?? undefined,
    uncollected: place.uncollected,
    authority: facts.authority,
    match: { precision, matchedAddress, scoring },
  };
}

/**
 * The evidence for the certificates that relieved a line; undefined if no certificate did. Other certificates are
 * stored only with their exemptions.
 */
function recordEvidence(
  { items, shippingFee }: Assessment,
  exemptions: readonly BuyerExemption[],
): readonly SnapshotEvidence[] | undefined {
  if (exemptions.length === 0) return undefined;
  const lines = shippingFee ? [...items, shippingFee] : items;
  const applied = new Set(lines.flatMap(({ taxLines }) => taxLines.map(({ certificateId }) => certificateId)));
  const evidence = exemptions.filter(({ serviceId }) => applied.has(serviceId)).map(evidenceOf);
  return evidence.length > 0 ? evidence : undefined;
}

function evidenceOf({ serviceId, exemptionReason, classification, certificate }: BuyerExemption): SnapshotEvidence {
  return {
    id: serviceId,
    number: certificate?.certificateId ?? null,
    name: certificate?.name ?? null,
    exemptionReason,
    classification,
  };
}
