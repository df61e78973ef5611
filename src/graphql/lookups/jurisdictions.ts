import { parseInput, withoutNulls } from '../../domain/base/input.ts';
import { jurisdictionsInput } from '../../domain/lookups/catalogue-input.ts';
import { decodeJurisdictionCursor, encodeJurisdictionCursor } from '../../domain/lookups/jurisdiction-cursor.ts';
import type { RatedJurisdiction } from '../../domain/lookups/rate-lookup.ts';
import { type JurisdictionList, listJurisdictions } from '../../usecases/lookups/list-jurisdictions.ts';
import type { Builder } from '../base/builder.ts';
import { type Connections, pageArguments, pageSize } from '../base/connection.ts';
import type { Enums } from '../base/enums.ts';
import type { RatedJurisdictionRef } from './rated-jurisdiction.ts';

type Parts = {
  readonly connections: Connections;
  readonly enums: Enums;
  readonly ratedJurisdiction: RatedJurisdictionRef;
};

type Page = JurisdictionList & { readonly hasPreviousPage: boolean };

/** The jurisdictions of the rate book, page by page. */
export function addJurisdictions(builder: Builder, parts: Parts): void {
  const connection = addConnection(builder, parts);
  const filter = addFilter(builder, parts);
  builder.queryField('jurisdictions', (t) =>
    t.field({
      type: connection,
      description:
        'The authorities of the rate book that levy a tax of their own, by country and id, with their rates on a day. Needs the scope `tax:read`.',
      args: {
        ...pageArguments(builder),
        filter: t.arg({ type: filter, description: 'Which jurisdictions; all when absent.' }),
        on: t.arg({ type: 'Date', description: 'The day the rates are to hold on; today in UTC when absent.' }),
      },
      resolve: async (_root, { first, after, ...question }, ctx): Promise<Page> => {
        const input = parseInput(jurisdictionsInput, withoutNulls(question));
        const limit = pageSize(first ?? 25);
        const position = after == null ? null : decodeJurisdictionCursor(after, 'after');
        const list = await listJurisdictions(ctx, input, { limit, after: position });
        return { ...list, hasPreviousPage: position !== null };
      },
    }),
  );
}

function addConnection(builder: Builder, { connections, ratedJurisdiction }: Parts) {
  const cursorOf = ({ key }: RatedJurisdiction) => encodeJurisdictionCursor(key);
  const edge = builder.objectRef<RatedJurisdiction>('JurisdictionEdge').implement({
    description: 'A jurisdiction in its list.',
    fields: (t) => ({
      cursor: t.string({ description: 'Its place, for `after`.', resolve: cursorOf }),
      node: t.field({ type: ratedJurisdiction, description: 'What stands there.', resolve: (row) => row }),
    }),
  });
  return builder.objectRef<Page>('JurisdictionConnection').implement({
    description: 'A page of jurisdictions, by country and id.',
    fields: (t) => ({
      nodes: t.field({
        type: [ratedJurisdiction],
        description: 'The jurisdictions of the page.',
        resolve: ({ rows }) => [...rows],
      }),
      edges: t.field({
        type: [edge],
        description: 'The jurisdictions with their cursors.',
        resolve: ({ rows }) => [...rows],
      }),
      pageInfo: t.field({
        type: connections.pageInfo,
        description: 'Where the page stands.',
        resolve: ({ rows, hasNextPage, hasPreviousPage }) => {
          const [first] = rows;
          const last = rows.at(-1);
          return {
            hasNextPage,
            hasPreviousPage,
            startCursor: first ? cursorOf(first) : null,
            endCursor: last ? cursorOf(last) : null,
          };
        },
      }),
      totalCount: t.exposeInt('totalCount', { description: 'How many the filter leaves in the whole list.' }),
    }),
  });
}

function addFilter(builder: Builder, { enums }: Parts) {
  return builder.inputType('JurisdictionFilter', {
    description: 'Leaves the jurisdictions that fit every member given.',
    fields: (t) => ({
      country: t.string({ description: 'In this country, by code or English name.' }),
      state: t.string({ description: 'In this US state, by code, FIPS code or name.' }),
      level: t.field({
        type: enums.jurisdictionLevel,
        description: 'States, counties, cities, districts, countries or regions.',
      }),
      nameContains: t.string({ description: 'With this in their name; case and accents aside.' }),
      ids: t.stringList({ description: 'Of these ids, at most 100.' }),
      zip: t.string({ description: 'At the places that this US ZIP code may be.' }),
    }),
  });
}
