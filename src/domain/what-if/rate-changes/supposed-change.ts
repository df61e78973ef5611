import { assess } from '../../../tax/assess.ts';
import type { Assessment, PlaceToAssess, TreatmentFacts } from '../../../tax/model/assessment.ts';
import type { RateInForce, TaxPlace } from '../../../tax/model/place.ts';
import type { TaxRule } from '../../../tax/model/rule.ts';
import { decimal } from '../../../tax/numbers/decimal.ts';
import type { RateChange } from '../../lookups/rate-changes.ts';
import type { ItemAttributes } from '../../transactions/item-attributes.ts';
import { documentToReassess } from '../../transactions/record/reassess.ts';
import type { RecordedTransaction, SnapshotLine, SnapshotPlace } from '../../transactions/transaction-snapshot.ts';

type LineUnderLaw = {
  readonly taxCode: string;
  readonly kind: 'ITEM' | 'SHIPPING_FEE';
  readonly attributes: ItemAttributes | undefined;
};

/** The law of frozen places on the first day of a change. */
export type LawAfterChange = {
  /** The rate of the jurisdiction that changes; null if the place does not lie in it. */
  rateAt(place: SnapshotPlace): RateInForce | null;
  /** The rule for a tax code; null if the change does not concern it there. */
  ruleAt(place: SnapshotPlace, line: LineUnderLaw): TaxRule | null;
};

/** Assesses a document again under its frozen law with one change of it. */
export function assessUnderChange(
  { transaction, snapshot }: RecordedTransaction,
  change: RateChange,
  law: LawAfterChange,
): Assessment {
  const frozen = documentToReassess(transaction, snapshot);
  const placeAfter = (taxPlace: TaxPlace, place: SnapshotPlace): TaxPlace =>
    change.kind === 'RATE' && place.country === change.country
      ? { ...taxPlace, rates: ratesAfter(taxPlace.rates, change, law.rateAt(place)) }
      : taxPlace;
  const elsewhere = new Map<PlaceToAssess, PlaceToAssess>();
  // Items of one place share the object.
  const after = (at: PlaceToAssess, place: SnapshotPlace): PlaceToAssess => {
    const known = elsewhere.get(at) ?? { ...at, place: placeAfter(at.place, place) };
    elsewhere.set(at, known);
    return known;
  };
  const treated = <Line extends TreatmentFacts>(
    line: Line,
    { place: number }: SnapshotLine,
    { kind, attributes }: Omit<LineUnderLaw, 'taxCode'>,
  ): Line => {
    const place = number === undefined ? snapshot : snapshot.places![number]!;
    const rule = change.kind === 'RATE' ? null : law.ruleAt(place, { taxCode: line.taxCode, kind, attributes });
    return { ...line, at: line.at && after(line.at, place), rule: rule ?? line.rule };
  };
  const { shippingFee } = frozen;
  return assess({
    ...frozen,
    place: placeAfter(frozen.place, snapshot),
    items: frozen.items.map((item, index) =>
      treated(item, snapshot.items[index]!, { kind: 'ITEM', attributes: transaction.items[index]!.attributes }),
    ),
    shippingFee:
      shippingFee && treated(shippingFee, snapshot.shippingFee!, { kind: 'SHIPPING_FEE', attributes: undefined }),
  });
}

function ratesAfter(
  rates: readonly RateInForce[],
  { jurisdiction: { id }, before, after }: RateChange,
  introduced: RateInForce | null,
): readonly RateInForce[] {
  const others = rates.filter(({ jurisdiction }) => jurisdiction.id !== id);
  if (after === null) return others;
  if (others.length === rates.length) return before === null && introduced !== null ? [...rates, introduced] : rates;
  const rate = decimal(after.rate!);
  return rates.map((one) => (one.jurisdiction.id === id ? { ...one, rate } : one));
}
