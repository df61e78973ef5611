import { z } from 'zod';
import { certificateRefusals, checkNames, traceKinds } from '../../domain/transactions/trace/trace-descriptions.ts';
import { taxReasons } from '../../tax/model/reasons.ts';
import { amount, choice, day, flag, inWords, keysOf, list, named, text } from '../http/members.ts';
import type { Operation } from '../http/operation.ts';
import { jurisdictionResponse } from '../places/tax-responses.ts';
import { thinCalculationSelection } from '../selections/graphql-selections.ts';
import { calculationOfDocumentResponse } from './transaction-responses.ts';

const key = { source: '9', externalId: 'INV-1' };

export const calculationNumberParameter = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'Must be the number of a calculation, from 1.')
  .transform(Number)
  .optional()
  .meta({ type: 'integer', minimum: 1, description: 'Number of the calculation. Default: the current one.' });

const stepResponse = named('TraceStep', 'One step of the calculation of a document. Absent members do not apply.', {
  kind: keysOf(traceKinds).meta({ description: inWords(traceKinds) }),
  pointer: text('JSON pointer to the subject; empty for the whole document.', ['/items/0']),
  message: text('Description of the step in words.'),
  jurisdiction: jurisdictionResponse.optional(),
  ruleId: text('Id of the rule in the rate book.').optional(),
  certificateId: text('Id of the exemption that was applied or refused.').optional(),
  refusal: keysOf(certificateRefusals)
    .optional()
    .meta({ description: `Why the exemption was not applied. ${inWords(certificateRefusals)}` }),
  reason: choice(taxReasons, 'Why nothing is taxed.').optional(),
  basis: text('Exact amount that the step starts from: a decimal, or a quotient such as 1250/193.').optional(),
  rate: text('Exact rate, as a fraction of one: a decimal or a quotient.').optional(),
  exact: text('Exact result before rounding: a decimal or a quotient.').optional(),
  amount: amount('Result of the step.').optional(),
  validFrom: day('First day on which the rate or rule is valid; absent if unknown.').optional(),
  validThrough: day('Last day on which the rate or rule is valid; absent if open-ended.').optional(),
  source: text('Publication that the rate or rule was taken from.').optional(),
});

const checkResponse = named('Check', 'Two figures of a document that must be equal.', {
  name: keysOf(checkNames).meta({ description: inWords(checkNames) }),
  pointer: text('JSON pointer to the figure; empty for the whole document.', ['/items/0']),
  expected: amount('Figure of the document.'),
  actual: amount('Sum of its parts.'),
  holds: flag('Whether both figures are equal.'),
});

export const listCalculationsOperation: Operation = {
  id: 'listCalculations',
  tag: 'Transactions',
  summary: 'List all calculations of the tax of a document',
  description:
    'The current calculation first, then those that later ones replaced, each with the document as it was then, in the thin form unless `detailed` is true. Without `limit`, the whole list is streamed; with it, the Link header leads to the next page.',
  responses: {
    200: {
      description: 'The calculations.',
      schema: list(calculationOfDocumentResponse, 'The current one first.'),
      headers: ['Link'],
    },
  },
  problems: ['NOT_FOUND'],
  examples: {
    invoice: {
      summary: 'Those of an invoice that was calculated again',
      path: key,
      query: { limit: '2' },
      status: 200,
      variables: { by: { key } },
    },
  },
  graphql: {
    document: `query ($by: RecordBy!) { transaction(by: $by) { calculations(first: 2) { nodes { ${thinCalculationSelection} replacedAt } } } }`,
    at: 'transaction.calculations.nodes',
  },
};

export const traceOperation: Operation = {
  id: 'traceTransaction',
  tag: 'Transactions',
  summary: 'Explain the tax of a document step by step',
  description:
    'Every place, rule, rate and rounding that the tax was calculated with, in order, worked out from the data stored with the document: neither the current rate book nor current exemptions are read.',
  responses: { 200: { description: 'The steps.', schema: list(stepResponse, 'Steps in order.') } },
  problems: ['NOT_FOUND'],
  examples: {
    invoice: { summary: 'The trace of an invoice', path: key, status: 200, variables: { by: { key } } },
  },
  graphql: {
    document:
      'query ($by: RecordBy!) { transaction(by: $by) { trace { kind pointer message jurisdiction { level name code fips } ruleId certificateId refusal reason basis rate exact amount validFrom validThrough source } } }',
    at: 'transaction.trace',
  },
};

export const checksOperation: Operation = {
  id: 'checkTransaction',
  tag: 'Transactions',
  summary: 'Check the sums of a document',
  description:
    'Sums that must hold between the stored figures of the document, added up on request; for an invoice also those with its refunds.',
  responses: { 200: { description: 'The sums.', schema: list(checkResponse, 'Sums in the order of the lines.') } },
  problems: ['NOT_FOUND'],
  examples: {
    invoice: { summary: 'The sums of an invoice', path: key, status: 200, variables: { by: { key } } },
  },
  graphql: {
    document: 'query ($by: RecordBy!) { transaction(by: $by) { checks { name pointer expected actual holds } } }',
    at: 'transaction.checks',
  },
};
