import type { HonoRequest } from 'hono';
import { z } from 'zod';
import { AppError } from '../../domain/base/errors.ts';
import { parseInput } from '../../domain/base/parse-input.ts';
import { withoutNulls } from '../../domain/base/plain-object.ts';
import { periodText } from '../../domain/base/report-period.ts';
import { liabilityParts } from '../../domain/liability/liability-query.ts';
import { liabilityRow } from '../../domain/liability/liability-record.ts';
import { placeCode } from '../../domain/places/place-code.ts';
import { filledForm, formLine } from '../../domain/returns/forms/filled-form.ts';
import { shopFileTypes } from '../../domain/returns/one-stop-shop/files/shop-file.ts';
import { paymentFields } from '../../domain/returns/payment/payment-input.ts';
import { changedSinceFiling, taxReturnTag } from '../../domain/returns/return.ts';
import { filingDetailsInput, reopeningInput } from '../../domain/returns/return-input.ts';
import {
  filingWithFigures,
  reopenedTaxReturn,
  type TaxReturn,
  type TaxReturnFiling,
  type TaxReturnKey,
  taxReturn,
  taxReturnFiling,
  taxReturnPath,
  taxReturnWithFigures,
} from '../../domain/returns/return-record.ts';
import { jsonPieces, ShownLater } from '../../http/json-pieces.ts';
import { requireAcceptable } from '../../http/media-type.ts';
import { fileTaxReturn } from '../../usecases/returns/file-return.ts';
import { getTaxReturnForm } from '../../usecases/returns/fill-return-form.ts';
import {
  getReturnDocuments,
  getTaxReturn,
  recallFiledReturn,
  recallReopenedReturn,
} from '../../usecases/returns/get-return.ts';
import { reopenTaxReturn } from '../../usecases/returns/reopen-return.ts';
import { countReportedLater } from '../../usecases/returns/reported-later.ts';
import { getFilingFigures, getTaxReturnFigures, getTaxReturnRows } from '../../usecases/returns/return-figures.ts';
import { writeShopFile } from '../../usecases/returns/write-shop-file.ts';
import { routesAt } from '../http/addresses.ts';
import { readJson } from '../http/body.ts';
import { preconditionOf, taggedReply } from '../http/conditions.ts';
import { attachmentNamed } from '../http/file-name.ts';
import { formatParameters, listTypes } from '../http/list-format.ts';
import { shortText } from '../http/long-text.ts';
import { answered, answeredAtPath, parseQuery } from '../http/query.ts';
import { jsonOf } from '../http/record-response.ts';
import { reportReply } from '../http/report.ts';
import { jsonReply, type Reply, type Route } from '../http/route.ts';
import { liabilityCsv } from '../liability/liability-operations.ts';
import { documentListParameters, listDocuments } from '../transactions/document-list.ts';
import { filingNotFound, filingNumber, returnAddresses, shopAddresses } from './return-address.ts';
import { formLineCsv } from './return-columns.ts';
import {
  fileTaxReturnOperation,
  getOneStopShopFileOperation,
  getTaxReturnFilingOperation,
  getTaxReturnFormOperation,
  getTaxReturnOperation,
  listChangedTransactionsOperation,
  listTaxReturnFilingsOperation,
  listTaxReturnRowsOperation,
  listTaxReturnTransactionsOperation,
  reopenTaxReturnOperation,
} from './return-operations.ts';

const returnJson = jsonOf(taxReturn);
const returnWithFiguresJson = jsonOf(taxReturnWithFigures);
const reopenedJson = jsonOf(reopenedTaxReturn);
const formJson = jsonOf(filledForm);
const filingJson = jsonOf(taxReturnFiling);
const filingWithFiguresJson = jsonOf(filingWithFigures);
const rowJson = jsonOf(liabilityRow);

const rowsQuery = z.object({ ...liabilityParts, ...formatParameters });
const formQuery = z.object({ ...paymentFields, ...formatParameters });
const transactionsQuery = z.object(documentListParameters);
const produces = Object.values(listTypes);

