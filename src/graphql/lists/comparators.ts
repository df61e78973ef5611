import type { InputRef } from '@pothos/core';
import { builder } from '../base/builder.ts';
import {
  CustomerTypeEnum,
  ExemptionStatusEnum,
  ExemptionTypeEnum,
  TransactionFilingStatusEnum,
  TransactionStatusEnum,
  TransactionTypeEnum,
} from '../base/enums.ts';

const said = {
  eq: 'Equal to this.',
  ne: 'Anything but this; also where there is no value.',
  in: 'One of these, up to 100; an empty list leaves nothing.',
  notIn: 'None of these, up to 100; also where there is no value.',
  isNull: 'True: leaves only records where there is no value. False: only those where there is one.',
};

/** What fields of each kind can be compared with. All members given must hold. */
export const StringFilterRef = builder.inputType('StringFilter', {
  description: 'Conditions on a text; all that are given must hold.',
  fields: (t) => ({
    eq: t.string({ description: `${said.eq} Upper and lower case differ.` }),
    ne: t.string({ description: said.ne }),
    in: t.stringList({ description: said.in }),
    notIn: t.stringList({ description: said.notIn }),
    contains: t.string({ description: 'Has this anywhere in it; letters of either case are alike.' }),
    startsWith: t.string({ description: 'Begins with this; letters of either case are alike.' }),
    isNull: t.boolean({ description: said.isNull }),
  }),
});
export const UUIDFilterRef = builder.inputType('UUIDFilter', {
  description: 'Conditions on the id of a record.',
  fields: (t) => ({
    eq: t.field({ type: 'UUID', description: said.eq }),
    ne: t.field({ type: 'UUID', description: said.ne }),
    in: t.field({ type: ['UUID'], description: said.in }),
    notIn: t.field({ type: ['UUID'], description: said.notIn }),
  }),
});
export const CountryFilterRef = builder.inputType('CountryFilter', {
  description: 'Conditions on a country. Codes that the rate book does not know are errors.',
  fields: (t) => ({
    eq: t.field({ type: 'CountryCode', description: said.eq }),
    ne: t.field({ type: 'CountryCode', description: said.ne }),
    in: t.field({ type: ['CountryCode'], description: said.in }),
    notIn: t.field({ type: ['CountryCode'], description: said.notIn }),
  }),
});
export const StateFilterRef = builder.inputType('StateFilter', {
  description:
    'Conditions on a state or region, by code or name: `MN`, `Minnesota`, `CA-QC`. It is one of the country that `country: {eq}` beside it names, else of the US, unless a region’s code tells its country. Unknown ones are errors.',
  fields: (t) => ({
    eq: t.string({ description: 'The same place as this.' }),
    ne: t.string({ description: 'Anywhere else; also where a whole country is meant.' }),
    in: t.stringList({ description: 'In one of these, up to 100; an empty list leaves nothing.' }),
    notIn: t.stringList({ description: 'In none of these, up to 100; also where a whole country is meant.' }),
    isNull: t.boolean({ description: 'True: leaves only what is for a whole country. False: only the rest.' }),
  }),
});
export const CurrencyFilterRef = builder.inputType('CurrencyFilter', {
  description: 'Conditions on a currency.',
  fields: (t) => ({
    eq: t.field({ type: 'CurrencyCode', description: said.eq }),
    ne: t.field({ type: 'CurrencyCode', description: said.ne }),
    in: t.field({ type: ['CurrencyCode'], description: said.in }),
    notIn: t.field({ type: ['CurrencyCode'], description: said.notIn }),
  }),
});

export const DecimalFilterRef = builder.inputType('DecimalFilter', {
  description: 'Conditions on an amount, compared exactly: 10 and 10.00 are equal.',
  fields: (t) => ({
    eq: t.field({ type: 'Decimal', description: said.eq }),
    ne: t.field({ type: 'Decimal', description: said.ne }),
    gt: t.field({ type: 'Decimal', description: 'Above this.' }),
    gte: t.field({ type: 'Decimal', description: 'This or above.' }),
    lt: t.field({ type: 'Decimal', description: 'Below this.' }),
    lte: t.field({ type: 'Decimal', description: 'This or below.' }),
  }),
});
export const DateFilterRef = builder.inputType('DateFilter', {
  description: 'Conditions on a calendar day. For a span with both its ends use `gte` and `lte`.',
  fields: (t) => ({
    eq: t.field({ type: 'Date', description: 'On this day.' }),
    ne: t.field({ type: 'Date', description: 'On any other day, or on none.' }),
    gt: t.field({ type: 'Date', description: 'After this day.' }),
    gte: t.field({ type: 'Date', description: 'On this day or later.' }),
    lt: t.field({ type: 'Date', description: 'Before this day.' }),
    lte: t.field({ type: 'Date', description: 'On this day or earlier.' }),
    isNull: t.boolean({
      description: 'True: leaves only those without a day, which are open. False: only the rest.',
    }),
  }),
});
export const DateTimeFilterRef = builder.inputType('DateTimeFilter', {
  description: 'Conditions on an instant.',
  fields: (t) => ({
    gt: t.field({ type: 'DateTime', description: 'After this instant.' }),
    gte: t.field({ type: 'DateTime', description: 'At this instant or later.' }),
    lt: t.field({ type: 'DateTime', description: 'Before this instant.' }),
    lte: t.field({ type: 'DateTime', description: 'At this instant or earlier.' }),
  }),
});

function choiceFilter<Value extends string>(name: string, type: InputRef<Value>, what: string) {
  return builder.inputType(name, {
    description: `Conditions on ${what}.`,
    fields: (t) => ({
      eq: t.field({ type, description: said.eq }),
      ne: t.field({ type, description: said.ne }),
      in: t.field({ type: [type], description: said.in }),
      notIn: t.field({ type: [type], description: said.notIn }),
    }),
  });
}

export const TransactionTypeFilterRef = choiceFilter(
  'TransactionTypeFilter',
  TransactionTypeEnum,
  'what kind of document it is',
);
export const TransactionStatusFilterRef = choiceFilter(
  'TransactionStatusFilter',
  TransactionStatusEnum,
  'where a document stands',
);
export const TransactionFilingStatusFilterRef = choiceFilter(
  'TransactionFilingStatusFilter',
  TransactionFilingStatusEnum,
  'whether a document was part of a return',
);
export const CustomerTypeFilterRef = choiceFilter('CustomerTypeFilter', CustomerTypeEnum, 'what kind of buyer it is');
export const ExemptionTypeFilterRef = choiceFilter(
  'ExemptionTypeFilter',
  ExemptionTypeEnum,
  'how far an exemption goes',
);
export const ExemptionStatusFilterRef = choiceFilter(
  'ExemptionStatusFilter',
  ExemptionStatusEnum,
  'whether an exemption may be used',
);
