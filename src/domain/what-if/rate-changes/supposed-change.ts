import type { TreatmentFacts } from '../../../tax/model/assessment.ts';
import type { RateInForce } from '../../../tax/model/place.ts';
import type { TaxRule } from '../../../tax/model/rule.ts';
import { decimal } from '../../../tax/numbers/decimal.ts';
import type { RateChange } from '../../lookups/rate-changes.ts';
import type { ItemAttributes } from '../../transactions/item-attributes.ts';
import { placeOfLine } from '../../transactions/snapshot-places.ts';
import type { SnapshotLine, SnapshotPlace } from '../../transactions/transaction-snapshot.ts';
import { withPlaces } from '../supposed-places.ts';
import type { FrozenFacts } from '../supposed-tax.ts';

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

/** The frozen facts of a document with one change of the law. */
export function underChange(change: RateChange, law: LawAfterChange): (frozen: FrozenFacts) => FrozenFacts {
  return ({ record, toAssess }) => {
    const { transaction, snapshot } = record;
    if (change.kind === 'RATE') {
      const changed = withPlaces(toAssess, (at, item) => {
        const place = item === null ? snapshot : placeOfLine(snapshot, snapshot.items[item]!);
        if (place.country !== change.country) return at;
        return { ...at, place: { ...at.place, rates: ratesAfter(at.place.rates, change, law.rateAt(place)) } };
      });
      return { record, toAssess: changed };
    }
    const ruled = <Line extends TreatmentFacts>(
      line: Line,
      frozen: SnapshotLine,
      of: Omit<LineUnderLaw, 'taxCode'>,
    ): Line => {
      const rule = law.ruleAt(placeOfLine(snapshot, frozen), { ...of, taxCode: line.taxCode });
      return rule ? { ...line, rule } : line;
    };
    const { items, shippingFee: fee } = toAssess;
    return {
      record,
      toAssess: {
        ...toAssess,
        items: items.map((item, index) =>
          ruled(item, snapshot.items[index]!, { kind: 'ITEM', attributes: transaction.items[index]!.attributes }),
        ),
        shippingFee: fee && ruled(fee, snapshot.shippingFee!, { kind: 'SHIPPING_FEE', attributes: undefined }),
      },
    };
  };
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
