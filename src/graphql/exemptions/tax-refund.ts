import { gatewayLimits } from '../../domain/base/limits.ts';
import { taxRefundFields, taxRefundInput } from '../../domain/exemptions/tax-refund-input.ts';
import {
  type TaxRefundRow,
  type TaxRefundRun,
  taxRefund,
  taxRefundRun,
} from '../../domain/what-if/impact/tax-refund.ts';
import { refundTax } from '../../usecases/exemptions/refund-tax.ts';
import { inCurrencyOf } from '../base/amounts.ts';
import { builder } from '../base/builder.ts';
import { checked } from '../base/checked-input.ts';
import { errorsOf, UserErrorRef } from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { inputOf } from '../base/input-of.ts';
import { forgetTransactions } from '../base/loaded-records.ts';
import { recordFields } from '../base/record-type.ts';
import { TransactionRef } from '../transactions/transaction.ts';
import { ExemptedInvoiceRef } from './exemption-impact.ts';
import { ExemptionByRef, exemptionName } from './exemption-name.ts';

const { refunds: most } = gatewayLimits.exemptionImpact;

const TaxRefundRef = builder.objectRef<TaxRefundRow>(taxRefund.name).implement({
  description: taxRefund.description,
  extensions: inCurrencyOf(({ invoice }: TaxRefundRow) => invoice.transaction.currency),
  fields: (t) => ({
    ...recordFields(t, taxRefund),
    invoice: t.expose('invoice', {
      type: ExemptedInvoiceRef,
      description: 'The invoice and its exempted tax.',
    }),
    refund: t.expose('refund', {
      type: TransactionRef,
      nullable: true,
      description: 'The stored refund; null if no refund was stored.',
    }),
    error: t.expose('error', {
      type: UserErrorRef,
      nullable: true,
      description: 'The error, if `outcome` is `FAILED`.',
    }),
  }),
});

const TaxRefundRunRef = builder.objectRef<TaxRefundRun>(taxRefundRun.name).implement({
  description: taxRefundRun.description,
  fields: (t) => ({
    ...recordFields(t, taxRefundRun),
    rows: t.field({
      type: [TaxRefundRef],
      extensions: { listSize: 100 },
      description: 'One result for each invoice that the certificate exempts, ordered by tax date.',
      resolve: ({ rows }) => [...rows],
    }),
  }),
});

const RefundTaxInputRef = inputOf(taxRefundFields, {
  fields: (t) => ({
    by: t.field({ type: ExemptionByRef, required: true, description: 'The exemption whose certificate arrived late.' }),
  }),
});

builder.mutationField('refundExemptTax', (t) =>
  t.field({
    type: TaxRefundRunRef,
    extensions: { ...needsScopes('exemptions:read', 'transactions:read', 'transactions:write'), work: 40_000 },
    errors: errorsOf('NOT_FOUND'),
    description: `Refunds the tax that a \`FULLY\` exemption would have exempted on stored invoices: one \`TAX_ONLY\` refund for each, at most ${most}. A dry run shows the refunds without storing them. Safe to repeat: nothing is refunded twice.`,
    args: {
      input: t.arg({
        ...checked(RefundTaxInputRef, taxRefundInput),
        required: true,
        description: 'The exemption and the period.',
      }),
    },
    resolve: async (_root, { input }, ctx) => {
      const run = await refundTax(ctx, exemptionName(ctx, input.by, ['by']), input.parsed);
      if (!run.isDryRun) forgetTransactions(ctx);
      return run;
    },
  }),
);
