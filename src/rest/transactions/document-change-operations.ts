import { recalculationInput } from '../../domain/transactions/change-input.ts';
import { conversionTarget } from '../../domain/transactions/conversion.ts';
import { transactionProblems } from '../../domain/transactions/transaction-problems.ts';
import type { Operation } from '../http/operation.ts';
import { asVariables, exampleEstimate } from '../openapi/example-data.ts';
import { transactionSelection } from '../selections/graphql-selections.ts';
import { transactionResponse } from './transaction-responses.ts';

const key = { source: '9', externalId: 'INV-1' };
const estimateKey = { source: '9', externalId: exampleEstimate.externalId };
const answer = `{ __typename ... on Transaction { ${transactionSelection} } ... on InvalidInput { issues { path code message } } ... on UserError { code message } }`;
const patch = { documentName: 'Lamp and coat', shippingFee: { totalPrice: 12 } };

export const patchTransactionOperation: Operation = {
  id: 'patchTransaction',
  tag: 'Transactions',
  summary: 'Update a sales document',
  description:
    'A JSON merge patch (RFC 7396) of the document as submitted: omitted members are kept, null clears a member, objects are merged, and items replaces all items. The result is the same as a PUT of the whole document: the tax is recalculated only if it depends on a changed member. Unknown members return 400; source and externalId cannot change.',
  body: {
    name: 'TransactionPatch',
    description: 'Members to change. Read-only members of the record are ignored.',
    schema: 'transactionPatch',
    isPatch: true,
  },
  responses: { 200: { description: 'The whole document after the change.', schema: transactionResponse } },
  problems: transactionProblems.patch,
  isTagged: true,
  examples: {
    shipping: {
      summary: 'New shipping price and name',
      path: key,
      body: patch,
      status: 200,
      variables: { input: { by: { key }, patch: asVariables(patch) } },
    },
  },
  graphql: {
    document: `mutation ($input: PatchTransactionInput!) { patchTransaction(input: $input) ${answer} }`,
    at: 'patchTransaction',
  },
};

export const recalculateOperation: Operation = {
  id: 'recalculateTransaction',
  tag: 'Transactions',
  summary: 'Recalculate the tax on a stored document',
  description:
    'Recalculates the document, as submitted and for its own tax date, with the current rate book, exemptions and settings. Each call adds a calculation, even if the figures are the same; earlier calculations remain readable. Refunds keep their figures: if the tax on an invoice would fall below the refunded amount, the call fails.',
  body: { name: 'RecalculationInput', description: 'Reason for the recalculation.', schema: recalculationInput },
  responses: { 200: { description: 'The document with its new calculation.', schema: transactionResponse } },
  problems: transactionProblems.recalculate,
  isTagged: true,
  examples: {
    certificate: {
      summary: 'Late certificate',
      path: key,
      body: { reason: 'A certificate arrived late' },
      status: 200,
    },
  },
  graphql: {
    document: `mutation ($input: RecalculateTransactionInput!) { recalculateTransaction(input: $input) ${answer} }`,
    at: 'recalculateTransaction',
  },
};

const conversion = {
  externalId: 'INV-EST-1',
  transactionType: 'INVOICE',
  externalTimestamps: { createdDate: '2026-06-20', updatedDate: '2026-06-20' },
};
const converted = { input: { from: { key: estimateKey }, to: conversion } };

export const convertOperation: Operation = {
  id: 'convertTransaction',
  tag: 'Transactions',
  summary: 'Convert an estimate or order',
  description:
    'Converts an estimate to an order or invoice, or an order to an invoice. The new document has the same source, customer, items, discounts and addresses; its createdFrom identifies the converted document, which does not change. Its tax is calculated for its own tax date. Other conversions, and conversions of cancelled documents, return 400. Converting again with the same body changes nothing. If-Match guards the converted document; ETag and Location refer to the new one.',
  body: { name: 'ConversionTarget', description: 'The new document.', schema: conversionTarget },
  responses: {
    200: {
      description: 'Already converted in the same way.',
      schema: transactionResponse,
      headers: ['Location'],
    },
    201: { description: 'The new document.', schema: transactionResponse, headers: ['Location'] },
  },
  problems: transactionProblems.convert,
  isTagged: true,
  examples: {
    invoice: {
      summary: 'An invoice from an estimate',
      path: estimateKey,
      body: conversion,
      status: 201,
      variables: converted,
    },
    again: { summary: 'The same request again', path: estimateKey, body: conversion, status: 200 },
  },
  graphql: {
    document: `mutation ($input: ConvertTransactionInput!) { convertTransaction(input: $input) ${answer} }`,
    at: 'convertTransaction',
  },
};
