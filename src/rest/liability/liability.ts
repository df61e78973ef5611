import { absentAsNull } from '../../domain/base/fields.ts';
import { liabilityGroupNames, liabilityQueryFields } from '../../domain/liability/liability-query.ts';
import { getLiability } from '../../usecases/liability/get-liability.ts';
import { answered, commaSeparated, parseQuery } from '../http/query.ts';
import { jsonReply, type Route, route } from '../http/route.ts';
import { liabilityJson } from './liability-json.ts';
import { getLiabilityOperation } from './liability-operations.ts';

const query = liabilityQueryFields.extend({
  groupBy: absentAsNull(commaSeparated(liabilityGroupNames)).meta({
    description: `What each row is for, separated by commas: ${liabilityGroupNames.join(', ')}. Default: COUNTRY,STATE. Rows are always separate by currency.`,
  }),
});

export const liabilityRoutes: readonly Route[] = [
  route(
    'GET',
    '/v1/liability',
    'transactions:read',
    async ({ ctx, request }) => {
      const { groupBy, ...asked } = parseQuery(query, request);
      const liability = await answered(() => getLiability(ctx, { ...asked, groupBy: groupBy && [...groupBy] }));
      return jsonReply(200, liabilityJson(liability));
    },
    { operation: { ...getLiabilityOperation, query } },
  ),
];
