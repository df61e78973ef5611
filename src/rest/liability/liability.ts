import { absentAsNull } from '../../domain/base/fields.ts';
import { liabilityGroupNames, liabilityQueryFields } from '../../domain/liability/liability-query.ts';
import { liability, liabilityRow } from '../../domain/liability/liability-record.ts';
import { getLiability } from '../../usecases/liability/get-liability.ts';
import { formatParameters, listTypes } from '../http/list-format.ts';
import { answered, commaSeparated, parseQuery } from '../http/query.ts';
import { jsonOf } from '../http/record-response.ts';
import { reportReply } from '../http/report.ts';
import { type Route, route } from '../http/route.ts';
import { liabilityCsv } from './liability-columns.ts';
import { getLiabilityOperation } from './liability-operations.ts';

const liabilityJson = jsonOf(liability);

const query = liabilityQueryFields.extend({
  ...formatParameters,
  groupBy: absentAsNull(commaSeparated(liabilityGroupNames)).meta({
    description: `What each row is for, separated by commas: ${liabilityGroupNames.join(', ')}. Default: COUNTRY,STATE. Rows are always separate by currency.`,
  }),
});

export const liabilityRoutes: readonly Route[] = [
  route(
    'GET',
    '/v1/liability',
    'returns:read',
    async (call) => {
      const { groupBy, format, escapeFormulas, ...asked } = parseQuery(query, call.request);
      const found = await answered(() => getLiability(call.ctx, { ...asked, groupBy: groupBy && [...groupBy] }));
      const report = { fileName: 'liability', rows: found.rows, csv: liabilityCsv, rowJson: jsonOf(liabilityRow) };
      return reportReply(call, { format, escapeFormulas }, { ...report, json: () => liabilityJson(found) });
    },
    { produces: Object.values(listTypes), operation: { ...getLiabilityOperation, query } },
  ),
];
