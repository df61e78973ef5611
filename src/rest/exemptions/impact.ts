import { within } from '../../domain/base/errors.ts';
import { parseInput } from '../../domain/base/parse-input.ts';
import { impactFields } from '../../domain/exemptions/impact-input.ts';
import {
  type ExemptionImpact,
  exemptedInvoice,
  exemptionImpactSums,
} from '../../domain/what-if/impact/exemption-impact.ts';
import { exemptionImpact } from '../../usecases/exemptions/exemption-impact.ts';
import { readJson } from '../http/body.ts';
import { list, named } from '../http/members.ts';
import type { Operation } from '../http/operation.ts';
import { jsonOf, membersOf, responseOf } from '../http/record-response.ts';
import { jsonReply, type Route, route } from '../http/route.ts';
import { exampleIds } from '../openapi/example-data.ts';
import { recordSelection } from '../selections/record-selection.ts';

const sumsJson = jsonOf(exemptionImpactSums);
const invoiceJson = jsonOf(exemptedInvoice);

const impactResponse = named(exemptionImpactSums.name, exemptionImpactSums.description, {
  ...membersOf(exemptionImpactSums),
  invoices: list(responseOf(exemptedInvoice), 'The invoices, ordered by tax date.'),
});

/** In GraphQL, the invoice is a complete document, so the selection lists its fields. */
export const exemptedInvoiceSelection = `${recordSelection(exemptedInvoice)} transaction { serviceId source externalId taxDate currency transactionFilingStatus }`;
const selection = `${recordSelection(exemptionImpactSums)} invoices { ${exemptedInvoiceSelection} }`;

const asked = {
  exemption: { customerId: exampleIds.customer, certificate: { certificateId: 'ST3-LATE' } },
  states: [{ abbreviation: 'MN' }],
  from: '2026-01-01',
};

const { from, states, exemption } = asked;
const { customerId, ...terms } = exemption;
const inGraphql = { exemption: { described: { customerId, exemption: terms, states } }, from };

const impactOperation: Operation = {
  id: 'estimateExemptionImpact',
  tag: 'Exemptions',
  summary: 'Estimate the tax that an exemption would have saved',
  description:
    'Stored invoices that a stored or hypothetical exemption would have exempted, under the law and rates stored with them. Changes nothing.',
  body: { name: 'ExemptionImpactInput', description: 'The exemption and the period.', schema: impactFields },
  responses: { 200: { description: 'The impact.', schema: impactResponse } },
  problems: ['NOT_FOUND', 'CUSTOMER_NOT_FOUND'],
  examples: {
    late: { summary: 'A late certificate', body: asked, status: 200, variables: { input: inGraphql } },
  },
  graphql: {
    document: `query ($input: ExemptionImpactInput!) { exemptionImpact(input: $input) { __typename ... on ExemptionImpact { ${selection} } ... on InvalidInput { issues { path code message } } ... on UserError { code message } } }`,
    at: 'exemptionImpact',
  },
};

export const exemptionImpactRoute: Route = route(
  'POST',
  '/v1/exemptions/impact',
  ['exemptions:read', 'transactions:read'],
  async ({ ctx, request, deps }) => {
    const input = parseInput(deps.inputs.exemptionImpact, await readJson(request));
    return jsonReply(200, impactJson(await within(['exemption'], () => exemptionImpact(ctx, input))));
  },
  { storesNothing: true, operation: impactOperation },
);

function impactJson(impact: ExemptionImpact) {
  return { ...sumsJson(impact), invoices: impact.invoices.map(invoiceJson) };
}
