import { addDays } from '../../domain/base/calendar.ts';
import type { RateChange } from '../../domain/lookups/rate-changes.ts';
import type { MatchedPlace } from '../../domain/places/address-match.ts';
import type { SnapshotPlace } from '../../domain/transactions/transaction-snapshot.ts';
import type { LawAfterChange } from '../../domain/what-if/changed-taxes.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import type { TaxRule } from '../../tax/model/rule.ts';
import { type Decimal, decimal } from '../../tax/numbers/decimal.ts';
import { nowhere } from './look-up-place.ts';

/** The law on the first day of a change. Each place and its rate are looked up once. */
export function lawAfterChange(reference: ReferenceData, change: RateChange): LawAfterChange {
  const { effectiveOn: day, jurisdiction, taxCodes } = change;
  const shared = reference.withRulings(0, []);
  // The rate book does not apply planned changes itself.
  const plannedRate = change.status === 'PLANNED' ? decimal(change.after!.rate!) : null;
  const placeOf = remembered(
    ({ match: { matchedAddress } }: SnapshotPlace) => JSON.stringify(matchedAddress),
    ({ match: { matchedAddress } }): MatchedPlace | null => {
      const match = reference.matchAddress({ ...nowhere, ...matchedAddress }, day);
      return match.kind === 'matched' ? match.place : null;
    },
  );
  const rateOf = remembered(
    (place: MatchedPlace) => place.jurisdictionIds.join(' '),
    (place) => {
      const { rates } = reference.placeFacts(place, day).taxPlace;
      const rate = rates.find((one) => one.jurisdiction.id === jurisdiction.id) ?? null;
      return rate && plannedRate !== null && taxCodes.length === 0 ? { ...rate, rate: plannedRate } : rate;
    },
  );
  const isChanged = (taxCode: string, line: 'ITEM' | 'SHIPPING_FEE') => {
    const known = reference.findTaxCode(taxCode)?.code ?? (line === 'ITEM' ? 'C1S1' : 'C6S1');
    return taxCodes.includes(known);
  };
  return {
    change,
    rateAt(place) {
      const matched = placeOf(place);
      return matched && rateOf(matched);
    },
    ruleAt(place, { taxCode, kind, attributes }) {
      if (!isChanged(taxCode, kind) || !isThere(change, place)) return null;
      const matched = placeOf(place);
      if (!matched || !isAmong(change, matched)) return null;
      const ruleOn = (law: ReferenceData, on: string) => law.ruleFor(matched, on, taxCode, kind, attributes).rule;
      const isRuled = (on: string) => JSON.stringify(ruleOn(reference, on)) !== JSON.stringify(ruleOn(shared, on));
      const rule = ruleOn(reference, day);
      // A ruling that applied before takes precedence over the changed rule.
      if (shared !== reference && isRuled(day) && isRuled(addDays(day, -1))) return null;
      return plannedRate === null ? rule : ruleAtRate(rule, plannedRate);
    },
  };
}

function ruleAtRate(rule: TaxRule, rate: Decimal): TaxRule {
  const levels = rule.terms[0]?.levels ?? [];
  return { ...rule, terms: [{ levels, rate: { kind: 'percentage', rate }, basis: { kind: 'full' } }] };
}

function isThere({ country, subdivision }: RateChange, place: SnapshotPlace): boolean {
  return place.country === country && (subdivision === null || place.subdivision === subdivision);
}

function isAmong({ localJurisdictions }: RateChange, { jurisdictionIds }: MatchedPlace): boolean {
  return localJurisdictions.length === 0 || localJurisdictions.some(({ id }) => jurisdictionIds.includes(id));
}

function remembered<Of, Value>(keyOf: (of: Of) => string, read: (of: Of) => Value): (of: Of) => Value {
  const known = new Map<string, Value>();
  return (of) => {
    const key = keyOf(of);
    const before = known.get(key);
    if (before !== undefined) return before;
    const value = read(of);
    known.set(key, value);
    return value;
  };
}
