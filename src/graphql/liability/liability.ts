import { gatewayLimits } from '../../domain/base/limits.ts';
import type { Liability, LiabilityRow, ReasonAmount, ReportingAmounts } from '../../domain/liability/liability.ts';
import {
  liabilityLabels,
  liabilityMeasures,
  reportingDescription,
} from '../../domain/liability/liability-descriptions.ts';
import { liabilityGroups, liabilityQueryFields } from '../../domain/liability/liability-query.ts';
import { getLiability } from '../../usecases/liability/get-liability.ts';
import { builder } from '../base/builder.ts';
import { checkedArgs } from '../base/checked-input.ts';
import { describedEnum } from '../base/described-enum.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { JurisdictionLevelEnum, TaxReasonEnum, TransactionTypeEnum } from '../base/enums.ts';
import { inTurn } from '../base/in-turn.ts';
import { NoticeRef } from '../base/notice.ts';

const described = descriptionsOf(liabilityQueryFields);

const LiabilityGroupEnum = describedEnum('LiabilityGroup', 'What each row of liability is for.', liabilityGroups);

export const LiabilityJurisdictionRef = builder
  .objectRef<NonNullable<LiabilityRow['jurisdiction']>>('LiabilityJurisdiction')
  .implement({
    description: 'A jurisdiction as documents named it when they were calculated.',
    fields: (t) => ({
      id: t.exposeString('id', { description: 'Id in the rate book, such as `MN-C053`.' }),
      level: t.expose('level', { type: JurisdictionLevelEnum, description: 'The kind of jurisdiction.' }),
      name: t.exposeString('name', { description: 'Name, such as Hennepin County.' }),
    }),
  });

const ReasonAmountRef = builder.objectRef<ReasonAmount>('ReasonAmount').implement({
  description: 'An amount of sales and why it is not taxed.',
  fields: (t) => ({
    reason: t.expose('reason', { type: TaxReasonEnum, description: 'Why it is not taxed.' }),
    amount: t.expose('amount', { type: 'Decimal', description: 'The amount, in the currency of the row.' }),
  }),
});

const ReportingAmountsRef = builder.objectRef<ReportingAmounts>('ReportingAmounts').implement({
  description: 'Amounts of a row of liability in the reporting currency of the account.',
  fields: (t) => {
    const money = (name: Exclude<keyof ReportingAmounts, 'currency' | 'feeAmount'>) =>
      t.expose(name, { type: 'Decimal', description: liabilityMeasures[name] });
    return {
      currency: t.expose('currency', { type: 'CurrencyCode', description: 'The reporting currency, such as EUR.' }),
      grossSalesAmount: money('grossSalesAmount'),
      taxableAmount: money('taxableAmount'),
      exemptAmount: money('exemptAmount'),
      nonTaxableAmount: money('nonTaxableAmount'),
      uncollectedAmount: money('uncollectedAmount'),
      taxAmount: money('taxAmount'),
      feeAmount: t.expose('feeAmount', { type: 'Decimal', nullable: true, description: liabilityMeasures.feeAmount }),
      marketplaceSalesAmount: money('marketplaceSalesAmount'),
      refundsAmount: money('refundsAmount'),
    };
  },
});

const unless = (label: string) => `${label} Null unless rows are grouped by it, or if the documents have none.`;

