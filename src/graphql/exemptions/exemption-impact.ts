import { AppError, invalidInput } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { parseInput } from '../../domain/base/parse-input.ts';
import { exemptionOfCustomerFields, withCustomerInside } from '../../domain/exemptions/exemption-input.ts';
import { impactFields } from '../../domain/exemptions/impact-input.ts';
import {
  type ExemptedInvoice,
  type ExemptionImpact,
  exemptedInvoice,
  exemptionImpactSums,
} from '../../domain/what-if/impact/exemption-impact.ts';
import { exemptionImpact } from '../../usecases/exemptions/exemption-impact.ts';
import { getExemption } from '../../usecases/exemptions/exemptions.ts';
import { inCurrencyOf } from '../base/amounts.ts';
import { builder } from '../base/builder.ts';
import { errorsOf } from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { inputOf } from '../base/input-of.ts';
import { recordFields } from '../base/record-type.ts';
import { TransactionRef } from '../transactions/transaction.ts';
import { ExemptionByRef, exemptionName } from './exemption-name.ts';

const { invoices: most } = gatewayLimits.exemptionImpact;

export const ExemptedInvoiceRef = builder.objectRef<ExemptedInvoice>(exemptedInvoice.name).implement({
  description: exemptedInvoice.description,
  extensions: inCurrencyOf(({ transaction }: ExemptedInvoice) => transaction.currency),
  fields: (t) => ({
    ...recordFields(t, exemptedInvoice),
    transaction: t.expose('transaction', { type: TransactionRef, description: 'The stored invoice.' }),
  }),
});

const ExemptionImpactRef = builder.objectRef<ExemptionImpact>(exemptionImpactSums.name).implement({
  description: exemptionImpactSums.description,
  fields: (t) => ({
    ...recordFields(t, exemptionImpactSums),
    invoices: t.field({
      type: [ExemptedInvoiceRef],
      extensions: { listSize: 100 },
      description: 'The invoices, ordered by tax date.',
      resolve: ({ invoices }) => [...invoices],
    }),
  }),
});

const DescribedExemptionInputRef = inputOf(exemptionOfCustomerFields, {
  name: 'DescribedExemptionInput',
  description: 'A hypothetical exemption, with its customer and states.',
});

const ImpactSubjectInputRef = builder.inputType('ImpactSubjectInput', {
  isOneOf: true,
  description: 'A stored or a hypothetical exemption.',
  fields: (t) => ({
    stored: t.field({ type: ExemptionByRef, description: 'A stored exemption.' }),
    described: t.field({
      type: DescribedExemptionInputRef,
      description: 'A hypothetical exemption, which is not stored.',
    }),
  }),
});

const ExemptionImpactInputRef = inputOf(impactFields.pick({ from: true, to: true }), {
  name: 'ExemptionImpactInput',
  description: 'A stored or hypothetical exemption, and the period of the invoices.',
  fields: (t) => ({
    exemption: t.field({
      type: ImpactSubjectInputRef,
      required: true,
      description: impactFields.shape.exemption.description,
    }),
  }),
});

builder.queryField('exemptionImpact', (t) =>
  t.field({
    type: ExemptionImpactRef,
    extensions: { ...needsScopes('exemptions:read', 'transactions:read'), work: 20_000 },
    errors: errorsOf('NOT_FOUND'),
    description: `The stored invoices whose tax an exemption would have removed or reduced, under the law and rates stored with them; at most ${most} taxed invoices. Changes nothing.`,
    args: {
      input: t.arg({
        type: ExemptionImpactInputRef,
        required: true,
        description: 'The exemption and the period.',
      }),
    },
    resolve: async (_root, { input: { exemption, from, to } }, ctx) => {
      const { stored, described: sent } = exemption;
      const name = stored ? exemptionName(ctx, stored, ['exemption', 'stored']) : null;
      const serviceId = name && ('serviceId' in name ? name.serviceId : (await getExemption(ctx, name)).serviceId);
      const asked = Object.assign({ serviceId, from, to }, withCustomerInside(sent));
      return exemptionImpact(
        ctx,
        withinInput(() => parseInput(ctx.inputs.exemptionImpact, asked)),
      );
    },
  }),
);

/** Changes the paths of issues to the member names of the input. */
function withinInput<Parsed>(parse: () => Parsed): Parsed {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw invalidInput(
      error.issues.map((issue) => {
        const [first] = issue.path;
        if (first === 'from' || first === 'to') return issue;
        return { ...issue, path: ['exemption', ...(first === 'serviceId' ? [] : ['described', ...issue.path])] };
      }),
    );
  }
}
