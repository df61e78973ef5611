import { gatewayLimits } from '../../domain/base/limits.ts';
import { filledForm, knownForms } from '../../domain/returns/forms/filled-form.ts';
import { dueReturns, fileReturnInput, reopenReturnInput } from '../../domain/returns/return-input.ts';
import { dueReturn, returnWithFigures, taxReturn } from '../../domain/returns/return-record.ts';
import { list } from '../http/members.ts';
import type { Operation } from '../http/operation.ts';
import { responseOf } from '../http/record-response.ts';
import { liabilityCsv } from '../liability/liability-columns.ts';
import { recordSelection } from '../selections/record-selection.ts';
import { formLineCsv, returnCsv } from './return-columns.ts';

const returnSelection = recordSelection(taxReturn);
const june = { country: 'US', state: 'MN', month: '2026-06' };
const failures = '... on InvalidInput { issues { path code message } } ... on UserError { code message }';

export const getReturnOperation: Operation = {
  id: 'getReturn',
  tag: 'Returns',
  summary: 'Read a return with its figures',
  description:
    'A return, filed or not: any place and period is a DRAFT until it is filed, with the figures as the documents are now. Filed, it has the figures of the day it was filed; after an amendment, the difference too.',
  responses: {
    200: {
      description: 'The return; as CSV or lines of JSON, its rows by jurisdiction.',
      schema: responseOf(returnWithFigures),
    },
  },
  columns: liabilityCsv.columns,
  problems: ['COUNTRY_NOT_COVERED'],
  examples: {
    draft: { summary: 'What a month would report', query: june, status: 200, variables: june },
  },
  graphql: {
    document: `query ($country: String!, $state: String, $from: Date, $to: Date, $month: String, $quarter: String) { return(country: $country, state: $state, from: $from, to: $to, month: $month, quarter: $quarter) { ${recordSelection(returnWithFigures)} } }`,
    at: 'return',
  },
};

export const getReturnFormOperation: Operation = {
  id: 'getReturnForm',
  tag: 'Returns',
  summary: 'Read a return in the boxes of its state’s form',
  description: `${filledForm.description} ${knownForms} NOT_FOUND elsewhere.`,
  responses: {
    200: { description: 'The form; as CSV or lines of JSON, its boxes.', schema: responseOf(filledForm) },
  },
  columns: formLineCsv.columns,
  problems: ['COUNTRY_NOT_COVERED', 'NOT_FOUND'],
  examples: {
    form: { summary: 'The form of a month', query: june, status: 200, variables: june },
  },
  graphql: {
    document: `query ($country: String!, $state: String, $from: Date, $to: Date, $month: String, $quarter: String) { return(country: $country, state: $state, from: $from, to: $to, month: $month, quarter: $quarter) { form { ${recordSelection(filledForm)} } } }`,
    at: 'return.form',
  },
};

export const listReturnsOperation: Operation = {
  id: 'listReturns',
  tag: 'Returns',
  summary: 'List the returns that were filed',
  description:
    'Returns that were filed at least once, newest first. Without `limit`, the whole list is streamed; with it, the Link header leads to the next page.',
  responses: {
    200: { description: 'The returns.', schema: list(responseOf(taxReturn), 'Newest first.'), headers: ['Link'] },
  },
  columns: returnCsv.columns,
  problems: ['COUNTRY_NOT_COVERED'],
  examples: {
    state: {
      summary: 'The returns of a state',
      query: { country: 'US', state: 'MN', limit: '10' },
      status: 200,
      variables: { first: 10, filter: { country: 'US', state: 'MN' } },
    },
  },
  graphql: {
    document: `query ($first: Int, $filter: ReturnFilter) { returns(first: $first, filter: $filter) { nodes { ${returnSelection} } } }`,
    at: 'returns.nodes',
  },
};

export const listDueReturnsOperation: Operation = {
  id: 'listDueReturns',
  tag: 'Returns',
  summary: 'List the returns that are due',
  description: `${dueReturns} At most ${gatewayLimits.returns.due}.`,
  responses: { 200: { description: 'What is due.', schema: list(responseOf(dueReturn), 'By due day.') } },
  examples: {
    summer: {
      summary: 'What is due in a summer',
      query: { since: '2026-06-01', by: '2026-08-31' },
      status: 200,
      variables: { since: '2026-06-01', by: '2026-08-31' },
    },
  },
  graphql: {
    document: `query ($since: Date, $by: Date) { dueReturns(since: $since, by: $by) { ${recordSelection(dueReturn)} } }`,
    at: 'dueReturns',
  },
};

export const fileReturnOperation: Operation = {
  id: 'fileReturn',
  tag: 'Returns',
  summary: 'File a return',
  description:
    'Closes the period, which must have ended at the place, marks its documents as FILED and freezes the figures. From then on, no document enters or leaves the period: by the setting latePolicy, late ones are reported in the next open period or refused with PERIOD_CLOSED. A return that was reopened is filed as an amendment. If a request failed halfway, the period stays closed and the request can be sent again; one that repeats a filing changes nothing.',
  body: {
    name: 'FileReturnInput',
    description: 'The return, and what is known of the filing.',
    schema: fileReturnInput,
  },
  responses: { 200: { description: 'The filed return.', schema: responseOf(taxReturn) } },
  problems: ['COUNTRY_NOT_COVERED', 'RETURN_FILED', 'RETURN_OVERLAPS', 'CONFLICT'],
  examples: {
    file: {
      summary: 'File a month',
      body: { ...june, referenceNumber: 'MN-2026-06', amountPaid: 15.24 },
      status: 200,
      variables: { input: { ...june, referenceNumber: 'MN-2026-06', amountPaid: '15.24' } },
    },
  },
  graphql: {
    document: `mutation ($input: FileReturnInput!) { fileReturn(input: $input) { __typename ... on Return { ${returnSelection} } ${failures} } }`,
    at: 'fileReturn',
  },
};

const reason = 'An invoice was missing';

export const reopenReturnOperation: Operation = {
  id: 'reopenReturn',
  tag: 'Returns',
  summary: 'Reopen a filed return',
  description:
    'Sets the documents of the return back to NOT_FILED and stores the reason with each. Its figures follow the documents until it is filed again; what was filed is kept.',
  body: { name: 'ReopenReturnInput', description: 'The return, and why it is reopened.', schema: reopenReturnInput },
  responses: { 200: { description: 'The reopened return.', schema: responseOf(taxReturn) } },
  problems: ['COUNTRY_NOT_COVERED', 'NOT_FOUND', 'CONFLICT'],
  examples: {
    reopen: {
      summary: 'Reopen it',
      body: { ...june, reason },
      status: 200,
      variables: { input: { ...june, reason } },
    },
  },
  graphql: {
    document: `mutation ($input: ReopenReturnInput!) { reopenReturn(input: $input) { __typename ... on Return { ${returnSelection} } ${failures} } }`,
    at: 'reopenReturn',
  },
};
