import { z } from 'zod';
import { boundedText } from '../../domain/base/fields.ts';
import { parseInput } from '../../domain/base/parse-input.ts';
import { withoutNulls } from '../../domain/base/plain-object.ts';
import { dayInput } from '../../domain/base/report-period.ts';
import { liabilityRow } from '../../domain/liability/liability-record.ts';
import { filledForm, formLine } from '../../domain/returns/forms/filled-form.ts';
import { asReturn, type StoredReturn } from '../../domain/returns/return.ts';
import { dueDays, fileReturnInput, reopenReturnInput, returnNameFields } from '../../domain/returns/return-input.ts';
import type { ReturnName } from '../../domain/returns/return-record.ts';
import { dueReturn, returnWithFigures, taxReturn } from '../../domain/returns/return-record.ts';
import { fileReturn } from '../../usecases/returns/file-return.ts';
import { getReturnForm } from '../../usecases/returns/fill-return-form.ts';
import { listDueReturns } from '../../usecases/returns/list-due-returns.ts';
import { getReturn, listReturns } from '../../usecases/returns/list-returns.ts';
import { reopenReturn } from '../../usecases/returns/reopen-return.ts';
import { getReturnFigures } from '../../usecases/returns/return-figures.ts';
import { readJson } from '../http/body.ts';
import { eachShown, listReply } from '../http/list.ts';
import { formatParameters, listTypes } from '../http/list-format.ts';
import { answered, pageParameters, parseQuery } from '../http/query.ts';
import { jsonOf } from '../http/record-response.ts';
import { reportReply } from '../http/report.ts';
import { jsonReply, type Route, route } from '../http/route.ts';
import { liabilityCsv } from '../liability/liability-columns.ts';
import { formLineCsv, returnCsv } from './return-columns.ts';
import {
  fileReturnOperation,
  getReturnFormOperation,
  getReturnOperation,
  listDueReturnsOperation,
  listReturnsOperation,
  reopenReturnOperation,
} from './return-operations.ts';

const returnJson = jsonOf(taxReturn);
const returnWithFiguresJson = jsonOf(returnWithFigures);
const formJson = jsonOf(filledForm);
const dueReturnJson = jsonOf(dueReturn);

const nameQuery = z.object({ ...returnNameFields, ...formatParameters });

const listQuery = z.object({
  ...pageParameters('returns'),
  ...formatParameters,
  country: boundedText(1, 50).optional().meta({ description: 'Country, by code or name.' }),
  state: boundedText(1, 100).optional().meta({ description: 'US state or region, by code or name.' }),
  from: dayInput.optional().meta({ description: 'Only returns whose period ends on this day or later.' }),
  to: dayInput.optional().meta({ description: 'Only returns whose period begins on this day or earlier.' }),
});

const dueQuery = z.object({
  since: dayInput.optional().meta({ description: dueDays.since }),
  by: dayInput.optional().meta({ description: dueDays.by }),
});

export const returnRoutes: readonly Route[] = [
  route(
    'GET',
    '/v1/returns',
    'returns:read',
    (call) => {
      const { limit, cursor, format, escapeFormulas, ...asked } = parseQuery(listQuery, call.request);
      return listReply<StoredReturn>(
        call,
        { limit, cursor, format, escapeFormulas },
        {
          name: 'returns',
          pageSize: 200,
          csv: returnCsv,
          read: (page) => answered(() => listReturns(call.ctx, asked, page)),
          render: async (returns) => eachShown(returns, (stored) => returnJson(asReturn(stored, stored))),
        },
      );
    },
    { produces: Object.values(listTypes), operation: { ...listReturnsOperation, query: listQuery } },
  ),
  route(
    'GET',
    '/v1/returns/figures',
    'returns:read',
    async (call) => {
      const { format, escapeFormulas, ...asked } = parseQuery(nameQuery, call.request);
      const one = await answered(() => getReturn(call.ctx, asked));
      const shown = await getReturnFigures(call.ctx, one);
      const report = { fileName: fileNameOf(one), rows: shown.figures.jurisdictions, csv: liabilityCsv };
      const json = () => returnWithFiguresJson({ ...one, ...shown });
      return reportReply(call, { format, escapeFormulas }, { ...report, rowJson: jsonOf(liabilityRow), json });
    },
    { produces: Object.values(listTypes), operation: { ...getReturnOperation, query: nameQuery } },
  ),
  route(
    'GET',
    '/v1/returns/form',
    'returns:read',
    async (call) => {
      const { format, escapeFormulas, ...asked } = parseQuery(nameQuery, call.request);
      const form = await answered(() => getReturnForm(call.ctx, asked));
      const report = {
        fileName: `form-${form.formCode}`,
        rows: form.lines,
        csv: formLineCsv,
        rowJson: jsonOf(formLine),
      };
      return reportReply(call, { format, escapeFormulas }, { ...report, json: () => formJson(form) });
    },
    { produces: Object.values(listTypes), operation: { ...getReturnFormOperation, query: nameQuery } },
  ),
  route(
    'GET',
    '/v1/returns/due',
    'returns:read',
    async ({ ctx, request }) => {
      const asked = parseQuery(dueQuery, request);
      return jsonReply(200, (await answered(() => listDueReturns(ctx, asked))).map(dueReturnJson));
    },
    { operation: { ...listDueReturnsOperation, query: dueQuery } },
  ),
  route(
    'POST',
    '/v1/returns/file',
    'returns:write',
    async ({ ctx, request }) => {
      const asked = parseInput(fileReturnInput, withoutNulls(await readJson(request)));
      return jsonReply(200, returnJson(await fileReturn(ctx, asked)));
    },
    { operation: fileReturnOperation },
  ),
  route(
    'POST',
    '/v1/returns/reopen',
    'returns:write',
    async ({ ctx, request }) => {
      const asked = parseInput(reopenReturnInput, withoutNulls(await readJson(request)));
      return jsonReply(200, returnJson(await reopenReturn(ctx, asked)));
    },
    { operation: reopenReturnOperation },
  ),
];

const fileNameOf = ({ country, state, from, to }: ReturnName) =>
  `return-${[country, state, from, to].filter((part) => part !== null).join('-')}`;
