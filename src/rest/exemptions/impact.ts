import { z } from 'zod';
import { parseInput } from '../../domain/base/parse-input.ts';
import { impactFields } from '../../domain/exemptions/impact-input.ts';
import type { ExemptedInvoice, ExemptionImpact } from '../../domain/transactions/impact/exemption-impact.ts';
import { transactionFilingStatuses } from '../../domain/transactions/transaction-enums.ts';
import { exemptionImpact } from '../../usecases/exemptions/exemption-impact.ts';
import { readJson } from '../http/body.ts';
import { number, shown } from '../http/json.ts';
import { amount, choice, count, day, list, named, text, uuid } from '../http/members.ts';
import type { Operation } from '../http/operation.ts';
import { jsonReply, type Route, route } from '../http/route.ts';
import { exampleIds } from '../openapi/example-data.ts';
import { impactSelection } from '../selections/graphql-selections.ts';

export const taxedPlace = {
  country: text('ISO 3166-1 code of the country of the tax.', ['US']),
  state: text('Code of the US state or region of the tax; absent without one.', ['MN']).optional(),
};

export const exemptedInvoiceResponse = named('ExemptedInvoice', 'An invoice that an exemption would have exempted.', {
  transaction: z
    .object({
      serviceId: uuid('Id that this service assigned to the invoice.'),
      source: text('Source of the invoice.'),
      externalId: text('Id of the invoice in the consumer’s system.'),
      taxDate: day('Day whose law applied.'),
      currency: text('ISO 4217 code of the currency.', ['USD']),
      transactionFilingStatus: choice(transactionFilingStatuses, 'Whether the invoice was part of a tax return.'),
    })
    .meta({ description: 'The invoice.' }),
  ...taxedPlace,
  chargedTaxAmount: amount('Tax on the invoice.', 'In its currency.'),
  refundedTaxAmount: amount('Part of the tax that refunds have returned.', 'In the currency of the invoice.'),
  exemptibleTaxAmount: amount(
    'Part of the remaining tax that the exemption exempts.',
    'In the currency of the invoice.',
  ),
});

const impactResponse = named('ExemptionImpact', 'What an exemption would have exempted of the recorded invoices.', {
  states: list(
    z.object({
      ...taxedPlace,
      currency: text('ISO 4217 code of the currency.', ['USD']),
      invoiceCount: count('Number of the invoices.'),
      exemptibleTaxAmount: amount('Tax that the exemption exempts: charged, and not refunded yet.', 'In the currency.'),
      filedTaxAmount: amount('Part of it on filed invoices.', 'In the currency.'),
    }),
    'Sums by place and currency.',
  ),
  invoices: list(exemptedInvoiceResponse, 'The invoices, ordered by tax date.'),
});

const asked = {
  exemption: { customerId: exampleIds.customer, certificate: { certificateId: 'ST3-LATE' } },
  states: [{ abbreviation: 'MN' }],
  from: '2026-01-01',
};

const impactOperation: Operation = {
  id: 'getExemptionImpact',
  tag: 'Exemptions',
  summary: 'See what a certificate would have exempted',
  description:
    'The recorded invoices that an exemption, stored or described, would have exempted from tax, under the law and rates that are stored with them. Changes nothing.',
  body: { name: 'ExemptionImpactInput', description: 'The exemption and the period.', schema: impactFields },
  responses: { 200: { description: 'The impact.', schema: impactResponse } },
  problems: ['NOT_FOUND', 'CUSTOMER_NOT_FOUND'],
  examples: {
    late: { summary: 'A late certificate', body: asked, status: 200, variables: { input: asked } },
  },
  graphql: {
    document: `query ($input: ExemptionImpactInput!) { exemptionImpact(input: $input) { __typename ... on ExemptionImpact { ${impactSelection} } ... on InvalidInput { issues { path code message } } ... on Error { code message } } }`,
    at: 'exemptionImpact',
  },
};

export const exemptionImpactRoute: Route = route(
  'POST',
  '/v1/exemptions/impact',
  'exemptions:read',
  async ({ ctx, request, deps }) => {
    const input = parseInput(deps.inputs.exemptionImpact, await readJson(request));
    return jsonReply(200, impactJson(await exemptionImpact(ctx, input)));
  },
  { operation: impactOperation },
);

function impactJson({ states, invoices }: ExemptionImpact) {
  return {
    states: states.map(({ state, exemptibleTaxAmount, filedTaxAmount, ...one }) => ({
      ...one,
      state: shown(state),
      exemptibleTaxAmount: number(exemptibleTaxAmount),
      filedTaxAmount: number(filedTaxAmount),
    })),
    invoices: invoices.map(exemptedInvoiceJson),
  };
}

export function exemptedInvoiceJson({ transaction, country, state, ...amounts }: ExemptedInvoice) {
  const { serviceId, source, externalId, taxDate, currency, transactionFilingStatus } = transaction;
  return {
    transaction: { serviceId, source, externalId, taxDate, currency, transactionFilingStatus },
    country,
    state: shown(state),
    chargedTaxAmount: number(amounts.chargedTaxAmount),
    refundedTaxAmount: number(amounts.refundedTaxAmount),
    exemptibleTaxAmount: number(amounts.exemptibleTaxAmount),
  };
}
