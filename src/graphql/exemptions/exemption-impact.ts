import { gatewayLimits } from '../../domain/base/limits.ts';
import { impactFields } from '../../domain/exemptions/impact-input.ts';
import type {
  ExemptedInvoice,
  ExemptionImpact,
  ImpactOfState,
} from '../../domain/transactions/impact/exemption-impact.ts';
import { exemptionImpact } from '../../usecases/exemptions/exemption-impact.ts';
import { builder } from '../base/builder.ts';
import { checked } from '../base/checked-input.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { InvalidInput, NotFound } from '../base/errors.ts';
import { byEitherId } from '../base/global-id.ts';
import { TransactionRef } from '../transactions/transaction.ts';
import { ExemptionInputRef, StateInputRef } from './exemption-input.ts';

const described = descriptionsOf(impactFields);
const { invoices: most } = gatewayLimits.exemptionImpact;

const ImpactOfStateRef = builder.objectRef<ImpactOfState>('ExemptionImpactOfState').implement({
  description: 'The invoices of one place and currency that an exemption would have exempted.',
  fields: (t) => ({
    country: t.expose('country', { type: 'CountryCode', description: 'Country in which they were taxed.' }),
    state: t.exposeString('state', {
      nullable: true,
      description: 'Code of the US state or region; null without one.',
    }),
    currency: t.expose('currency', { type: 'CurrencyCode', description: 'Currency of the amounts.' }),
    invoiceCount: t.exposeInt('invoiceCount', { description: 'Number of the invoices.' }),
    exemptibleTaxAmount: t.expose('exemptibleTaxAmount', {
      type: 'Decimal',
      description: 'Tax that the exemption exempts: charged, and not refunded yet.',
    }),
    filedTaxAmount: t.expose('filedTaxAmount', { type: 'Decimal', description: 'The part of it on filed invoices.' }),
  }),
});

export const ExemptedInvoiceRef = builder.objectRef<ExemptedInvoice>('ExemptedInvoice').implement({
  description: 'An invoice that an exemption would have exempted from tax, or from a part of it.',
  fields: (t) => ({
    transaction: t.expose('transaction', { type: TransactionRef, description: 'The invoice as it is stored.' }),
    country: t.expose('country', { type: 'CountryCode', description: 'Country in which it was taxed.' }),
    state: t.exposeString('state', {
      nullable: true,
      description: 'Code of the US state or region; null without one.',
    }),
    chargedTaxAmount: t.expose('chargedTaxAmount', {
      type: 'Decimal',
      description: 'Tax on the invoice when it was stored, in its currency.',
    }),
    refundedTaxAmount: t.expose('refundedTaxAmount', {
      type: 'Decimal',
      description: 'The part of the tax that refunds have returned.',
    }),
    exemptibleTaxAmount: t.expose('exemptibleTaxAmount', {
      type: 'Decimal',
      description: 'The part of the remaining tax that the exemption exempts.',
    }),
  }),
});

const ExemptionImpactRef = builder.objectRef<ExemptionImpact>('ExemptionImpact').implement({
  description: 'What an exemption would have exempted of the recorded invoices of its customer.',
  fields: (t) => ({
    states: t.field({
      type: [ImpactOfStateRef],
      extensions: { listSize: 10 },
      description: 'The sums by place and currency.',
      resolve: ({ states }) => [...states],
    }),
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
