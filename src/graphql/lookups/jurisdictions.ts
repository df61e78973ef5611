import { gatewayLimits } from '../../domain/base/limits.ts';
import { encodeJurisdictionCursor, jurisdictionCursor } from '../../domain/lists/cursor.ts';
import { jurisdictionsInput } from '../../domain/lookups/catalogue-input.ts';
import { type RatedJurisdiction, ratedJurisdiction } from '../../domain/lookups/jurisdictions.ts';
import { listJurisdictions } from '../../usecases/lookups/list-jurisdictions.ts';
import { asOfArguments } from '../base/as-of.ts';
import { builder } from '../base/builder.ts';
import { checkedArgs } from '../base/checked-input.ts';
import { type Connection, connectionOf } from '../base/connection.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { needsScopes } from '../base/field-scope.ts';
import { pageArguments, readPage } from '../base/page-arguments.ts';
import { recordType } from '../base/record-type.ts';
import { CountryFilterRef, JurisdictionLevelFilterRef, StateFilterRef, StringFilterRef } from '../lists/comparators.ts';
import { readJurisdictionFilter } from '../lists/read-filter.ts';

const described = descriptionsOf(jurisdictionsInput);

const JurisdictionRateConnectionRef = connectionOf(recordType(ratedJurisdiction));

const JurisdictionFilterRef = builder.inputType('JurisdictionFilter', {
  description: 'Selects the jurisdictions that meet all conditions.',
  fields: (t) => ({
    country: t.field({ type: CountryFilterRef, description: 'The country that they are in.' }),
    state: t.field({ type: StateFilterRef, description: 'The state or region that they are in.' }),
    level: t.field({ type: JurisdictionLevelFilterRef, description: 'Kind of authority, such as COUNTY.' }),
    name: t.field({ type: StringFilterRef, description: 'Their name. Case and accents are ignored.' }),
    jurisdictionId: t.field({
      type: StringFilterRef,
      description: `Their ids, such as MN-C053; at most ${gatewayLimits.jurisdictionIds}.`,
    }),
  }),
});

builder.queryField('jurisdictions', (t) =>
  t.field({
    type: JurisdictionRateConnectionRef,
    extensions: needsScopes('tax:read'),
    description:
      'The jurisdictions of the rate book that levy their own tax, ordered by country and id, with their rates on a day.',
    ...checkedArgs(
      {
        ...pageArguments(),
        filter: t.arg({ type: JurisdictionFilterRef, description: 'Which jurisdictions to list; all if absent.' }),
        zip: t.arg.string({ description: described.zip }),
        ...asOfArguments(described.asOf),
      },
      jurisdictionsInput,
    ),
    resolve: async (_root, { parsed, filter: sent, ...page }, ctx): Promise<Connection<RatedJurisdiction>> => {
      const filter = readJurisdictionFilter(ctx, sent);
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
