import { z } from 'zod';
import { customerTypes } from '../../domain/base/customer-type.ts';
import { AppError } from '../../domain/base/errors.ts';
import { absentAsNull, boundedText, customerIdInput } from '../../domain/base/fields.ts';
import { namesOf } from '../../domain/base/record.ts';
import { reportPeriodFields } from '../../domain/base/report-period.ts';
import { countedFields, readCounted } from '../../domain/liability/counted-documents.ts';
import { liabilityGroupNames } from '../../domain/liability/liability-group.ts';
import { liabilityQueryFields } from '../../domain/liability/liability-query.ts';
import { liability, liabilityRow, stillCountingCode } from '../../domain/liability/liability-record.ts';
import { exclusionReason } from '../../domain/transactions/transaction-enums.ts';
import { getAssignedLiability } from '../../usecases/returns/unassigned-tax.ts';
import { formatParameters, listTypes } from '../http/list-format.ts';
import { answered, booleanParameter, commaSeparated, namesIn, parseQuery } from '../http/query.ts';
import { jsonOf } from '../http/record-response.ts';
import { reportReply } from '../http/report.ts';
import { type Route, route } from '../http/route.ts';
import {
  documentListParameters,
  listDocuments,
  listTaxLines,
  taxLineListParameters,
} from '../transactions/document-list.ts';
import {
  getLiabilityOperation,
  liabilityCsv,
  listLiabilityTaxLinesOperation,
  listLiabilityTransactionsOperation,
} from './liability-operations.ts';

const descriptionOf = (name: 'byTaxDate' | 'excludedSales') => ({
  description: countedFields.shape[name].meta()?.description ?? '',
});

/** The query parameters for the documents behind a liability row, as in its `transactionsPath`. */
const countedParameters = {
  ...reportPeriodFields,
  country: namesIn(z.array(boundedText(1, 50)))
    .optional()
    .meta({
      description:
        'Only documents taxed in one of these countries. With `EU`, only documents that count toward the threshold of the EU.',
    }),
  ...countedFields.shape,
  byTaxDate: booleanParameter(null).meta(descriptionOf('byTaxDate')),
  excludedSales: commaSeparated(namesOf(exclusionReason)).optional().meta(descriptionOf('excludedSales')),
  customerId: customerIdInput.optional().meta({ description: 'Only documents for this customer.' }),
  customerType: commaSeparated(customerTypes).optional().meta({
    description: 'Only documents whose customer had one of these types at calculation time.',
  }),
};

const liabilityJson = jsonOf(liability);

const query = liabilityQueryFields.extend({
  ...formatParameters,
  groupBy: absentAsNull(commaSeparated(liabilityGroupNames)).meta({
    description: `Grouping of the rows, one or more of ${liabilityGroupNames.join(', ')}. Default: COUNTRY,STATE. Each currency always has its own rows.`,
  }),
});
const transactionsQuery = z.object({ ...documentListParameters, ...countedParameters });
const taxLinesQuery = z.object({ ...taxLineListParameters, ...countedParameters });

export const liabilityRoutes: readonly Route[] = [
  route(
    'GET',
    '/v1/liability',
    'returns:read',
    async (call) => {
      const { groupBy, format, escapeFormulas, bom, ...asked } = parseQuery(query, call.request);
      const found = await answered(() =>
        getAssignedLiability(call.ctx, { ...asked, groupBy: groupBy && [...groupBy] }),
      );
      const missing = found.notices.find(({ code }) => code === stillCountingCode);
      const report = { fileName: 'liability', rows: found.rows, csv: liabilityCsv, rowJson: jsonOf(liabilityRow) };
      return reportReply(
        call,
        { format, escapeFormulas, bom },
        {
          ...report,
          json: () => liabilityJson(found),
          // A file that contains only rows cannot report that documents are still being counted.
          refusesFile: missing && new AppError('STILL_COUNTING', missing.message, { retryAfter: 30 }),
        },
      );
    },
    { produces: Object.values(listTypes), operation: { ...getLiabilityOperation, query } },
  ),
  route(
    'GET',
    '/v1/liability/transactions',
    'transactions:read',
    async (call) => {
      const asked = parseQuery(transactionsQuery, call.request);
      const counted = await answered(async () => readCounted(call.ctx.reference, asked));
      return listDocuments(call, asked, { counted });
    },
    {
      produces: Object.values(listTypes),
      operation: { ...listLiabilityTransactionsOperation, query: transactionsQuery },
    },
  ),
  route(
    'GET',
    '/v1/liability/tax_lines',
    'transactions:read',
    async (call) => {
      const asked = parseQuery(taxLinesQuery, call.request);
      const counted = await answered(async () => readCounted(call.ctx.reference, asked));
      return listTaxLines(call, asked, { counted });
    },
    { produces: Object.values(listTypes), operation: { ...listLiabilityTaxLinesOperation, query: taxLinesQuery } },
  ),
];
