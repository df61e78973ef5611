import { z } from 'zod';
import { liabilityRow } from '../../domain/liability/liability-record.ts';
import { unassignedTax } from '../../domain/liability/unassigned-tax.ts';
import { filledForm, knownForms } from '../../domain/returns/forms/filled-form.ts';
import { knownShopFiles, shopFile, shopFileTypes } from '../../domain/returns/one-stop-shop/files/shop-file.ts';
import { filingDetailsInput, reopeningInput, returnProblems } from '../../domain/returns/return-input.ts';
import { dueReturnList } from '../../domain/returns/return-list.ts';
import {
  changedTransactionsText,
  dueTaxReturn,
  filingWithFigures,
  reopenedTaxReturn,
  taxReturn,
  taxReturnFiling,
  taxReturnWithFigures,
} from '../../domain/returns/return-record.ts';
import { twinVariables } from '../http/declared-list.ts';
import { list } from '../http/members.ts';
import type { Operation } from '../http/operation.ts';
import { responseOf } from '../http/record-response.ts';
import { liabilityCsv } from '../liability/liability-operations.ts';
import { thinTransactionSelection } from '../selections/graphql-selections.ts';
import { recordSelection } from '../selections/record-selection.ts';
import { listTransactionsOperation } from '../transactions/transaction-operations.ts';
import { dueReturnCsv, formLineCsv, unassignedTaxCsv } from './return-columns.ts';

const returnSelection = recordSelection(taxReturn);
const path = { place: 'US-MN', period: '2026-06' };
const by = { key: { country: 'US', state: 'MN', period: { month: '2026-06' } } };
const failures = '... on InvalidInput { issues { path code message } } ... on UserError { code message }';
const query = (selection: string) => `query ($by: TaxReturnBy!) { taxReturn(by: $by) { ${selection} } }`;

export const getTaxReturnOperation: Operation = {
  id: 'getTaxReturn',
  tag: 'Returns',
  summary: 'Read a tax return with its figures',
  description:
    'The return for a place and period. A DRAFT is computed from the current documents. A filed return has its filed figures and, after an amendment, the difference from the previous filing. The ETag covers the status and figures.',
  responses: {
    200: { description: 'The return.', schema: responseOf(taxReturnWithFigures) },
  },
  isTagged: true,
  problems: ['COUNTRY_NOT_COVERED'],
  examples: {
    draft: { summary: 'Draft of a month', path, status: 200 },
  },
  graphql: { document: query(recordSelection(taxReturnWithFigures)), at: 'taxReturn' },
};

export const listTaxReturnRowsOperation: Operation = {
  id: 'listTaxReturnRows',
  tag: 'Returns',
  summary: 'List the figures of a tax return by jurisdiction',
  description:
    'Figures by jurisdiction, as in `figures.jurisdictions`, optionally for a single subsidiary or source. One-stop-shop returns have `figures.oneStopShop.supplies` instead. Also available as CSV and JSON Lines.',
  responses: { 200: { description: 'The rows.', schema: list(responseOf(liabilityRow), 'By jurisdiction.') } },
  columns: liabilityCsv.columns,
  problems: ['COUNTRY_NOT_COVERED', 'NOT_FOUND', 'STILL_COUNTING'],
  examples: { rows: { summary: 'Figures for a month', path, status: 200 } },
  graphql: {
    document: `query ($by: TaxReturnBy!, $subsidiary: String, $source: String) { taxReturn(by: $by) { rows(subsidiary: $subsidiary, source: $source) { ${recordSelection(liabilityRow)} } } }`,
    at: 'taxReturn.rows',
  },
};

export const getTaxReturnFormOperation: Operation = {
  id: 'getTaxReturnForm',
  tag: 'Returns',
  summary: 'Read a tax return as its state’s form',
  description: `${filledForm.description} ${knownForms} NOT_FOUND elsewhere.`,
  responses: {
    200: { description: 'The form; in CSV and JSON Lines, its boxes.', schema: responseOf(filledForm) },
  },
  columns: formLineCsv.columns,
  problems: ['COUNTRY_NOT_COVERED', 'NOT_FOUND', 'STILL_COUNTING'],
  examples: {
    form: {
      summary: 'Form for one month, filed on time',
      path,
      query: { filedOn: '2026-07-20', prepaidAmount: '5' },
      status: 200,
    },
  },
  graphql: {
    document: `query ($by: TaxReturnBy!, $filedOn: Date, $prepaidAmount: Decimal, $prepaidLocalAmount: Decimal) { taxReturn(by: $by) { form(filedOn: $filedOn, prepaidAmount: $prepaidAmount, prepaidLocalAmount: $prepaidLocalAmount) { ${recordSelection(filledForm)} } } }`,
    at: 'taxReturn.form',
  },
};

