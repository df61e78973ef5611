import { z } from 'zod';
import { taxLineRecord } from '../../domain/transactions/tax-line-record.ts';
import { transactionList } from '../../domain/transactions/transaction-list.ts';
import { transactionProblems } from '../../domain/transactions/transaction-problems.ts';
import { streamed, twinOf } from '../http/declared-list.ts';
import { list } from '../http/members.ts';
import type { Operation } from '../http/operation.ts';
import { responseOf } from '../http/record-response.ts';
import {
  asVariables,
  exampleCart,
  exampleEstimate,
  exampleGermanInvoice,
  exampleIds,
  exampleInvoice,
  exampleTestCart,
} from '../openapi/example-data.ts';
import {
  calculationSelection,
  thinTransactionSelection,
  transactionSelection,
} from '../selections/graphql-selections.ts';
import { taxLineColumns } from './tax-line-list.ts';
import { documentColumns } from './transaction-columns.ts';
import {
  calculationResponse,
  thinCalculationResponse,
  thinTransactionResponse,
  transactionResponse,
} from './transaction-responses.ts';

const key = { source: '9', externalId: 'INV-1' };
const germanKey = { source: '9', externalId: 'INV-DE-1' };
const failures = '... on InvalidInput { issues { path code message } } ... on UserError { code message }';
const body = {
  name: 'TransactionInput',
  description: 'A sales document. Read-only members are ignored; unknown members are listed in warnings.',
  schema: 'transaction',
} as const;
const eitherForm = z
  .union([transactionResponse, thinTransactionResponse])
  .meta({ description: 'The document in the requested form.' });
const eitherCalculation = z
  .union([calculationResponse, thinCalculationResponse])
  .meta({ description: 'The calculated document in the requested form.' });

export const putTransaction: Operation = {
  id: 'putTransaction',
  tag: 'Transactions',
  summary: 'Store a sales document with its tax',
  description:
    'Creates or replaces the document. The shipping country determines whether US sales tax, VAT or GST applies. Sending the same body again changes nothing; the tax is recalculated only if something it depends on has changed.',
  body,
  responses: {
    200: { description: 'Replaced, or unchanged.', schema: transactionResponse, headers: ['Location'] },
    201: { description: 'Created.', schema: transactionResponse, headers: ['Location'] },
  },
  problems: transactionProblems.upsert,
  isTagged: true,
  examples: {
    invoice: {
      summary: 'Two items, discounts and shipping, to Minneapolis',
      path: key,
      body: exampleInvoice,
      status: 201,
    },
    again: {
      summary: 'The same request again',
      path: key,
      body: exampleInvoice,
      status: 200,
      variables: { input: asVariables(exampleInvoice) },
    },
    german: {
      summary: 'A price that includes VAT, to Germany',
      path: germanKey,
      body: exampleGermanInvoice,
      status: 201,
    },
    estimate: {
      summary: 'An estimate',
      path: { source: '9', externalId: exampleEstimate.externalId },
      body: exampleEstimate,
      status: 201,
    },
  },
  graphql: {
    document: `mutation ($input: TransactionInput!) { upsertTransaction(input: $input) { __typename ... on Transaction { ${transactionSelection} } ${failures} } }`,
    at: 'upsertTransaction',
  },
};

export const getTransactionOperation: Operation = {
  id: 'getTransaction',
  tag: 'Transactions',
  summary: 'Read a sales document',
  description: 'The full form, unless `detailed` is false. The response can be sent back with PUT.',
  responses: { 200: { description: 'The document.', schema: eitherForm } },
  problems: ['NOT_FOUND'],
  isTagged: true,
  examples: {
    full: { summary: 'The full form', path: key, status: 200 },
    thin: { summary: 'The thin form', path: key, query: { detailed: 'false' }, status: 200 },
    german: { summary: 'A document with VAT', path: germanKey, status: 200 },
  },
  graphql: {
    document: `query ($by: TransactionBy!) { transaction(by: $by) { ${transactionSelection} } }`,
    at: 'transaction',
  },
};

