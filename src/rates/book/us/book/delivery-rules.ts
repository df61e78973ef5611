import type { FollowsGoods } from '../../../../tax/model/rule.ts';
import { asFlag, asList, asOneOf, asRecord, asText, asTextOrNull, type JsonRecord } from '../../files/json-file.ts';
import { asSource, type Source } from '../../files/source.ts';

export type DeliveryChargeKind = 'shipping' | 'handling';

/** A state's rule on one type of fee for a period. Fees in documents are always stated separately. */
export type DeliveryRule = {
  readonly fee: DeliveryChargeKind;
  readonly rule: 'taxable' | 'exempt' | 'exempt_if_separate' | 'follows_goods';
  /** Set if the fee is taxed like the goods. */
  readonly mixed: FollowsGoods | null;
  /** An additional exemption condition, in words, that cannot be checked from a document. */
  readonly condition: string | null;
  readonly uncertainty: string | null;
  /** Whether it is uncertain how one charge for taxable and exempt goods is split. */
  readonly isMixedDoubtful: boolean;
  readonly validFrom: string | null;
  readonly validThrough: string | null;
  readonly source: Source;
};

/** The rules on delivery charges by state, in file order. */
export function readDeliveryRules(file: JsonRecord): ReadonlyMap<string, readonly DeliveryRule[]> {
  const conditions = asRecord(file.conditions, 'delivery conditions');
  const rules = new Map<string, DeliveryRule[]>();
  for (const value of asList(file.rules, 'delivery rules')) {
    const row = asRecord(value, 'delivery rule');
    const state = asText(row.state, 'delivery rule');
    rules.set(state, [...(rules.get(state) ?? []), readRule(row, conditions)]);
  }
  return rules;
}

const mixedRules = ['ALL_OR_NOTHING', 'IN_PROPORTION'] as const satisfies readonly FollowsGoods[];

function readRule(row: JsonRecord, conditions: JsonRecord): DeliveryRule {
  const where = `delivery rule of ${row.state}`;
  const rule = asOneOf(['taxable', 'exempt', 'exempt_if_separate', 'follows_goods'], row.rule, where);
  const condition = asTextOrNull(row.condition, where);
  return {
    fee: asOneOf(['shipping', 'handling'], row.fee, where),
    rule,
    mixed: rule === 'follows_goods' ? asOneOf(mixedRules, row.mixed, where) : null,
    condition: condition === null ? null : asText(conditions[condition], where),
    uncertainty: asTextOrNull(row.uncertain, where),
    isMixedDoubtful: row.mixedUncertain !== undefined && asFlag(row.mixedUncertain, where),
    validFrom: asTextOrNull(row.from, where),
    validThrough: asTextOrNull(row.to, where),
    source: asSource(row.source, where),
  };
}