/** The operations on one return, at each of its addresses. */
export const returnRecordRoutes: readonly Route[] = [
  ...routesAt(
    returnAddresses,
    { method: 'GET', needs: 'returns:read', operation: getTaxReturnOperation },
    async ({ ctx, request }, asked) => {
      const one = await answeredAtPath(() => getTaxReturn(ctx, asked));
      const { digest, ...figures } = await getTaxReturnFigures(ctx, one);
      const reply = taggedReply(request, taxReturnTag(digest), () => null);
      if (reply.status === 304) return reply;
      const shown = { ...one, ...figures, reportedLaterCount: await countReportedLater(ctx, one) };
      return { ...reply, body: await shortText(jsonPieces(returnWithFiguresJson(shown))) };
    },
  ),
  ...routesAt(
    returnAddresses,
    {
      method: 'GET',
      below: '/rows',
      needs: 'returns:read',
      produces,
      operation: { ...listTaxReturnRowsOperation, query: rowsQuery },
    },
    async (call, asked) => {
      const { subsidiary, source, ...format } = parseQuery(rowsQuery, call.request);
      const one = await answeredAtPath(() => getTaxReturn(call.ctx, asked));
      const rows = await answered(() => getTaxReturnRows(call.ctx, one, { subsidiary, source }));
      const json = () => new ShownLater(rows.length, (index) => rowJson(rows[index]!));
      return reportReply(call, format, { fileName: fileNameOf(one), rows, csv: liabilityCsv, rowJson, json });
    },
  ),
  ...routesAt(
    returnAddresses,
    {
      method: 'GET',
      below: '/form',
      needs: 'returns:read',
      produces,
      operation: { ...getTaxReturnFormOperation, query: formQuery },
    },
    async (call, asked) => {
      const { filedOn, prepaidAmount, prepaidLocalAmount, ...format } = parseQuery(formQuery, call.request);
      const payment = { filedOn, prepaidAmount, prepaidLocalAmount };
      const one = await answeredAtPath(() => getTaxReturn(call.ctx, asked));
      const form = await answered(() => getTaxReturnForm(call.ctx, one, payment));
      const report = { fileName: `form-${form.formCode}`, rows: form.lines, csv: formLineCsv };
      return reportReply(call, format, { ...report, rowJson: jsonOf(formLine), json: () => formJson(form) });
    },
  ),
  ...routesAt(
    shopAddresses,
    {
      method: 'GET',
      below: '/file',
      needs: 'returns:read',
      produces: shopFileTypes,
      operation: getOneStopShopFileOperation,
    },
    async ({ ctx, request }, asked) => {
      const file = await writeShopFile(ctx, await answeredAtPath(() => getTaxReturn(ctx, asked)));
      if (!file) throw new AppError('NOT_FOUND', 'Only one-stop-shop returns can be downloaded as a file.');
      requireAcceptable(request.header('accept'), [file.mediaType.split(';', 1)[0]!]);
      const headers = { 'Content-Type': file.mediaType, 'Content-Disposition': attachmentNamed(file.name) };
      return { status: 200, body: file.text, headers };
    },
  ),
  ...routesAt(
    returnAddresses,
    {
      method: 'GET',
      below: '/transactions',
      needs: 'transactions:read',
      produces,
      operation: { ...listTaxReturnTransactionsOperation, query: transactionsQuery },
    },
    async (call, asked) => {
      const query = parseQuery(transactionsQuery, call.request);
      return listDocuments(call, query, { counted: await answeredAtPath(() => getReturnDocuments(call.ctx, asked)) });
    },
  ),
  ...routesAt(
    returnAddresses,
    { method: 'GET', below: '/filings', needs: 'returns:read', operation: listTaxReturnFilingsOperation },
    async ({ ctx }, asked) => {
      const { filings } = await answeredAtPath(() => getTaxReturn(ctx, asked));
      return jsonReply(200, filings.map(filingJson));
    },
  ),
  ...routesAt(
    returnAddresses,
    { method: 'GET', below: '/filings/:number', needs: 'returns:read', operation: getTaxReturnFilingOperation },
    async ({ ctx, request }, asked) => {
      const filing = filingIn(await answeredAtPath(() => getTaxReturn(ctx, asked)), request);
      const [figures] = await getFilingFigures(ctx, [filing]);
      return jsonReply(200, filingWithFiguresJson({ ...filing, ...figures! }));
    },
  ),
  ...routesAt(
    returnAddresses,
    {
      method: 'GET',
      below: '/filings/:number/changed_transactions',
      needs: ['returns:read', 'transactions:read'],
      produces,
      operation: { ...listChangedTransactionsOperation, query: transactionsQuery },
    },
    async (call, asked) => {
      const query = parseQuery(transactionsQuery, call.request);
      const filing = filingIn(await answeredAtPath(() => getTaxReturn(call.ctx, asked)), call.request);
      return listDocuments(call, query, changedSinceFiling(filing, call.ctx.reference.countries));
    },
  ),
  ...routesAt(
    returnAddresses,
    {
      method: 'POST',
      below: '/filings',
      needs: 'returns:write',
      recall: async ({ ctx }, asked) => {
        const filed = await answeredAtPath(() => recallFiledReturn(ctx, asked));
        return filed && filedReply(201, filed);
      },
      operation: fileTaxReturnOperation,
    },
    async ({ ctx, request }, asked) => {
      const details = parseInput(filingDetailsInput, withoutNulls(await readJson(request)));
      const file = () => fileTaxReturn(ctx, asked, details, preconditionOf(request));
      const { value, isNew } = await answeredAtPath(file, filingDetailsInput.shape);
      return filedReply(isNew ? 201 : 200, value);
    },
  ),
  ...routesAt(
    returnAddresses,
    {
      method: 'POST',
      below: '/reopen',
      needs: 'returns:write',
      recall: async ({ ctx }, asked) => {
        const reopened = await answeredAtPath(() => recallReopenedReturn(ctx, asked));
        return reopened && jsonReply(200, reopenedJson(reopened));
      },
      operation: reopenTaxReturnOperation,
    },
    async ({ ctx, request }, asked) => {
      const { reason } = parseInput(reopeningInput, withoutNulls(await readJson(request)));
      const reopened = await answeredAtPath(() => reopenTaxReturn(ctx, asked, reason, preconditionOf(request)));
      return jsonReply(200, reopenedJson(reopened));
    },
  ),
];

function filedReply(status: number, filed: TaxReturn): Reply {
  const Location = `${taxReturnPath(filed)}/filings/${filed.filings.at(-1)?.number}`;
  return jsonReply(status, returnJson(filed), { Location });
}

function filingIn({ filings }: TaxReturn, request: HonoRequest): TaxReturnFiling {
  const number = filingNumber(request.param('number') ?? '');
  const filing = filings.find((known) => known.number === number);
  if (!filing) throw filingNotFound(number);
  return filing;
}

const fileNameOf = (key: TaxReturnKey) => `return-${placeCode(key)}-${periodText(key)}`;
