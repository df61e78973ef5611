import { z } from 'zod';
import { parseInput } from '../../domain/base/parse-input.ts';
import { taxRefundOutcomeMeanings } from '../../domain/descriptions/exemption-descriptions.ts';
import { taxRefundFields, taxRefundInput } from '../../domain/exemptions/tax-refund-input.ts';
import { type TaxRefundRun, taxRefundOutcomes } from '../../domain/transactions/impact/tax-refund.ts';
import { refundTax } from '../../usecases/exemptions/refund-tax.ts';
import { readJson } from '../http/body.ts';
import { number, shown } from '../http/json.ts';
import { amount, choice, count, flag, inWords, list, named, text, uuid } from '../http/members.ts';
import type { Operation } from '../http/operation.ts';
import { serviceIdOf } from '../http/record-name.ts';
import { jsonReply, type Route, route } from '../http/route.ts';
import { exampleIds } from '../openapi/example-data.ts';
import { taxRefundSelection } from '../selections/graphql-selections.ts';
import { exemptedInvoiceJson, exemptedInvoiceResponse, taxedPlace } from './impact.ts';

const runResponse = named('TaxRefundRun', 'The refunds of the tax that a certificate frees.', {
  isDryRun: flag('Whether this is a preview and nothing was stored.'),
  totals: list(
    z.object({
      ...taxedPlace,
      currency: text('ISO 4217 code of the currency.', ['USD']),
      refundCount: count('Number of invoices refunded.'),
      refundedTaxAmount: amount('Sum of the tax returned.', 'In the currency.'),
    }),
    'Sums by place and currency.',
  ),
  rows: list(
    z.object({
      invoice: exemptedInvoiceResponse,
      outcome: choice(taxRefundOutcomes, `What happened. ${inWords(taxRefundOutcomeMeanings)}`),
      refundedTaxAmount: amount('Tax that the refund returns; 0 without a refund.', 'In the currency of the invoice.'),
      externalId: text('Id of the refund, in the source of the invoice; absent without a refund.').optional(),
      refund: z
        .object({ serviceId: uuid('Id that this service assigned to the refund.') })
        .meta({ description: 'The stored refund; absent if none was stored.' })
        .optional(),
      problem: z
        .object({ code: text('Stable code for programs.'), message: text('What went wrong.') })
        .meta({ description: 'Why it failed.' })
        .optional(),
    }),
    'One for each invoice that the certificate frees, ordered by tax date.',
  ),
});

const preview = { dryRun: true, from: '2026-01-01' };

const refundTaxOperation: Operation = {
  id: 'refundTax',
  tag: 'Exemptions',
  summary: 'Refund the tax that a certificate would have exempted',
  description:
    'Stores one TAX_ONLY refund for each recorded invoice that the exemption, which must be FULLY, would have exempted. With dryRun, the response shows the same refunds and nothing is stored. Running it again refunds nothing twice. Needs the scopes exemptions:read, transactions:read and transactions:write.',
  body: { name: 'TaxRefundInput', description: 'Which invoices to refund.', schema: taxRefundFields },
  responses: { 200: { description: 'The refunds.', schema: runResponse } },
  problems: ['NOT_FOUND'],
  examples: {
    preview: {
      summary: 'A preview',
      path: { serviceId: exampleIds.exemption },
      body: preview,
      status: 200,
      variables: { input: { serviceId: exampleIds.exemption, ...preview } },
    },
  },
  graphql: {
    document: `mutation ($input: RefundTaxInput!) { refundTax(input: $input) { __typename ... on TaxRefundRun { ${taxRefundSelection} } ... on InvalidInput { issues { path code message } } ... on Error { code message } } }`,
    at: 'refundTax',
  },
};

export const refundTaxRoute: Route = route(
  'POST',
  '/v1/exemptions/serviceId/:serviceId/refund_tax',
  'transactions:write',
  async ({ ctx, request }) => {
    const serviceId = serviceIdOf(request);
    const input = parseInput(taxRefundInput, await readJson(request));
    return jsonReply(200, runJson(await refundTax(ctx, serviceId, input)));
  },
  { operation: refundTaxOperation },
);

function runJson({ isDryRun, totals, rows }: TaxRefundRun) {
  return {
    isDryRun,
    totals: totals.map(({ state, refundedTaxAmount, ...total }) => ({
      ...total,
      state: shown(state),
      refundedTaxAmount: number(refundedTaxAmount),
    })),
    rows: rows.map(({ invoice, outcome, refundedTaxAmount, externalId, refund, problem }) => ({
      invoice: exemptedInvoiceJson(invoice),
      outcome,
      refundedTaxAmount: number(refundedTaxAmount),
      externalId: shown(externalId),
      refund: shown(refund && { serviceId: refund.serviceId }),
      problem: shown(problem),
    })),
  };
}
