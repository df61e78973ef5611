import { type TaxNumberValidation, taxNumberInput } from '../../domain/tax-numbers/tax-number-validation.ts';
import { validateTaxNumber } from '../../usecases/tax-numbers/validate-tax-number.ts';
import { internalTimestampsJson } from '../http/json.ts';
import { answered, parseQuery } from '../http/query.ts';
import { jsonReply, type Route, route } from '../http/route.ts';
import { taxNumberOperation } from './lookup-operations.ts';

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

/** Every member is there; null says that it is not known, in `valid` too. */
function taxNumberValidationJson(validation: TaxNumberValidation) {
  return {
    countryCode: validation.countryCode,
    countryName: validation.countryName,
    vatNumber: validation.vatNumber,
    valid: validation.valid,
    status: validation.status,
    name: validation.name,
    address: validation.address,
    reason: validation.reason,
    message: validation.message,
    register: validation.register,
    consultationNumber: validation.consultationNumber,
    checkedAt: validation.checkedAt?.toISOString() ?? null,
    internalTimestamps: internalTimestampsJson(validation.internalTimestamps),
  };
}
