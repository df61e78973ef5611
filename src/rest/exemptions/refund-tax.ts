import { z } from 'zod';
import { parseInput } from '../../domain/base/parse-input.ts';
import { taxRefundFields, taxRefundInput } from '../../domain/exemptions/tax-refund-input.ts';
import { exemptedInvoice } from '../../domain/what-if/impact/exemption-impact.ts';
import { type TaxRefundRun, taxRefund, taxRefundRun } from '../../domain/what-if/impact/tax-refund.ts';
import { refundTax } from '../../usecases/exemptions/refund-tax.ts';
import { readJson } from '../http/body.ts';
import { list, named, text } from '../http/members.ts';
import type { Operation } from '../http/operation.ts';
import { serviceIdOf } from '../http/record-name.ts';
import { jsonOf, membersOf, responseOf } from '../http/record-response.ts';
import { jsonReply, type Route, route } from '../http/route.ts';
import { exampleIds } from '../openapi/example-data.ts';
import { recordSelection } from '../selections/record-selection.ts';
import { exemptedInvoiceSelection } from './impact.ts';

const runJsonOf = jsonOf(taxRefundRun);
const refundJson = jsonOf(taxRefund);
const invoiceJson = jsonOf(exemptedInvoice);

const error = z
  .object({ code: text('Stable machine-readable code.'), message: text('The error and how to fix it.') })
  .meta({ description: 'The error, if `outcome` is `FAILED`.' });
const rowResponse = named(taxRefund.name, taxRefund.description, {
  invoice: responseOf(exemptedInvoice),
  ...membersOf(taxRefund),
  error: error.optional(),
});
const runResponse = named(taxRefundRun.name, taxRefundRun.description, {
  ...membersOf(taxRefundRun),
  rows: list(rowResponse, 'One result for each invoice that the certificate exempts, ordered by tax date.'),
});

const selection = `${recordSelection(taxRefundRun)} rows { invoice { ${exemptedInvoiceSelection} } ${recordSelection(taxRefund)} refund { serviceId } error { code message } }`;

const preview = { dryRun: true, from: '2026-01-01' };

const refundTaxOperation: Operation = {
  id: 'createTaxRefunds',
  tag: 'Exemptions',
  summary: 'Refund tax charged before a certificate was on file',
  description:
    'Stores one TAX_ONLY refund for each stored invoice that the exemption covers. The exemptionType must be FULLY. Safe to repeat: nothing is refunded twice. With dryRun, nothing is stored.',
  body: { name: 'TaxRefundInput', description: 'The exemption and the invoices to refund.', schema: taxRefundFields },
  responses: { 200: { description: 'The refunds.', schema: runResponse } },
  problems: ['NOT_FOUND'],
  examples: {
    preview: {
      summary: 'A preview',
      path: { serviceId: exampleIds.exemption },
      body: preview,
      status: 200,
      variables: { input: { by: { serviceId: exampleIds.exemption }, ...preview } },
    },
  },
  graphql: {
    document: `mutation ($input: RefundExemptTaxInput!) { refundExemptTax(input: $input) { __typename ... on TaxRefundRun { ${selection} } ... on InvalidInput { issues { path code message } } ... on UserError { code message } } }`,
    at: 'refundExemptTax',
  },
};

export const refundTaxRoute: Route = route(
  'POST',
  '/v1/exemptions/serviceId/:serviceId/tax_refunds',
  ['exemptions:read', 'transactions:read', 'transactions:write'],
  async ({ ctx, request }) => {
    const serviceId = serviceIdOf(request);
    const input = parseInput(taxRefundInput, await readJson(request));
    return jsonReply(200, runJson(await refundTax(ctx, { serviceId }, input)));
  },
  { operation: refundTaxOperation },
);

function runJson(run: TaxRefundRun) {
  return {
    ...runJsonOf(run),
    rows: run.rows.map((row) => ({
      invoice: invoiceJson(row.invoice),
      ...refundJson(row),
      error: row.error ? { code: row.error.code, message: row.error.message } : undefined,
    })),
  };
}
