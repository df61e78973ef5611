import type { InputRef } from '@pothos/core';
import { recordKind } from '../../domain/base/record-kinds.ts';
import { clientStatus } from '../../domain/clients/client.ts';
import { registrationScheme } from '../../domain/nexus/nexus-record.ts';
import { taxReturnStatus } from '../../domain/returns/return-record.ts';
import { deliveryStatus } from '../../domain/webhooks/webhook-delivery.ts';
import { builder } from '../base/builder.ts';
import {
  CertificateStatusEnum,
  CustomerTypeEnum,
  ExemptionReasonEnum,
  ExemptionStatusEnum,
  ExemptionTypeEnum,
  JurisdictionLevelEnum,
  TransactionFilingStatusEnum,
  TransactionStatusEnum,
  TransactionTypeEnum,
} from '../base/enums.ts';
import { enumOf } from '../base/record-type.ts';

const said = {
  eq: 'Equal to this.',
  ne: 'Not equal to this. Records without a value match.',
  in: 'One of these, at most 100. An empty list matches nothing.',
  notIn: 'None of these, at most 100. Records without a value match.',
  isNull: 'True: only records without a value. False: only records with one.',
};

/** The operators for fields of each kind. All members given must hold. */
export const StringFilterRef = builder.inputType('StringFilter', {
  description: 'Conditions on a text field. A record must meet all that are given.',
  fields: (t) => ({
    eq: t.string({ description: `${said.eq} Case matters.` }),
    ne: t.string({ description: said.ne }),
    in: t.stringList({ description: said.in }),
    notIn: t.stringList({ description: said.notIn }),
    contains: t.string({ description: 'Contains this text. Case is ignored.' }),
    startsWith: t.string({ description: 'Starts with this text. Case is ignored.' }),
    isNull: t.boolean({ description: said.isNull }),
  }),
});
export const UUIDFilterRef = builder.inputType('UUIDFilter', {
  description: 'Conditions on an id.',
  fields: (t) => ({
    eq: t.field({ type: 'UUID', description: said.eq }),
    ne: t.field({ type: 'UUID', description: said.ne }),
    in: t.field({ type: ['UUID'], description: said.in }),
    notIn: t.field({ type: ['UUID'], description: said.notIn }),
  }),
});
export const CountryFilterRef = builder.inputType('CountryFilter', {
  description: 'Conditions on a country. An unknown code is an error.',
  fields: (t) => ({
    eq: t.field({ type: 'CountryCode', description: said.eq }),
    ne: t.field({ type: 'CountryCode', description: said.ne }),
    in: t.field({ type: ['CountryCode'], description: said.in }),
    notIn: t.field({ type: ['CountryCode'], description: said.notIn }),
  }),
});
export const StateFilterRef = builder.inputType('StateFilter', {
  description:
    'Conditions on a state or region, by code or name: `MN`, `Minnesota`, `CA-QC`. It belongs to the country of `country: {eq}` in the same filter, or else to the US, unless its code includes the country. An unknown state is an error.',
  fields: (t) => ({
    eq: t.string({ description: 'This state or region.' }),
    ne: t.string({ description: 'Any other state or region. Records for a whole country match.' }),
    in: t.stringList({ description: 'One of these, at most 100. An empty list matches nothing.' }),
    notIn: t.stringList({ description: 'None of these, at most 100. Records for a whole country match.' }),
    isNull: t.boolean({
      description: 'True: only records for a whole country. False: only records for a state or region.',
    }),
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
    gt: t.field({ type: 'Decimal', description: 'More than this.' }),
    gte: t.field({ type: 'Decimal', description: 'This or more.' }),
    lt: t.field({ type: 'Decimal', description: 'Less than this.' }),
    lte: t.field({ type: 'Decimal', description: 'This or less.' }),
  }),
});
export const DateFilterRef = builder.inputType('DateFilter', {
  description: 'Conditions on a calendar day. For a period, use `gte` and `lte`.',
  fields: (t) => ({
    eq: t.field({ type: 'Date', description: 'On this day.' }),
    ne: t.field({ type: 'Date', description: 'On any other day. Records without a day match.' }),
    gt: t.field({ type: 'Date', description: 'After this day.' }),
    gte: t.field({ type: 'Date', description: 'On this day or later.' }),
    lt: t.field({ type: 'Date', description: 'Before this day.' }),
    lte: t.field({ type: 'Date', description: 'On this day or earlier.' }),
    isNull: t.boolean({
      description: 'True: only records without this day, which are open-ended. False: only records with it.',
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

/** The conditions on a choice. */
export function choiceFilter<Value extends string>(name: string, type: InputRef<Value>, what: string) {
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
  'the type of a document',
);
export const TransactionStatusFilterRef = choiceFilter(
  'TransactionStatusFilter',
  TransactionStatusEnum,
  'the status of a document',
);
export const TransactionFilingStatusFilterRef = choiceFilter(
  'TransactionFilingStatusFilter',
  TransactionFilingStatusEnum,
  'the filing status of a document',
);
export const CustomerTypeFilterRef = choiceFilter('CustomerTypeFilter', CustomerTypeEnum, 'the type of a customer');
export const ExemptionTypeFilterRef = choiceFilter(
  'ExemptionTypeFilter',
  ExemptionTypeEnum,
  'the type of an exemption',
);
export const ExemptionStatusFilterRef = choiceFilter(
  'ExemptionStatusFilter',
  ExemptionStatusEnum,
  'the status of an exemption',
);
export const ExemptionReasonFilterRef = choiceFilter(
  'ExemptionReasonFilter',
  ExemptionReasonEnum,
  'the reason for an exemption',
);
export const CertificateStatusFilterRef = choiceFilter(
  'CertificateStatusFilter',
  CertificateStatusEnum,
  'the status of a certificate today, where the seller is established',
);
export const RegistrationSchemeFilterRef = choiceFilter(
  'RegistrationSchemeFilter',
  enumOf(registrationScheme),
  'the scheme of a registration',
);
export const TaxReturnStatusFilterRef = choiceFilter(
  'TaxReturnStatusFilter',
  enumOf(taxReturnStatus),
  'the status of a tax return',
);
export const JurisdictionLevelFilterRef = choiceFilter(
  'JurisdictionLevelFilter',
  JurisdictionLevelEnum,
  'the level of a jurisdiction',
);
export const RecordTypeFilterRef = choiceFilter('RecordTypeFilter', enumOf(recordKind), 'the type of a record');
export const ClientStatusFilterRef = choiceFilter('ClientStatusFilter', enumOf(clientStatus), 'the status of a client');
export const WebhookDeliveryStatusFilterRef = choiceFilter(
  'WebhookDeliveryStatusFilter',
  enumOf(deliveryStatus),
  'the status of a delivery',
);
