import type { DocumentTaxLine } from '../../domain/transactions/record/document-tax-lines.ts';
import type { SnapshotRate, SnapshotTaxLine } from '../../domain/transactions/transaction-snapshot.ts';
import type { Builder } from '../base/builder.ts';
import { JurisdictionLevelEnum, TaxReasonEnum } from '../base/enums.ts';

type TaxLine = SnapshotTaxLine & { readonly from: SnapshotRate };

export function addTaxLines(builder: Builder) {
  const jurisdiction = addJurisdiction(builder);
  return {
    jurisdiction,
    taxLine: addTaxLine(builder, { jurisdiction }),
    documentTaxLine: addDocumentTaxLine(builder, { jurisdiction }),
  };
}

type Parts = { readonly jurisdiction: ReturnType<typeof addJurisdiction> };

function addJurisdiction(builder: Builder) {
  return builder.objectRef<SnapshotRate['jurisdiction']>('Jurisdiction').implement({
    description: 'An authority that levies a tax of its own.',
    fields: (t) => ({
      id: t.exposeString('id', { description: 'Its id in the rate book: `MN`, `MN-C053`, `DE`.' }),
      level: t.expose('level', { type: JurisdictionLevelEnum, description: 'Which kind of authority it is.' }),
      name: t.exposeString('name', { description: 'What the authority is called.' }),
      code: t.exposeString('code', { description: 'The code its state or country gives it.' }),
      fips: t.exposeString('fips', { nullable: true, description: 'Its FIPS code, where it has one.' }),
    }),
  });
}

function addTaxLine(builder: Builder, { jurisdiction }: Parts) {
  return builder.objectRef<TaxLine>('TaxLine').implement({
    description: 'One jurisdiction’s part of a line, with where its rate was read. Parts without tax are shown too.',
    fields: (t) => ({
      jurisdiction: t.field({
        type: jurisdiction,
        description: 'Who levies it.',
        resolve: ({ from }) => from.jurisdiction,
      }),
      generalRate: t.field({
        type: 'Decimal',
        description: 'The jurisdiction’s rate for goods in general, as a fraction.',
        resolve: ({ from }) => from.rate,
      }),
      appliedRate: t.expose('appliedRate', {
        type: 'Decimal',
        description: 'The rate applied, as a fraction; zero for an amount per piece.',
      }),
      taxableAmount: t.expose('taxableAmount', {
        type: 'Decimal',
        description: 'The part of the line’s net amount its rate is applied to.',
      }),
      exemptAmount: t.expose('exemptAmount', { type: 'Decimal', description: 'The part it does not tax.' }),
      taxAmount: t.expose('taxAmount', { type: 'Decimal', description: 'Tax that the jurisdiction levies.' }),
      reason: t.expose('reason', { type: TaxReasonEnum, description: 'Why it is this much.' }),
      certificateId: t.exposeString('certificateId', {
        nullable: true,
        description: 'The exemption that relieved it, if one did.',
      }),
      fromOn: t.field({
        type: 'Date',
        nullable: true,
        description: 'The first day the rate holds; null when it is not known.',
        resolve: ({ from }) => from.fromOn,
      }),
      toOn: t.field({
        type: 'Date',
        nullable: true,
        description: 'The last day it holds; null while it is open.',
        resolve: ({ from }) => from.toOn,
      }),
      source: t.string({ description: 'Where the rate was read.', resolve: ({ from }) => from.source }),
    }),
  });
}

function addDocumentTaxLine(builder: Builder, { jurisdiction }: Parts) {
  return builder.objectRef<DocumentTaxLine>('DocumentTaxLine').implement({
    description: 'What one jurisdiction has of a whole document: the sums of its parts of the lines.',
    fields: (t) => ({
      jurisdiction: t.field({
        type: jurisdiction,
        description: 'Who levies it.',
        resolve: ({ from }) => from.jurisdiction,
      }),
      generalRate: t.field({
        type: 'Decimal',
        description: 'Its rate for goods in general, as a fraction.',
        resolve: ({ from }) => from.rate,
      }),
      taxableAmount: t.expose('taxableAmount', {
        type: 'Decimal',
        description: 'The part of the document’s net amount it taxes.',
      }),
      exemptAmount: t.expose('exemptAmount', { type: 'Decimal', description: 'What it does not tax.' }),
      taxAmount: t.expose('taxAmount', { type: 'Decimal', description: 'Tax that the jurisdiction levies.' }),
      reason: t.expose('reason', {
        type: TaxReasonEnum,
        description: 'The reason its parts share; `TAXED` when some part is taxed.',
      }),
      fromOn: t.field({
        type: 'Date',
        nullable: true,
        description: 'The first day the general rate holds; null when it is not known.',
        resolve: ({ from }) => from.fromOn,
      }),
      toOn: t.field({
        type: 'Date',
        nullable: true,
        description: 'The last day the general rate holds; null while it is open.',
        resolve: ({ from }) => from.toOn,
      }),
      source: t.string({ description: 'Where the general rate was read.', resolve: ({ from }) => from.source }),
    }),
  });
}
