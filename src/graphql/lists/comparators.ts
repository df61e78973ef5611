import type { InputRef, InputType } from '@pothos/core';
import type { Enumeration } from '../../domain/base/record.ts';
import type { Comparators } from '../../domain/base/record-filter.ts';
import { comparisonWords as words } from '../../domain/lists/declared-list.ts';
import { builder, type Types } from '../base/builder.ts';
import { enumOf } from '../base/record-type.ts';

/** The filter input for values of one type, with the description of each comparison. */
function comparatorsFor(
  name: string,
  type: InputType<Types>,
  description: string,
  comparisons: Partial<Record<keyof Comparators<never>, string>>,
): InputRef<object> {
  const typeOf = (comparator: string): InputType<Types> | [InputType<Types>] =>
    comparator === 'isNull' ? 'Boolean' : comparator === 'in' || comparator === 'notIn' ? [type] : type;
  return builder.inputType(name, {
    description,
    fields: (t) =>
      Object.fromEntries(
        Object.entries(comparisons).map(([one, description]) => [one, t.field({ type: typeOf(one), description })]),
      ),
  });
}

const equal = { eq: 'Equal to this value.', ne: 'Not equal to this value. Records without a value match.' };
const among = {
  ...equal,
  in: 'One of these values, at most 100. An empty list matches nothing.',
  notIn: 'None of these values, at most 100. Records without a value match.',
};

export const comparatorsOf = {
  text: comparatorsFor('StringFilter', 'String', 'Conditions on a text field. Records must meet all of them.', {
    ...among,
    eq: `${equal.eq} Case-sensitive.`,
    contains: words.text.contains,
    startsWith: words.text.startsWith,
    isNull: 'True: only records without a value. False: only records with a value.',
  }),
  uuid: comparatorsFor('UUIDFilter', 'UUID', 'Conditions on an id.', among),
  country: comparatorsFor(
    'CountryFilter',
    'CountryCode',
    'Conditions on a country. An unknown code is an error.',
    among,
  ),
  state: comparatorsFor(
    'StateFilter',
    'String',
    'Conditions on a state or region, by code or name: `MN`, `Minnesota`, `CA-QC`. Its country comes from its code or from `country: {eq}` in the same filter. Default: the US. An unknown state is an error.',
    {
      eq: 'This state or region.',
      ne: 'Any other state or region. Records for a whole country match.',
      in: 'One of these states or regions, at most 100. An empty list matches nothing.',
      notIn: 'None of these states or regions, at most 100. Records for a whole country match.',
      isNull: 'True: only records for a whole country. False: only records for a state or region.',
    },
  ),
  currency: comparatorsFor('CurrencyFilter', 'CurrencyCode', 'Conditions on a currency.', among),
  amount: comparatorsFor(
    'DecimalFilter',
    'Decimal',
    'Conditions on an amount, compared by value: 10 and 10.00 are equal.',
    {
      ...equal,
      gt: 'Greater than this value.',
      gte: 'Greater than or equal to this value.',
      lt: 'Less than this value.',
      lte: 'Less than or equal to this value.',
    },
  ),
  day: comparatorsFor('DateFilter', 'Date', 'Conditions on a calendar day. For a period, use `gte` and `lte`.', {
    ...words.day,
    ne: 'On any other day. Records without a day match.',
    isNull: 'True: only open-ended records, without this day. False: only records with this day.',
  }),
  instant: comparatorsFor('DateTimeFilter', 'DateTime', 'Conditions on an instant.', words.instant),
} as const;

const choices = new Map<Enumeration, InputRef<object>>();

/** The filter input for an enumeration. Each is created only once. */
export function choiceFilterOf(of: Enumeration): InputRef<object> {
  const known =
    choices.get(of) ?? comparatorsFor(`${of.name}Filter`, enumOf(of), `Conditions on values of \`${of.name}\`.`, among);
  choices.set(of, known);
  return known;
}
