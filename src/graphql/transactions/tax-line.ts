import type { DocumentTaxLine } from '../../domain/transactions/record/document-tax-lines.ts';
import type { SnapshotRate, SnapshotTaxLine } from '../../domain/transactions/transaction-snapshot.ts';
import { builder, type Types } from '../base/builder.ts';
import { JurisdictionLevelEnum, TaxReasonEnum } from '../base/enums.ts';
import { validityFields } from '../base/validity.ts';

export type ShownTaxLine = SnapshotTaxLine & { readonly from: SnapshotRate };

export const JurisdictionRef = builder.objectRef<SnapshotRate['jurisdiction']>('Jurisdiction').implement({
  description: 'An authority that levies its own tax.',
  fields: (t) => ({
    id: t.exposeString('id', { description: 'Id in the rate book, such as `MN`, `MN-C053` or `DE`.' }),
    level: t.expose('level', { type: JurisdictionLevelEnum, description: 'Kind of authority.' }),
    name: t.exposeString('name', { description: 'Name of the authority, such as Hennepin County.' }),
    code: t.exposeString('code', { description: 'Code assigned by its state or country.' }),
    fips: t.exposeString('fips', { nullable: true, description: 'FIPS code, if it has one.' }),
  }),
});

const PriceBracketRef = builder.objectRef<NonNullable<SnapshotRate['bracket']>>('PriceBracket').implement({
  description: 'A part of the price of each unit that has a rate of its own.',
  fields: (t) => ({
    from: t.expose('fromAmount', { type: 'Decimal', description: 'Price of a unit above which the rate applies.' }),
    to: t.expose('toAmount', { type: 'Decimal', description: 'Price of a unit up to which the rate applies.' }),
  }),
});

/** The fields of one jurisdiction's tax at one rate, on a line or on a whole document. */
function jurisdictionTaxFields(t: PothosSchemaTypes.ObjectFieldBuilder<Types, ShownTaxLine | DocumentTaxLine>) {
  return {
    jurisdiction: t.field({
      type: JurisdictionRef,
      description: 'Authority that levies the tax.',
      resolve: ({ from }) => from.jurisdiction,
    }),
    generalRate: t.field({
      type: 'Decimal',
      description:
        'Rate of the jurisdiction for general goods, as a fraction of one; with a `bracket`, the rate on that part of the price.',
      resolve: ({ from }) => from.rate,
    }),
    bracket: t.field({
      type: PriceBracketRef,
      nullable: true,
      description:
        'Part of the price of each unit that this further rate of the jurisdiction applies to, such as 1,600 to 3,200 US dollars in Tennessee; null for the ordinary rate.',
      resolve: ({ from }) => from.bracket ?? null,
    }),
    appliedRate: t.expose('appliedRate', {
      type: 'Decimal',
      description: 'Rate applied, as a fraction of one; zero for what is not taxed, and for an amount per unit.',
    }),
    taxableAmount: t.expose('taxableAmount', {
      type: 'Decimal',
      description: 'Part of the net amount that the jurisdiction taxes.',
    }),
    exemptAmount: t.expose('exemptAmount', {
      type: 'Decimal',
      description: 'Part of the net amount that the jurisdiction does not tax.',
    }),
    taxAmount: t.expose('taxAmount', { type: 'Decimal', description: 'Tax that the jurisdiction receives.' }),
    ...validityFields((day) => t.field(day), {
      daysOf: ({ from }) => from,
      validFrom: 'First day on which the general rate is valid, such as `2026-01-01`; null if unknown.',
      validThrough: 'Last day on which the general rate is valid; null if open-ended.',
    }),
    source: t.string({
      description: 'Publication that the general rate was taken from.',
      resolve: ({ from }) => from.source,
    }),
  };
}

export const TaxLineRef = builder.objectRef<ShownTaxLine>('TaxLine').implement({
  description: 'The tax of one jurisdiction on a line, with the source of its rate; also shown if it is zero.',
  fields: (t) => ({
    ...jurisdictionTaxFields(t),
    reason: t.expose('reason', { type: TaxReasonEnum, description: 'Reason for the tax of the jurisdiction.' }),
    certificateId: t.exposeString('certificateId', {
      nullable: true,
      description:
        'Id of the exemption that reduced the tax, if any; `exemptionOverride` if the document exempted itself.',
    }),
  }),
});

export const DocumentTaxLineRef = builder.objectRef<DocumentTaxLine>('DocumentTaxLine').implement({
  description:
    'The tax of one jurisdiction at one rate on a whole document: the sum of its tax lines. What bears no rate has a line for each reason.',
  fields: (t) => ({
    ...jurisdictionTaxFields(t),
    reason: t.expose('reason', {
      type: TaxReasonEnum,
      description: 'Reason that its tax lines share. If they differ, `TAXED` if any of them has it.',
    }),
  }),
});
