import { encodeJurisdictionCursor, jurisdictionCursor } from '../../domain/lists/cursor.ts';
import { jurisdictionsInput } from '../../domain/lookups/catalogue-input.ts';
import { jurisdictionList } from '../../domain/lookups/jurisdiction-list.ts';
import { type RatedJurisdiction, ratedJurisdiction } from '../../domain/lookups/jurisdictions.ts';
import { listJurisdictions } from '../../usecases/lookups/list-jurisdictions.ts';
import { builder } from '../base/builder.ts';
import { checkedArgs } from '../base/checked-input.ts';
import { type Connection, connectionOf } from '../base/connection.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { needsScopes } from '../base/field-scope.ts';
import { pageArguments, readPage } from '../base/page-arguments.ts';
import { recordType } from '../base/record-type.ts';
import { asOfArguments } from '../base/shared-inputs.ts';
import { filterArgument } from '../lists/declared-list.ts';
import { readFilter } from '../lists/read-filter.ts';

const described = descriptionsOf(jurisdictionsInput);

const JurisdictionRateConnectionRef = connectionOf(recordType(ratedJurisdiction));

builder.queryField('jurisdictions', (t) =>
  t.field({
    type: JurisdictionRateConnectionRef,
    extensions: needsScopes('tax:read'),
    description: jurisdictionList.description,
    ...checkedArgs(
      {
        ...pageArguments(),
        ...filterArgument(jurisdictionList),
        zip: t.arg.string({ description: described.zip }),
        ...asOfArguments(described.asOf),
      },
      jurisdictionsInput,
    ),
    resolve: async (_root, { parsed, filter: sent, ...page }, ctx): Promise<Connection<RatedJurisdiction>> => {
      const filter = readFilter(ctx, jurisdictionList, sent);
      const { size: limit, position, isBackward } = readPage(page, jurisdictionCursor);
      const asked = isBackward ? { limit, before: position } : { limit, after: position };
      const pageOf = await listJurisdictions(ctx, { ...parsed, filter });
      const { rows, totalCount, ...neighbours } = pageOf(asked);
      return { page: async () => ({ nodes: rows, ...neighbours, cursorOf }), count: async () => totalCount };
    },
  }),
);

function cursorOf({ key }: RatedJurisdiction): string {
  return encodeJurisdictionCursor(key);
}
