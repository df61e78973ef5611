import { taxNumberInput } from '../../domain/tax-numbers/tax-number-validation.ts';
import { validateTaxNumber } from '../../usecases/tax-numbers/validate-tax-number.ts';
import { answered, parseQuery } from '../http/query.ts';
import { jsonReply, type Route, route } from '../http/route.ts';
import { taxNumberOperation } from './tax-number-operation.ts';
import { taxNumberValidationJson } from './tax-number-response.ts';

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
];
