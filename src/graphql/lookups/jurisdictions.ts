import { parseInput } from '../../domain/base/parse-input.ts';
import { withoutNulls } from '../../domain/base/plain-object.ts';
import { jurisdictionsInput } from '../../domain/lookups/catalogue-input.ts';
import { encodeJurisdictionCursor, jurisdictionCursor } from '../../domain/lookups/jurisdiction-cursor.ts';
import type { RatedJurisdiction } from '../../domain/lookups/rate-lookup.ts';
import { listJurisdictions } from '../../usecases/lookups/list-jurisdictions.ts';
import type { Builder } from '../base/builder.ts';
import { type Connection, connectionOf, pageArguments, pageSize, readCursor } from '../base/connection.ts';
import { JurisdictionLevelEnum } from '../base/enums.ts';
import type { RatedJurisdictionRef } from './rated-jurisdiction.ts';

type Parts = { readonly ratedJurisdiction: RatedJurisdictionRef };

/** The jurisdictions of the rate book, page by page. */
export function addJurisdictions(builder: Builder, { ratedJurisdiction }: Parts): void {
  const filter = addFilter(builder);
  builder.queryField('jurisdictions', (t) =>
    t.field({
      type: connectionOf(ratedJurisdiction, 'Jurisdiction'),
      description:
        'The authorities of the rate book that levy a tax of their own, by country and id, with their rates on a day. Needs the scope `tax:read`.',
      args: {
        ...pageArguments(),
        filter: t.arg({ type: filter, description: 'Which jurisdictions; all when absent.' }),
        on: t.arg({ type: 'Date', description: 'The day the rates are to hold on; today in UTC when absent.' }),
      },
      resolve: async (_root, { first, after, ...question }, ctx): Promise<Connection<RatedJurisdiction>> => {
        const input = parseInput(jurisdictionsInput, withoutNulls(question));
        const limit = pageSize(first);
        const position = after == null ? null : readCursor(jurisdictionCursor, after);
        const { rows, hasNextPage, totalCount } = await listJurisdictions(ctx, input, { limit, after: position });
        return {
          page: async () => ({ nodes: rows, hasNextPage, hasPreviousPage: position !== null, cursorOf }),
          count: async () => totalCount,
        };
      },
    }),
  );
}

const cursorOf = ({ key }: RatedJurisdiction) => encodeJurisdictionCursor(key);

function addFilter(builder: Builder) {
  return builder.inputType('JurisdictionFilter', {
    description: 'Leaves the jurisdictions that fit every member given.',
    fields: (t) => ({
      country: t.string({ description: 'In this country, by code or English name.' }),
      state: t.string({ description: 'In this US state, by code, FIPS code or name.' }),
      level: t.field({
        type: JurisdictionLevelEnum,
        description: 'States, counties, cities, districts, countries or regions.',
      }),
      nameContains: t.string({ description: 'With this in their name; case and accents aside.' }),
      ids: t.stringList({ description: 'Of these ids, at most 100.' }),
      zip: t.string({ description: 'At the places that this US ZIP code may be.' }),
    }),
  });
}
