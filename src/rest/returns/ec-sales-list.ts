import { ecSalesListFields } from '../../domain/returns/ec-sales/ec-sales-query.ts';
import type { EcSalesLine } from '../../domain/returns/ec-sales/ec-sales-record.ts';
import { ecSalesLine, ecSalesList } from '../../domain/returns/ec-sales/ec-sales-record.ts';
import { getEcSalesList } from '../../usecases/returns/get-ec-sales-list.ts';
import { csvForm, formatParameters, listTypes } from '../http/list-format.ts';
import type { Operation } from '../http/operation.ts';
import { answered, parseQuery } from '../http/query.ts';
import { recordColumns } from '../http/record-columns.ts';
import { jsonOf, responseOf } from '../http/record-response.ts';
import { reportReply } from '../http/report.ts';
import { type Route, route } from '../http/route.ts';
import { recordSelection } from '../selections/record-selection.ts';

const listJson = jsonOf(ecSalesList);
const lineCsv = csvForm<EcSalesLine>(recordColumns(ecSalesLine));
const query = ecSalesListFields.extend(formatParameters);

const getEcSalesListOperation: Operation = {
  id: 'getEcSalesList',
  tag: 'Returns',
  summary: 'Read the EC sales list for a period',
  description: `${ecSalesList.description} Computed from the current documents, by tax date. The CSV and JSON Lines formats contain its lines.`,
  responses: { 200: { description: 'The list.', schema: responseOf(ecSalesList) } },
  columns: lineCsv.columns,
  examples: {
    month: {
      summary: 'A month in Germany',
      query: { country: 'DE', period: '2026-06' },
      status: 200,
    },
  },
  graphql: {
    document: `query ($period: PeriodInput!, $country: CountryCode) { ecSalesList(period: $period, country: $country) { ${recordSelection(ecSalesList)} } }`,
    at: 'ecSalesList',
  },
};

export const ecSalesListRoutes: readonly Route[] = [
  route(
    'GET',
    '/v1/ec_sales_list',
    'returns:read',
    async (call) => {
      const { format, escapeFormulas, bom, ...asked } = parseQuery(query, call.request);
      const found = await answered(() => getEcSalesList(call.ctx, asked));
      const { lines: rows } = found;
      const report = { fileName: 'ec-sales-list', rows, csv: lineCsv, rowJson: jsonOf(ecSalesLine) };
      return reportReply(call, { format, escapeFormulas, bom }, { ...report, json: () => listJson(found) });
    },
    { produces: Object.values(listTypes), operation: { ...getEcSalesListOperation, query } },
  ),
];
