import { z } from 'zod';
import { documentCheck } from '../../domain/transactions/document-checks.ts';
import { vatBreakdown } from '../../domain/transactions/record/vat-breakdown.ts';
import { traceStep } from '../../domain/transactions/trace/trace-step.ts';
import { count, flag, list, named, text } from '../http/members.ts';
import type { Operation } from '../http/operation.ts';
import { responseOf } from '../http/record-response.ts';
import { thinCalculationSelection } from '../selections/graphql-selections.ts';
import { recordSelection } from '../selections/record-selection.ts';
import { calculationOfDocumentResponse } from './transaction-responses.ts';

const key = { source: '9', externalId: 'INV-1' };

export const calculationNumberParameter = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'Must be a calculation number, 1 or higher.')
  .transform(Number)
  .optional()
  .meta({ type: 'integer', minimum: 1, description: 'Calculation number. Default: the current one.' });

const numberOfCalculation = count('Calculation number, starting from 1.');

const traceResponse = named('TransactionTrace', 'The steps of a tax calculation.', {
  calculationNumber: numberOfCalculation,
  rateBookVersion: text('Version of the rate book that the calculation used.'),
  steps: list(responseOf(traceStep), 'Steps in order.'),
});

const checksResponse = named('TransactionChecks', 'Consistency checks of a calculation.', {
  calculationNumber: numberOfCalculation,
  isConsistent: flag('Whether all checks pass.'),
  checks: list(responseOf(documentCheck), 'Checks, in line order.'),
});

const vatBreakdownResponse = named(
  'TransactionVatBreakdown',
  'VAT breakdown of a calculation for electronic invoices.',
  {
    calculationNumber: numberOfCalculation,
    vatBreakdown: responseOf(vatBreakdown)
      .optional()
      .meta({ description: 'VAT breakdown; absent in the US, and where several authorities tax a line.' }),
  },
);

export const listCalculationsOperation: Operation = {
  id: 'listCalculations',
  tag: 'Transactions',
  summary: 'List all tax calculations of a document',
  description:
    'The current calculation first, then the calculations it replaced, each with the document as of that calculation, in the thin form unless `detailed` is true. Without `limit`, the whole list is streamed; with it, the Link header points to the next page.',
  responses: {
    200: {
      description: 'The calculations.',
      schema: list(calculationOfDocumentResponse, 'Current calculation first.'),
      headers: ['Link'],
    },
  },
  problems: ['NOT_FOUND'],
  examples: {
    invoice: {
      summary: 'Calculations of a recalculated invoice',
      path: key,
      query: { limit: '2' },
      status: 200,
    },
  },
  graphql: {
    document: `query ($by: TransactionBy!, $first: Int) { transaction(by: $by) { calculations(first: $first) { nodes { ${thinCalculationSelection} } } } }`,
    at: 'transaction.calculations.nodes',
  },
};

export const traceOperation: Operation = {
  id: 'getTransactionTrace',
  tag: 'Transactions',
  summary: 'Explain the tax on a document step by step',
  description:
    'Every place, rule, rate and rounding step behind the tax, in order. Derived from the data stored with the document, not from the current rate book or exemptions.',
  responses: { 200: { description: 'The steps.', schema: traceResponse } },
  problems: ['NOT_FOUND'],
  examples: {
    invoice: { summary: 'The trace of an invoice', path: key, status: 200 },
  },
  graphql: {
    document: `query ($by: TransactionBy!) { transaction(by: $by) { calculationNumber rateBookVersion steps: trace { ${recordSelection(traceStep)} } } }`,
    at: 'transaction',
  },
};

export const checksOperation: Operation = {
  id: 'getTransactionChecks',
  tag: 'Transactions',
  summary: 'Check the figures of a document',
  description: 'Consistency checks of the stored figures, run on request; for an invoice, including its refunds.',
  responses: {
    200: { description: 'The checks.', schema: checksResponse },
  },
  problems: ['NOT_FOUND'],
  examples: {
    invoice: { summary: 'Checks of an invoice', path: key, status: 200 },
  },
  graphql: {
    document: `query ($by: TransactionBy!) { transaction(by: $by) { calculationNumber checks { ${recordSelection(documentCheck)} } } }`,
    at: 'transaction',
  },
};

export const vatBreakdownOperation: Operation = {
  id: 'getTransactionVatBreakdown',
  tag: 'Transactions',
  summary: 'Read the VAT breakdown of a document',
  description:
    'The VAT breakdown of EN 16931 (BG-23), with line categories, totals and any violated rules, derived from the data stored with the document. `prepaidAmount` reduces the amount due.',
  responses: {
    200: { description: 'The breakdown.', schema: vatBreakdownResponse },
  },
  problems: ['NOT_FOUND'],
  examples: {
    invoice: {
      summary: 'The breakdown of an invoice to a consumer in Germany after a payment of 50 EUR',
      path: { source: '9', externalId: 'INV-DE-1' },
      query: { prepaidAmount: '50' },
      status: 200,
    },
  },
  graphql: {
    document: `query ($by: TransactionBy!, $prepaidAmount: Decimal) { transaction(by: $by) { calculationNumber vatBreakdown(prepaidAmount: $prepaidAmount) { ${recordSelection(vatBreakdown)} } } }`,
    at: 'transaction',
  },
};