const [usualFileType, ...otherFileTypes] = shopFileTypes;

export const getOneStopShopFileOperation: Operation = {
  id: 'getOneStopShopFile',
  tag: 'Returns',
  summary: 'Download a one-stop-shop return as a file',
  description: `${shopFile.description} ${knownShopFiles} NOT_FOUND for any other return.`,
  responses: {
    200: { description: 'The file.', schema: z.string(), mediaType: usualFileType, otherMediaTypes: otherFileTypes },
  },
  problems: ['COUNTRY_NOT_COVERED', 'NOT_FOUND', 'RETURN_INCOMPLETE'],
  examples: {
    file: {
      summary: 'The file for a quarter',
      path: { scheme: 'UNION_ONE_STOP_SHOP', place: 'IE', period: '2026-Q2' },
      status: 200,
    },
  },
  graphql: { none: 'In GraphQL, use TaxReturn.oneStopShopFile, which includes the format and its sources.' },
};

export const listTaxReturnTransactionsOperation: Operation = {
  ...listTransactionsOperation,
  id: 'listTaxReturnTransactions',
  tag: 'Returns',
  summary: 'List the documents in a tax return',
  description: 'The invoices and refunds in the return, newest first, in the thin form unless `detailed` is true.',
  problems: ['COUNTRY_NOT_COVERED'],
  examples: {
    page: { summary: 'A page of one record', path, query: { limit: '1' }, status: 200 },
  },
  graphql: {
    document: `query ($by: TaxReturnBy!, $first: Int) { taxReturn(by: $by) { transactions(first: $first) { nodes { ${thinTransactionSelection} } } } }`,
    at: 'taxReturn.transactions.nodes',
  },
};

export const listTaxReturnFilingsOperation: Operation = {
  id: 'listTaxReturnFilings',
  tag: 'Returns',
  summary: 'List the filings of a tax return',
  description: 'All filings of the return, oldest first.',
  responses: { 200: { description: 'The filings.', schema: list(responseOf(taxReturnFiling), 'Oldest first.') } },
  problems: ['COUNTRY_NOT_COVERED'],
  examples: { filings: { summary: 'Filings for a month', path, status: 200 } },
  graphql: { document: query(`filings { ${recordSelection(taxReturnFiling)} }`), at: 'taxReturn.filings' },
};

export const getTaxReturnFilingOperation: Operation = {
  id: 'getTaxReturnFiling',
  tag: 'Returns',
  summary: 'Read one filing of a tax return with its figures',
  description: 'The figures as filed. They never change.',
  responses: { 200: { description: 'The filing.', schema: responseOf(filingWithFigures) } },
  problems: ['COUNTRY_NOT_COVERED', 'NOT_FOUND'],
  examples: {
    first: { summary: 'The first filing', path: { ...path, number: '1' }, status: 200 },
  },
  graphql: {
    document: query(`filings { ${recordSelection(filingWithFigures)} }`),
    at: 'taxReturn.filings.0',
  },
};

export const listChangedTransactionsOperation: Operation = {
  ...listTransactionsOperation,
  id: 'listChangedTransactions',
  tag: 'Returns',
  summary: 'List the documents that changed after a filing',
  description: `${changedTransactionsText} In the thin form unless \`detailed\` is true.`,
  problems: ['COUNTRY_NOT_COVERED', 'NOT_FOUND'],
  examples: {
    first: { summary: 'Changes after the first filing', path: { ...path, number: '1' }, status: 200 },
  },
  graphql: {
    document: `query ($by: TaxReturnBy!, $first: Int) { taxReturn(by: $by) { filings { changedTransactions(first: $first) { nodes { ${thinTransactionSelection} } } } } }`,
    at: 'taxReturn.filings.0.changedTransactions.nodes',
  },
};

