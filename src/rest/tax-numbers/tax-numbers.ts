import {
  taxNumberCheckList,
  taxNumberInput,
  taxNumberValidation,
} from '../../domain/tax-numbers/tax-number-validation.ts';
import { listTaxNumberChecks } from '../../usecases/tax-numbers/list-tax-number-checks.ts';
import { validateTaxNumber } from '../../usecases/tax-numbers/validate-tax-number.ts';
import { listRoute } from '../http/declared-list.ts';
import type { Operation } from '../http/operation.ts';
import { answered, parseQuery } from '../http/query.ts';
import { jsonOf, responseOf } from '../http/record-response.ts';
import { jsonReply, type Route, route } from '../http/route.ts';
import { recordSelection } from '../selections/record-selection.ts';

const validationJson = jsonOf(taxNumberValidation);

const failures = '... on InvalidInput { issues { path code message } }';
const frenchNumber = { countryCode: 'FR', vatNumber: '40303265045' };

const taxNumberOperation: Operation = {
  id: 'validateTaxNumber',
  tag: 'Tax numbers',
  summary: 'Check a VAT or other tax number',
  description:
    'Checks the format and the checksum and, if configured, queries a register. An unreachable register never makes a number invalid.',
  query: taxNumberInput,
  responses: { 200: { description: 'Result of the check.', schema: responseOf(taxNumberValidation) } },
  examples: {
    french: { summary: 'A French number', query: frenchNumber, status: 200 },
  },
  graphql: {
    document: `query ($input: TaxNumberInput!) { validateTaxNumber(input: $input) { __typename ... on TaxNumberValidation { ${recordSelection(taxNumberValidation)} } ${failures} } }`,
    at: 'validateTaxNumber',
  },
};

export const taxNumberRoutes: readonly Route[] = [
  route(
    'GET',
    '/v1/vat/validate',
    'tax:read',
    async ({ ctx, request }) => {
      const input = parseQuery(taxNumberInput, request);
      return jsonReply(200, validationJson(await answered(() => validateTaxNumber(ctx, input))));
    },
    { operation: taxNumberOperation },
  ),
  listRoute('/v1/tax_number_checks', taxNumberCheckList, {
    tag: 'Tax numbers',
    summary: 'List register responses for tax numbers',
    examples: { french: { summary: 'Responses for one number', query: { taxNumber: 'FR40303265045', limit: '10' } } },
    read: listTaxNumberChecks,
  }),
];