export const calculateOperation: Operation = {
  id: 'calculateTransaction',
  tag: 'Transactions',
  summary: 'Calculate the tax on a document without storing it',
  description:
    'Requires items (or a shippingFee) and a shippingAddress. Everything else is optional and validated as in PUT. The customer can be identified by customerId, or by source and externalId, or described in the request. Default date: today at the place. Nothing is stored. The response includes a stored customer only if the token has customers:read or transactions:read; a refund of an invoice requires transactions:read. With `detailed=false`, the response is a seventh of the size: it omits details such as customer, rates, rules, tax lines and places.',
  body: {
    name: 'QuoteInput',
    description:
      'A document to calculate, such as a cart. Read-only members are ignored; unknown members are listed in warnings.',
    schema: 'quote',
    record: transactionResponse,
  },
  responses: { 200: { description: 'The document with its tax.', schema: eitherCalculation } },
  problems: transactionProblems.calculate,
  examples: {
    cart: {
      summary: 'A cart without a customer, in test land',
      body: exampleTestCart,
      status: 200,
      variables: { input: asVariables(exampleTestCart) },
    },
    thin: {
      summary: 'The same request in the thin form',
      query: { detailed: 'false' },
      body: exampleTestCart,
      status: 200,
    },
    exempt: {
      summary: 'A customer described in the request, exempt in Minnesota',
      body: { ...exampleCart, customer: { customerType: 'RESELLER', exemptStates: ['MN'] } },
      status: 200,
      variables: {
        input: asVariables({
          ...exampleCart,
          customer: { described: { customerType: 'RESELLER', exemptStates: ['MN'] } },
        }),
      },
    },
    invoice: {
      summary: 'An invoice to Minneapolis',
      body: { ...exampleInvoice, externalId: 'QUOTE-1' },
      status: 200,
      variables: { input: asVariables({ ...exampleInvoice, externalId: 'QUOTE-1' }) },
    },
  },
  graphql: {
    document: `query ($input: QuoteInput!) { calculateTax(input: $input) { __typename ... on Quote { ${calculationSelection} } ${failures} } }`,
    at: 'calculateTax',
  },
};

export const listTransactionsOperation: Operation = {
  id: 'listTransactions',
  isCounted: true,
  tag: 'Transactions',
  summary: 'List sales documents',
  description: `${transactionList.description} The thin form unless \`detailed\` is true. ${streamed}`,
  responses: {
    200: { description: 'The documents.', schema: list(eitherForm, 'Newest first.'), headers: ['Link'] },
  },
  columns: documentColumns,
  examples: {
    page: {
      summary: 'A page of one record',
      query: { limit: '1', transactionType: 'INVOICE' },
      status: 200,
    },
    customer: {
      summary: 'All documents for a customer, in the full form',
      query: { customerId: exampleIds.customer, detailed: 'true', state: 'MN', country: 'US' },
      status: 200,
    },
  },
  graphql: twinOf(transactionList, thinTransactionSelection, ' pageInfo { endCursor hasNextPage }'),
};

export const listTaxLinesOperation: Operation = {
  id: 'listTaxLines',
  tag: 'Transactions',
  summary: 'List the tax lines of sales documents',
  description:
    'One record per line and jurisdiction, newest document first. A line that no jurisdiction taxes has one record, without `jurisdiction`. For a refund, the amounts are the refunded amounts. `limit` counts documents; Link points to the next page.',
  responses: {
    200: {
      description: 'The tax lines.',
      schema: list(responseOf(taxLineRecord), 'Newest document first.'),
      headers: ['Link'],
    },
  },
  columns: taxLineColumns,
  examples: {
    june: { summary: 'Tax lines for a month', query: { from: '2026-06-01', to: '2026-06-30' }, status: 200 },
  },
  graphql: { none: 'A file for spreadsheets and ledgers; in GraphQL, use Transaction.items.taxLines.' },
};

export const cancelOperation: Operation = {
  id: 'cancelTransaction',
  tag: 'Transactions',
  summary: 'Cancel a sales document',
  description:
    'Sets the status to CANCELLED; nothing is deleted. Repeating the request returns the same response and keeps the first reason.',
  responses: { 204: { description: 'The document is cancelled.' } },
  problems: transactionProblems.cancel,
  isTagged: true,
  examples: {
    german: {
      summary: 'Cancel an invoice',
      path: germanKey,
      query: { reason: 'Ordered twice' },
      status: 204,
      variables: { input: { by: { key: germanKey }, reason: 'Ordered twice' } },
    },
  },
  graphql: {
    document: `mutation ($input: CancelTransactionInput!) { cancelTransaction(input: $input) { __typename ... on Transaction { transactionStatus } ${failures} } }`,
    at: 'cancelTransaction',
  },
};