export const listDueTaxReturnsOperation: Operation = {
  id: 'listDueTaxReturns',
  tag: 'Returns',
  summary: 'List due tax returns',
  description: `${dueReturnList.description} In CSV, a return has one line per currency, or a single line without amounts if it has no documents. For tax outside any return, see \`GET /v1/returns/unassigned_tax\`.`,
  responses: {
    200: { description: 'Due returns.', schema: list(responseOf(dueTaxReturn), 'By due date.'), headers: ['Link'] },
  },
  columns: dueReturnCsv.columns,
  examples: {
    summer: {
      summary: 'Returns due in summer',
      query: { dueFrom: '2026-06-01', dueTo: '2026-08-31' },
      status: 200,
    },
  },
  graphql: {
    document: `query ($filter: DueTaxReturnFilter, $first: Int) { dueTaxReturns(filter: $filter, first: $first) { nodes { ${recordSelection(dueTaxReturn)} } } }`,
    at: 'dueTaxReturns.nodes',
    variables: twinVariables(dueReturnList),
  },
};

export const listUnassignedTaxOperation: Operation = {
  id: 'listUnassignedTax',
  tag: 'Returns',
  summary: 'List tax outside any return',
  description: `${unassignedTax.description} The liability is the sum of this tax and the returns for the period, and includes the same list as \`unassignedTax\`.`,
  responses: { 200: { description: 'The tax.', schema: list(responseOf(unassignedTax), 'By place and currency.') } },
  columns: unassignedTaxCsv.columns,
  problems: ['COUNTRY_NOT_COVERED', 'STILL_COUNTING'],
  examples: {
    quarter: {
      summary: 'The tax for a quarter',
      query: { period: '2026-Q2' },
      status: 200,
    },
  },
  graphql: {
    document: `query ($period: PeriodInput!, $country: CountryCode, $state: String) { liability(period: $period, country: $country, state: $state) { unassignedTax { ${recordSelection(unassignedTax)} } } }`,
    at: 'liability.unassignedTax',
  },
};

export const fileTaxReturnOperation: Operation = {
  id: 'fileTaxReturn',
  tag: 'Returns',
  summary: 'File a tax return',
  description:
    'Closes the period, which must have ended at the place, marks its documents as FILED and freezes the figures. Depending on latePolicy, later documents are reported in the next open period or refused with PERIOD_CLOSED. A reopened return is filed as an amendment. With `If-Match`, the request fails with FIGURES_CHANGED if the figures have changed since they were read. The request is safe to repeat. If it fails halfway, the period stays closed until the request is repeated.',
  body: { name: 'TaxReturnFilingInput', description: 'Details of the filing.', schema: filingDetailsInput },
  responses: {
    200: {
      description: 'Already filed with the same details; nothing was changed.',
      schema: responseOf(taxReturn),
      headers: ['Location'],
    },
    201: { description: 'The filed return.', schema: responseOf(taxReturn), headers: ['Location'] },
  },
  isTagged: true,
  problems: returnProblems.file,
  examples: {
    file: {
      summary: 'File a month',
      path,
      body: { referenceNumber: 'MN-2026-06', amountPaid: 15.24 },
      status: 201,
      variables: { input: { by, referenceNumber: 'MN-2026-06', amountPaid: '15.24' } },
    },
  },
  graphql: {
    document: `mutation ($input: FileTaxReturnInput!) { fileTaxReturn(input: $input) { __typename ... on TaxReturn { ${returnSelection} } ${failures} } }`,
    at: 'fileTaxReturn',
  },
};

const reason = 'An invoice was missing';

export const reopenTaxReturnOperation: Operation = {
  id: 'reopenTaxReturn',
  tag: 'Returns',
  summary: 'Reopen a filed tax return',
  description:
    'Resets the documents of the return to NOT_FILED and stores the reason with each document. The figures follow the documents until the return is filed again; earlier filings are kept.',
  body: { name: 'TaxReturnReopeningInput', description: 'Reason for reopening.', schema: reopeningInput },
  responses: { 200: { description: 'The reopened return.', schema: responseOf(reopenedTaxReturn) } },
  isTagged: true,
  problems: returnProblems.reopen,
  examples: {
    reopen: { summary: 'Reopen a return', path, body: { reason }, status: 200, variables: { input: { by, reason } } },
  },
  graphql: {
    document: `mutation ($input: ReopenTaxReturnInput!) { reopenTaxReturn(input: $input) { __typename ... on TaxReturn { ${recordSelection(reopenedTaxReturn)} } ${failures} } }`,
    at: 'reopenTaxReturn',
  },
};
