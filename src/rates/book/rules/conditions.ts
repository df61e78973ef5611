import {
  type ItemAttribute,
  type ItemAttributes,
  itemAttributeNames,
} from '../../../domain/transactions/item-attributes.ts';
import { asFlag, asList, asOneOf, asRecord, asText, type JsonRecord } from '../files/json-file.ts';

/** A rule condition that does not depend on the tax code. */
export type Condition = {
  readonly words: string;
  /**
   * The law that applies, depending on whether the seller declares that the condition is met; empty if a seller cannot
   * declare this.
   */
  readonly readings: readonly Reading[];
};

/** Members of the row that differ if the item has these attributes. */
type Reading = { readonly stated: ItemAttributes; readonly row: JsonRecord };

/** A condition is either text, or text with readings. */
export function readConditions(file: JsonRecord): ReadonlyMap<string, Condition> {
  return new Map(
    Object.entries(file).map(([code, value]): [string, Condition] => {
      if (typeof value === 'string') return [code, { words: value, readings: [] }];
      const { words, readings } = asRecord(value, code);
      return [code, { words: asText(words, code), readings: readReadings(readings, code) }];
    }),
  );
}

function readReadings(value: unknown, where: string): readonly Reading[] {
  return asList(value, where).map((one) => {
    const { if: stated, ...row } = asRecord(one, where);
    const attributes = Object.entries(asRecord(stated, where)).map(([name, flag]) => [
      asOneOf(itemAttributeNames, name, where),
      asFlag(flag, where),
    ]);
    return { stated: Object.fromEntries(attributes), row };
  });
}

/** A taxability row, given the attributes of an item. */
export type StatedRow = {
  readonly row: JsonRecord;
  /** The attributes that determined the row's condition; null if no attribute did. */
  readonly decidedBy: ItemAttributes | null;
  readonly open: OpenCondition | null;
};

/** An undetermined condition, with the attributes that can determine it. */
type OpenCondition = { readonly words: string; readonly attributes: readonly ItemAttribute[] };

/**
 * Applies the first reading that matches the attributes. A row's own readings replace the readings of its condition.
 */
export function rowAsStated(
  whole: JsonRecord,
  conditions: ReadonlyMap<string, Condition>,
  attributes: ItemAttributes,
): StatedRow {
  const { condition, readings: ofRow, ...row } = whole;
  if (condition === undefined) return { row, decidedBy: null, open: null };
  const code = asText(condition, 'a condition');
  const { words, readings: usual } = conditions.get(code) ?? { words: code.replaceAll('_', ' '), readings: [] };
  const readings = ofRow === undefined ? usual : readReadings(ofRow, code);
  const possible = readings.filter(({ stated }) =>
    namesIn(stated).every((name) => attributes[name] === undefined || attributes[name] === stated[name]),
  );
  const decisive = possible.find(({ stated }) => namesIn(stated).every((name) => attributes[name] !== undefined));
  if (decisive) return { row: { ...row, ...decisive.row }, decidedBy: decisive.stated, open: null };
  const missing = new Set(possible.flatMap(({ stated }) => namesIn(stated)));
  const open = { words, attributes: [...missing].filter((name) => attributes[name] === undefined) };
  return { row, decidedBy: null, open };
}

const namesIn = (stated: ItemAttributes) => itemAttributeNames.filter((name) => stated[name] !== undefined);
