import { z } from 'zod';
import { boundedText } from '../../domain/base/fields.ts';
import {
  type TaxNumberCheckRecord,
  type TaxNumberValidation,
  taxNumberInput,
  taxNumberReasons,
  taxNumberRegisters,
  taxNumberStatuses,
} from '../../domain/tax-numbers/tax-number-validation.ts';
import { listTaxNumberChecks } from '../../usecases/tax-numbers/list-tax-number-checks.ts';
import { validateTaxNumber } from '../../usecases/tax-numbers/validate-tax-number.ts';
import { internalTimestampsJson, internalTimestampsResponse } from '../http/common-responses.ts';
import { shown } from '../http/json.ts';
import { eachShown, listReply } from '../http/list.ts';
import { flag, instant, inWords, keysOf, list, named, text, uuid } from '../http/members.ts';
import type { Operation } from '../http/operation.ts';
import { answered, pageParameters, parseQuery } from '../http/query.ts';
import { jsonReply, type Route, route } from '../http/route.ts';
import { taxNumberSelection } from '../selections/graphql-selections.ts';

/** Unknown members are null. */
const taxNumberResponse = named('TaxNumberValidation', 'Result of checking a tax number.', {
  countryCode: text('ISO 3166-1 alpha-2; XI for Northern Ireland, EU for the one-stop shop.'),
  countryName: text('English name of the country.'),
  vatNumber: text('Number in the official spelling of its country, with its prefix.'),
  valid: flag(
    'True, false, or null if the number could not be checked; do not reject a customer because of null.',
  ).nullable(),
  status: keysOf(taxNumberStatuses).meta({ description: inWords(taxNumberStatuses) }),
  name: text('As disclosed by the register.').nullable(),
  address: text('As disclosed by the register.').nullable(),
  reason: keysOf(taxNumberReasons).meta({ description: inWords(taxNumberReasons) }),
  message: text('Reason in a sentence.'),
  register: keysOf(taxNumberRegisters)
    .nullable()
    .meta({ description: `Register that was queried. ${inWords(taxNumberRegisters)}` }),
  consultationNumber: text('Proof for the tax authority that its register was queried.').nullable(),
  checkedAt: instant('When the register was queried. Its answer may be up to a day old.').nullable(),
  internalTimestamps: internalTimestampsResponse,
});

const taxNumberCheckResponse = named(
  'TaxNumberCheck',
  'The answer of a register about a tax number, stored as proof for the tenant that asked.',
  {
    serviceId: uuid('Id that this service assigned to the check.'),
    countryCode: text('ISO 3166-1 alpha-2 code of the country; XI for Northern Ireland.'),
    vatNumber: text('Number in the official spelling of its country, with its prefix.'),
    isRegistered: flag('Whether the register contained the number.'),
    register: keysOf(taxNumberRegisters).meta({
      description: `Register that was queried. ${inWords(taxNumberRegisters)}`,
    }),
    consultationNumber: text(
      'Proof for the tax authority that its register was queried; absent if the register gave none.',
    ).optional(),
    name: text('Name of the business, if the register disclosed it.').optional(),
    address: text('Address of the business, if the register disclosed it.').optional(),
    checkedAt: instant('When the register was queried, in UTC.'),
  },
);

const listQuery = z.object({
  ...pageParameters('taxNumberChecks'),
  vatNumber: boundedText(1, 64)
    .optional()
    .meta({ description: 'Tax number with its prefix. Blanks and punctuation are ignored.' }),
});

const failures = '... on InvalidInput { issues { path code message } }';
const frenchNumber = { countryCode: 'FR', vatNumber: '40303265045' };

const taxNumberOperation: Operation = {
  id: 'validateTaxNumber',
  tag: 'Lookups',
  summary: 'Check a VAT or other tax number',
  description:
    'Checks the format and the checksum and, if one is configured, queries a register. A number is never invalid because a register is down.',
  query: taxNumberInput,
  responses: { 200: { description: 'Result of the check.', schema: taxNumberResponse } },
  examples: {
    french: { summary: 'A French number', query: frenchNumber, status: 200, variables: { input: frenchNumber } },
  },
  graphql: {
    document: `query ($input: TaxNumberInput!) { validateTaxNumber(input: $input) { __typename ... on TaxNumberValidation { ${taxNumberSelection} } ${failures} } }`,
    at: 'validateTaxNumber',
  },
};

const listTaxNumberChecksOperation: Operation = {
  id: 'listTaxNumberChecks',
  tag: 'Lookups',
  summary: 'List what registers answered about tax numbers',
  description:
    'The answers that this tenant’s checks got from registers, newest first, with their proofs. Without `limit`, the whole list is streamed; with it, the Link header leads to the next page.',
  query: listQuery,
  responses: {
    200: { description: 'The answers.', schema: list(taxNumberCheckResponse, 'Newest first.'), headers: ['Link'] },
  },
  examples: {
    french: {
      summary: 'Those about a number',
      query: { vatNumber: 'FR40303265045', limit: '10' },
      status: 200,
      variables: { first: 10, filter: { vatNumber: 'FR40303265045' } },
    },
  },
  graphql: {
    document:
      'query ($first: Int, $filter: TaxNumberCheckFilter) { taxNumberChecks(first: $first, filter: $filter) { nodes { serviceId countryCode vatNumber isRegistered register consultationNumber name address checkedAt } } }',
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
      return jsonReply(200, taxNumberValidationJson(await answered(() => validateTaxNumber(ctx, input))));
    },
    { operation: taxNumberOperation },
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
    { operation: listTaxNumberChecksOperation },
  ),
];

function taxNumberCheckJson(check: TaxNumberCheckRecord) {
  const { internalTimestamps: _, name, address, consultationNumber, checkedAt, ...rest } = check;
  return {
    ...rest,
    consultationNumber: shown(consultationNumber),
    name: shown(name),
    address: shown(address),
    checkedAt: checkedAt.toISOString(),
  };
}

/** Every member is present; null means unknown, also in `valid`. */
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
