import { gatewayLimits } from '../../domain/base/limits.ts';
import { taxRefundOutcomeMeanings } from '../../domain/descriptions/exemption-descriptions.ts';
import { taxRefundFields, taxRefundInput } from '../../domain/exemptions/tax-refund-input.ts';
import type { TaxRefundRow, TaxRefundRun, TaxRefundTotal } from '../../domain/transactions/impact/tax-refund.ts';
import { refundTax } from '../../usecases/exemptions/refund-tax.ts';
import { builder } from '../base/builder.ts';
import { checked } from '../base/checked-input.ts';
import { describedEnum } from '../base/described-enum.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { InvalidInput, NotFound } from '../base/errors.ts';
import { idInputFields, readServiceId } from '../base/global-id.ts';
import { forgetTransactions } from '../base/loaded-records.ts';
import { TransactionRef } from '../transactions/transaction.ts';
import { ExemptedInvoiceRef } from './exemption-impact.ts';

const described = descriptionsOf(taxRefundFields);
const { refunds: most } = gatewayLimits.exemptionImpact;

const TaxRefundOutcomeEnum = describedEnum(
  'TaxRefundOutcome',
  'What happened with the tax of one invoice.',
  taxRefundOutcomeMeanings,
);

const FiledInvoicesEnum = describedEnum('FiledInvoices', 'What to do with invoices that are part of a return.', {
  SKIP: 'Leave them out; the result lists them.',
  REFUND: 'Refund them too. Their refunds count in the open period, on their own tax date.',
});

const ProblemRef = builder.objectRef<NonNullable<TaxRefundRow['problem']>>('TaxRefundProblem').implement({
  description: 'Why the tax of an invoice was not refunded.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'The stable code, such as `OVER_REFUND`.' }),
    message: t.exposeString('message', { description: 'What went wrong, in a sentence.' }),
  }),
});

const TaxRefundRef = builder.objectRef<TaxRefundRow>('TaxRefund').implement({
  description: 'The refund of the tax on one invoice.',
  fields: (t) => ({
    invoice: t.expose('invoice', {
      type: ExemptedInvoiceRef,
      description: 'The invoice and what is exempted of its tax.',
    }),
    outcome: t.expose('outcome', { type: TaxRefundOutcomeEnum, description: 'What happened.' }),
    refundedTaxAmount: t.expose('refundedTaxAmount', {
      type: 'Decimal',
      description: 'Tax that the refund returns, or would return; 0 without a refund.',
    }),
    externalId: t.exposeString('externalId', {
      nullable: true,
      description: 'External id of the refund, in the source of the invoice; null without a refund.',
    }),
    refund: t.expose('refund', { type: TransactionRef, nullable: true, description: 'The stored document.' }),
    problem: t.expose('problem', { type: ProblemRef, nullable: true, description: 'Set if it `FAILED`.' }),
  }),
});

const TaxRefundTotalRef = builder.objectRef<TaxRefundTotal>('TaxRefundTotal').implement({
  description: 'The refunds of one place and currency.',
  fields: (t) => ({
    country: t.expose('country', { type: 'CountryCode', description: 'Country in which the invoices were taxed.' }),
    state: t.exposeString('state', {
      nullable: true,
      description: 'Code of the US state or region; null without one.',
    }),
    currency: t.expose('currency', { type: 'CurrencyCode', description: 'Currency of the amount.' }),
    refundCount: t.exposeInt('refundCount', { description: 'Number of invoices refunded.' }),
    refundedTaxAmount: t.expose('refundedTaxAmount', { type: 'Decimal', description: 'Sum of the tax returned.' }),
  }),
});

const TaxRefundRunRef = builder.objectRef<TaxRefundRun>('TaxRefundRun').implement({
  description: 'The refunds of the tax that a certificate frees.',
  fields: (t) => ({
    isDryRun: t.exposeBoolean('isDryRun', { description: 'Whether this is a preview and nothing was stored.' }),
    totals: t.field({
      type: [TaxRefundTotalRef],
      extensions: { listSize: 10 },
      description: 'The sums by place and currency.',
      resolve: ({ totals }) => [...totals],
    }),
    rows: t.field({
      type: [TaxRefundRef],
      extensions: { listSize: 100 },
      description: 'One for each invoice that the certificate frees, ordered by tax date.',
      resolve: ({ rows }) => [...rows],
    }),
  }),
});

const RefundTaxInputRef = builder.inputType('RefundTaxInput', {
  description: 'The certificate, and which invoices to refund.',
  fields: (t) => ({
    ...idInputFields(t, 'Exemption'),
    filed: t.field({ type: FiledInvoicesEnum, description: described.filed }),
    refundedOn: t.field({ type: 'Date', description: described.refundedOn }),
    from: t.field({ type: 'Date', description: described.from }),
    to: t.field({ type: 'Date', description: described.to }),
    dryRun: t.boolean({ description: described.dryRun }),
  }),
});

builder.mutationField('refundTax', (t) =>
  t.field({
    type: TaxRefundRunRef,
    extensions: { work: 40_000 },
    errors: { types: [InvalidInput, NotFound] },
    description: `Refunds the tax that a FULLY exemption would have exempted on recorded invoices: one \`TAX_ONLY\` refund for each, at most ${most}. A dry run shows the same refunds and stores none. Running it again refunds nothing twice. Needs the scopes \`exemptions:read\`, \`transactions:read\` and \`transactions:write\`.`,
    args: {
      input: t.arg({
        ...checked(RefundTaxInputRef, taxRefundInput),
        required: true,
        description: 'What to refund.',
      }),
    },
    resolve: async (_root, { input }, ctx) => {
      const run = await refundTax(ctx, readServiceId(input, 'Exemption'), input.parsed);
      if (!run.isDryRun) forgetTransactions(ctx);
      return run;
    },
  }),
);
