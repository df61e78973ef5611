import { gatewayLimits } from '../../domain/base/limits.ts';
import { impactFields } from '../../domain/exemptions/impact-input.ts';
import {
  type ExemptedInvoice,
  type ExemptionImpact,
  exemptedInvoice,
  exemptionImpactSums,
} from '../../domain/transactions/impact/exemption-impact.ts';
import { exemptionImpact } from '../../usecases/exemptions/exemption-impact.ts';
import { builder } from '../base/builder.ts';
import { checked } from '../base/checked-input.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { InvalidInput, NotFound } from '../base/errors.ts';
import { byEitherId } from '../base/global-id.ts';
import { recordFields } from '../base/record-type.ts';
import { TransactionRef } from '../transactions/transaction.ts';
import { ExemptionInputRef, StateInputRef } from './exemption-input.ts';

const described = descriptionsOf(impactFields);
const { invoices: most } = gatewayLimits.exemptionImpact;

export const ExemptedInvoiceRef = builder.objectRef<ExemptedInvoice>(exemptedInvoice.name).implement({
  description: exemptedInvoice.description,
  fields: (t) => ({
    ...recordFields(t, exemptedInvoice),
    transaction: t.expose('transaction', { type: TransactionRef, description: 'The invoice as it is stored.' }),
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

const ExemptionImpactInputRef = builder.inputType('ExemptionImpactInput', {
  description: 'A stored exemption, or one that is described, and the period of the invoices.',
  fields: (t) => ({
    id: t.id({ description: 'The `id` of a stored exemption. Send this, `serviceId` or `exemption`.' }),
    serviceId: t.field({ type: 'UUID', description: described.serviceId }),
    exemption: t.field({ type: ExemptionInputRef, description: described.exemption }),
    states: t.field({ type: [StateInputRef], description: described.states }),
    from: t.field({ type: 'Date', description: described.from }),
    to: t.field({ type: 'Date', description: described.to }),
  }),
});

builder.queryField('exemptionImpact', (t) =>
  t.field({
    type: ExemptionImpactRef,
    extensions: { work: 20_000 },
    errors: { types: [InvalidInput, NotFound] },
    description: `The recorded invoices that an exemption would have exempted, under the law and rates stored with them; at most ${most} taxed invoices. Changes nothing. Needs the scopes \`exemptions:read\` and \`transactions:read\`.`,
    args: {
      input: t.arg({
        ...checked(ExemptionImpactInputRef, ({ exemptionImpact: schema }) => byEitherId(schema, 'Exemption')),
        required: true,
        description: 'Which exemption, and which invoices.',
      }),
    },
    resolve: (_root, { input }, ctx) => exemptionImpact(ctx, input.parsed),
  }),
);
