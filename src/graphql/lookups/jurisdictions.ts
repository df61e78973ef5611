import { encodeJurisdictionCursor, jurisdictionCursor } from '../../domain/lists/cursor.ts';
import { jurisdictionsInput } from '../../domain/lookups/catalogue-input.ts';
import { type RatedJurisdiction, ratedJurisdiction } from '../../domain/lookups/jurisdictions.ts';
import { listJurisdictions } from '../../usecases/lookups/list-jurisdictions.ts';
import { asOfArguments } from '../base/as-of.ts';
import { builder } from '../base/builder.ts';
import { checkedArgs } from '../base/checked-input.ts';
import { type Connection, connectionOf } from '../base/connection.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { JurisdictionLevelEnum } from '../base/enums.ts';
import { needsScopes } from '../base/field-scope.ts';
import { pageArguments, readPage } from '../base/page-arguments.ts';
import { recordType } from '../base/record-type.ts';

const described = descriptionsOf(jurisdictionsInput);
const describedFilter = descriptionsOf(jurisdictionsInput.shape.filter.unwrap());

const JurisdictionRateConnectionRef = connectionOf(recordType(ratedJurisdiction));

const JurisdictionFilterRef = builder.inputType('JurisdictionFilter', {
  description: described.filter,
  fields: (t) => ({
    country: t.field({ type: 'CountryCode', description: 'Country that the jurisdictions are in, such as US.' }),
    state: t.string({ description: describedFilter.state }),
    level: t.field({ type: JurisdictionLevelEnum, description: describedFilter.level }),
    name: t.string({ description: describedFilter.name }),
    jurisdictionIds: t.stringList({ description: describedFilter.jurisdictionIds }),
    zip: t.string({ description: describedFilter.zip }),
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
        ...asOfArguments(described.asOf),
      },
      jurisdictionsInput,
    ),
    resolve: async (_root, { parsed, ...page }, ctx): Promise<Connection<RatedJurisdiction>> => {
      const { size: limit, position, isBackward } = readPage(page, jurisdictionCursor);
      const asked = isBackward ? { limit, before: position } : { limit, after: position };
      const { rows, totalCount, ...neighbours } = await listJurisdictions(ctx, parsed, asked);
      return { page: async () => ({ nodes: rows, ...neighbours, cursorOf }), count: async () => totalCount };
    },
  }),
);

function cursorOf({ key }: RatedJurisdiction): string {
  return encodeJurisdictionCursor(key);
}