export const LiabilityRowRef = builder.objectRef<LiabilityRow>('LiabilityRow').implement({
  description: 'What is owed for one group in one currency. Refunds are subtracted in the period that reports them.',
  fields: (t) => {
    const money = (name: Exclude<keyof typeof liabilityMeasures, 'feeAmount' | 'documentCount'>) =>
      t.expose(name, { type: 'Decimal', description: liabilityMeasures[name] });
    const label = (name: 'state' | 'taxCode' | 'subsidiary' | 'month') =>
      t.exposeString(name, { nullable: true, description: unless(liabilityLabels[name]) });
    return {
      country: t.expose('country', {
        type: 'CountryCode',
        nullable: true,
        description: unless(liabilityLabels.country),
      }),
      state: label('state'),
      jurisdiction: t.expose('jurisdiction', {
        type: LiabilityJurisdictionRef,
        nullable: true,
        description: unless(liabilityLabels.jurisdiction),
      }),
      taxCode: label('taxCode'),
      reason: t.expose('reason', { type: TaxReasonEnum, nullable: true, description: unless(liabilityLabels.reason) }),
      rate: t.expose('rate', { type: 'Decimal', nullable: true, description: unless(liabilityLabels.rate) }),
      transactionType: t.expose('transactionType', {
        type: TransactionTypeEnum,
        nullable: true,
        description: unless(liabilityLabels.transactionType),
      }),
      subsidiary: label('subsidiary'),
      month: label('month'),
      currency: t.expose('currency', { type: 'CurrencyCode', description: 'The currency of all amounts of the row.' }),
      grossSalesAmount: money('grossSalesAmount'),
      taxableAmount: money('taxableAmount'),
      exemptAmount: money('exemptAmount'),
      exemptAmounts: t.field({
        type: [ReasonAmountRef],
        extensions: { listSize: 3 },
        description: 'The exempt amount by reason.',
        resolve: ({ exemptAmounts }) => [...exemptAmounts],
      }),
      nonTaxableAmount: money('nonTaxableAmount'),
      uncollectedAmount: money('uncollectedAmount'),
      taxAmount: money('taxAmount'),
      feeAmount: t.expose('feeAmount', { type: 'Decimal', nullable: true, description: liabilityMeasures.feeAmount }),
      marketplaceSalesAmount: money('marketplaceSalesAmount'),
      refundsAmount: money('refundsAmount'),
      documentCount: t.exposeInt('documentCount', { description: liabilityMeasures.documentCount }),
      reporting: t.field({
        type: ReportingAmountsRef,
        nullable: true,
        description: `${reportingDescription} Null otherwise.`,
        resolve: ({ reporting }) => reporting ?? null,
      }),
    };
  },
});

const LiabilityRef = builder.objectRef<Liability>('Liability').implement({
  description: 'What is owed in a period.',
  fields: (t) => ({
    from: t.field({ type: 'Date', description: 'First day of the period.', resolve: ({ fromOn }) => fromOn }),
    to: t.field({ type: 'Date', description: 'Last day of the period.', resolve: ({ toOn }) => toOn }),
    rows: t.field({
      type: [LiabilityRowRef],
      extensions: { listSize: 100 },
      description: `One row for each group and currency, in the order of the groups; at most ${gatewayLimits.liability.rows}.`,
      resolve: ({ rows }) => [...rows],
    }),
    notices: t.field({
      type: [NoticeRef],
      extensions: { listSize: 1 },
      description: 'Remarks on the report, such as `EXCHANGE_RATE_MISSING`.',
      resolve: ({ notices }) => [...notices],
    }),
  }),
});

builder.queryField('liability', (t) =>
  t.field({
    type: LiabilityRef,
    extensions: { work: 5_000 },
    description:
      'The tax owed in a period, with the sales behind it: invoices less refunds, each in the period that reports it. Cancelled documents, estimates and orders never count. `transactions(counted: …)` lists the documents behind a row. Needs the scope `transactions:read`.',
    ...checkedArgs(
      {
        from: t.arg({ type: 'Date', description: described.from }),
        to: t.arg({ type: 'Date', description: described.to }),
        month: t.arg.string({ description: described.month }),
        quarter: t.arg.string({ description: described.quarter }),
        country: t.arg.string({ description: described.country }),
        state: t.arg.string({ description: described.state }),
        groupBy: t.arg({ type: [LiabilityGroupEnum], description: described.groupBy }),
      },
      liabilityQueryFields,
    ),
    resolve: (_root, { parsed }, ctx) => inTurn(ctx, () => getLiability(ctx, parsed)),
  }),
);
