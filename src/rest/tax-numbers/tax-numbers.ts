import { z } from 'zod';
import { boundedText } from '../../domain/base/fields.ts';
import { type TaxNumberCheckRecord, taxNumberInput } from '../../domain/tax-numbers/tax-number-validation.ts';
import { listTaxNumberChecks } from '../../usecases/tax-numbers/list-tax-number-checks.ts';
import { validateTaxNumber } from '../../usecases/tax-numbers/validate-tax-number.ts';
import { eachShown, listReply } from '../http/list.ts';
import { answered, pageParameters, parseQuery } from '../http/query.ts';
import { jsonReply, type Route, route } from '../http/route.ts';
import { listTaxNumberChecksOperation, taxNumberOperation } from './tax-number-operation.ts';
import { taxNumberCheckJson, taxNumberValidationJson } from './tax-number-response.ts';

const listQuery = z.object({
  ...pageParameters('taxNumberChecks'),
  vatNumber: boundedText(1, 64)
    .optional()
    .meta({ description: 'Tax number with its prefix. Blanks and punctuation are ignored.' }),
});

export const taxNumberRoutes: readonly Route[] = [
  route(
    'GET',
    '/v1/vat/validate',
    'tax:read',
    async ({ ctx, request }) => {
      const input = parseQuery(taxNumberInput, request);
      return jsonReply(200, taxNumberValidationJson(await answered(() => validateTaxNumber(ctx, input))));
    },
    { operation: { ...taxNumberOperation, query: taxNumberInput } },
  ),
  route(
    'GET',
    '/v1/vat/checks',
    'tax:read',
    (call) => {
      const { vatNumber, ...page } = parseQuery(listQuery, call.request);
      return listReply<TaxNumberCheckRecord>(call, page, {
        name: 'taxNumberChecks',
        pageSize: 200,
        read: (part) => listTaxNumberChecks(call.ctx, { vatNumber }, part),
        render: async (checks) => eachShown(checks, taxNumberCheckJson),
      });
    },
    { operation: { ...listTaxNumberChecksOperation, query: listQuery } },
  ),
];
