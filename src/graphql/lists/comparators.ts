import type { InputRef } from '@pothos/core';
import type { Enumeration } from '../../domain/base/record.ts';
import type { Comparators } from '../../domain/base/record-filter.ts';
import { comparisonWords as words } from '../../domain/lists/declared-list.ts';
import { builder } from '../base/builder.ts';
import { enumOf } from '../base/record-type.ts';

const said = {
  eq: 'Equal to this value.',
  ne: 'Not equal to this value. Records without a value match.',
  in: 'One of these values, at most 100. An empty list matches nothing.',
  notIn: 'None of these values, at most 100. Records without a value match.',
  isNull: 'True: only records without a value. False: only records with a value.',
};

const StringFilterRef = builder.inputType('StringFilter', {
  description: 'Conditions on a text field. Records must meet all of them.',
  fields: (t) => ({
    eq: t.string({ description: `${said.eq} Case-sensitive.` }),
    ne: t.string({ description: said.ne }),
    in: t.stringList({ description: said.in }),
    notIn: t.stringList({ description: said.notIn }),
    contains: t.string({ description: words.text.contains }),
    startsWith: t.string({ description: words.text.startsWith }),
    isNull: t.boolean({ description: said.isNull }),
  }),
});
const UUIDFilterRef = builder.inputType('UUIDFilter', {
  description: 'Conditions on an id.',
  fields: (t) => ({
    eq: t.field({ type: 'UUID', description: said.eq }),
    ne: t.field({ type: 'UUID', description: said.ne }),
    in: t.field({ type: ['UUID'], description: said.in }),
    notIn: t.field({ type: ['UUID'], description: said.notIn }),
  }),
});
const CountryFilterRef = builder.inputType('CountryFilter', {
  description: 'Conditions on a country. An unknown code is an error.',
  fields: (t) => ({
    eq: t.field({ type: 'CountryCode', description: said.eq }),
    ne: t.field({ type: 'CountryCode', description: said.ne }),
    in: t.field({ type: ['CountryCode'], description: said.in }),
    notIn: t.field({ type: ['CountryCode'], description: said.notIn }),
  }),
});
const StateFilterRef = builder.inputType('StateFilter', {
  description:
    'Conditions on a state or region, by code or name: `MN`, `Minnesota`, `CA-QC`. Its country comes from its code or from `country: {eq}` in the same filter. Default: the US. An unknown state is an error.',
  fields: (t) => ({
    eq: t.string({ description: 'This state or region.' }),
    ne: t.string({ description: 'Any other state or region. Records for a whole country match.' }),
    in: t.stringList({ description: 'One of these states or regions, at most 100. An empty list matches nothing.' }),
    notIn: t.stringList({
      description: 'None of these states or regions, at most 100. Records for a whole country match.',
    }),
    isNull: t.boolean({
      description: 'True: only records for a whole country. False: only records for a state or region.',
    }),
  }),
});
const CurrencyFilterRef = builder.inputType('CurrencyFilter', {
  description: 'Conditions on a currency.',
  fields: (t) => ({
    eq: t.field({ type: 'CurrencyCode', description: said.eq }),
    ne: t.field({ type: 'CurrencyCode', description: said.ne }),
    in: t.field({ type: ['CurrencyCode'], description: said.in }),
    notIn: t.field({ type: ['CurrencyCode'], description: said.notIn }),
  }),
});

const DecimalFilterRef = builder.inputType('DecimalFilter', {
  description: 'Conditions on an amount, compared by value: 10 and 10.00 are equal.',
  fields: (t) => ({
    eq: t.field({ type: 'Decimal', description: said.eq }),
    ne: t.field({ type: 'Decimal', description: said.ne }),
    gt: t.field({ type: 'Decimal', description: 'Greater than this value.' }),
    gte: t.field({ type: 'Decimal', description: 'Greater than or equal to this value.' }),
    lt: t.field({ type: 'Decimal', description: 'Less than this value.' }),
    lte: t.field({ type: 'Decimal', description: 'Less than or equal to this value.' }),
  }),
});
const DateFilterRef = builder.inputType('DateFilter', {
  description: 'Conditions on a calendar day. For a period, use `gte` and `lte`.',
  fields: (t) => ({
    eq: t.field({ type: 'Date', description: words.day.eq }),
    ne: t.field({ type: 'Date', description: 'On any other day. Records without a day match.' }),
    gt: t.field({ type: 'Date', description: words.day.gt }),
    gte: t.field({ type: 'Date', description: words.day.gte }),
    lt: t.field({ type: 'Date', description: words.day.lt }),
    lte: t.field({ type: 'Date', description: words.day.lte }),
    isNull: t.boolean({
      description: 'True: only open-ended records, without this day. False: only records with this day.',
    }),
  }),
});
const DateTimeFilterRef = builder.inputType('DateTimeFilter', {
  description: 'Conditions on an instant.',
  fields: (t) => ({
    gt: t.field({ type: 'DateTime', description: words.instant.gt }),
    gte: t.field({ type: 'DateTime', description: words.instant.gte }),
    lt: t.field({ type: 'DateTime', description: words.instant.lt }),
    lte: t.field({ type: 'DateTime', description: words.instant.lte }),
  }),
});

export const comparatorsOf = {
  text: StringFilterRef,
  uuid: UUIDFilterRef,
  country: CountryFilterRef,
  state: StateFilterRef,
  currency: CurrencyFilterRef,
  amount: DecimalFilterRef,
  day: DateFilterRef,
  instant: DateTimeFilterRef,
} as const;

const choices = new Map<Enumeration, unknown>();

/** The filter input for an enumeration. Each is created only once. */
export function choiceFilterOf<Value extends string>(of: Enumeration<Value>): InputRef<Comparators<Value>> {
  const known = choices.get(of) ?? choiceFilter(of);
  choices.set(of, known);
  return known as InputRef<Comparators<Value>>;
}

function choiceFilter(of: Enumeration): unknown {
  const type = enumOf(of);
  return builder.inputType(`${of.name}Filter`, {
    description: `Conditions on values of \`${of.name}\`.`,
    fields: (t) => ({
      eq: t.field({ type, description: said.eq }),
      ne: t.field({ type, description: said.ne }),
      in: t.field({ type: [type], description: said.in }),
      notIn: t.field({ type: [type], description: said.notIn }),
    }),
  });
}
