import { z } from 'zod';
import { boundedText } from '../../domain/base/fields.ts';
import {
  type TaxNumberCheckRecord,
  taxNumberCheck,
  taxNumberInput,
  taxNumberValidation,
} from '../../domain/tax-numbers/tax-number-validation.ts';
import { listTaxNumberChecks } from '../../usecases/tax-numbers/list-tax-number-checks.ts';
import { validateTaxNumber } from '../../usecases/tax-numbers/validate-tax-number.ts';
import { eachShown, listReply } from '../http/list.ts';
import { list } from '../http/members.ts';
import type { Operation } from '../http/operation.ts';
import { answered, pageParameters, parseQuery } from '../http/query.ts';
import { jsonOf, responseOf } from '../http/record-response.ts';
import { jsonReply, type Route, route } from '../http/route.ts';
import { recordSelection } from '../selections/record-selection.ts';

const validationJson = jsonOf(taxNumberValidation);
const checkJson = jsonOf(taxNumberCheck);

const listQuery = z.object({
  ...pageParameters('taxNumberChecks'),
  taxNumber: boundedText(1, 64)
    .optional()
    .meta({ description: 'Tax number with its prefix. Blanks and punctuation are ignored.' }),
});

const failures = '... on InvalidInput { issues { path code message } }';
const frenchNumber = { countryCode: 'FR', vatNumber: '40303265045' };

const taxNumberOperation: Operation = {
  id: 'validateTaxNumber',
  tag: 'Tax numbers',
  summary: 'Check a VAT or other tax number',
  description:
    'Checks the format and the checksum and, if one is configured, queries a register. A number is never invalid because a register is down.',
  query: taxNumberInput,
  responses: { 200: { description: 'Result of the check.', schema: responseOf(taxNumberValidation) } },
  examples: {
    french: { summary: 'A French number', query: frenchNumber, status: 200, variables: { input: frenchNumber } },
  },
  graphql: {
    document: `query ($input: TaxNumberInput!) { validateTaxNumber(input: $input) { __typename ... on TaxNumberValidation { ${recordSelection(taxNumberValidation)} } ${failures} } }`,
    at: 'validateTaxNumber',
  },
};

const listTaxNumberChecksOperation: Operation = {
  id: 'listTaxNumberChecks',
  tag: 'Tax numbers',
  summary: 'List what registers answered about tax numbers',
  description:
    'The answers that this tenant’s checks got from registers, newest first, with their proofs. Without `limit`, the whole list is streamed; with it, the Link header leads to the next page.',
  query: listQuery,
  responses: {
    200: { description: 'The answers.', schema: list(responseOf(taxNumberCheck), 'Newest first.'), headers: ['Link'] },
  },
  examples: {
    french: {
      summary: 'Those about a number',
      query: { taxNumber: 'FR40303265045', limit: '10' },
      status: 200,
      variables: { first: 10, filter: { vatNumber: { eq: 'FR40303265045' } } },
    },
  },
  graphql: {
    document: `query ($first: Int, $filter: TaxNumberCheckFilter) { taxNumberChecks(first: $first, filter: $filter) { nodes { ${recordSelection(taxNumberCheck)} } } }`,
    at: 'taxNumberChecks.nodes',
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
  route(
    'GET',
    '/v1/tax_number_checks',
    'tax:read',
    (call) => {
      const { taxNumber: vatNumber, ...page } = parseQuery(listQuery, call.request);
      return listReply<TaxNumberCheckRecord>(call, page, {
        name: 'taxNumberChecks',
        pageSize: 200,
        read: (part) => listTaxNumberChecks(call.ctx, { vatNumber: { eq: vatNumber } }, part),
        render: async (checks) => eachShown(checks, checkJson),
      });
    },
    { operation: listTaxNumberChecksOperation },
  ),
];
