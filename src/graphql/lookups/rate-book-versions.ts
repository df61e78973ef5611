import {
  rateBookDifference,
  rateBookDifferencesInput,
  rateBookVersion,
  rateUpdates,
} from '../../domain/lookups/rate-book-versions.ts';
import {
  compareRateBooks,
  describeRateUpdates,
  listRateBookVersions,
} from '../../usecases/lookups/rate-book-versions.ts';
import { builder } from '../base/builder.ts';
import { checkedArgs } from '../base/checked-input.ts';
import { connectionOf } from '../base/connection.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { needsScopes } from '../base/field-scope.ts';
import { pageArguments } from '../base/page-arguments.ts';
import { recordType } from '../base/record-type.ts';
import { pagesOfWholeList } from '../base/whole-list.ts';
import { inTurn } from '../execution/in-turn.ts';

const described = descriptionsOf(rateBookDifferencesInput);

builder.queryField('rateBookVersions', (t) =>
  t.field({
    type: connectionOf(recordType(rateBookVersion)),
    extensions: needsScopes('tax:read'),
    description:
      'Stored versions of the rate book, newest first. The last version is the data shipped with the product.',
    args: pageArguments(),
    resolve: async (_root, page, ctx) =>
      pagesOfWholeList(page, await listRateBookVersions(ctx), ({ number }) => String(number)),
  }),
);

builder.queryField('rateBookDifferences', (t) =>
  t.field({
    type: connectionOf(recordType(rateBookDifference)),
    extensions: { ...needsScopes('tax:read'), work: 1_000 },
    description:
      'Differences between two versions of the rate book, each combined with the data shipped with this release. Jurisdictions without rates are ignored.',
    ...checkedArgs(
      {
        ...pageArguments(),
        fromVersion: t.arg.int({ required: true, description: described.fromVersion }),
        toVersion: t.arg.int({ required: true, description: described.toVersion }),
      },
      rateBookDifferencesInput,
    ),
    resolve: async (_root, { parsed, ...page }, ctx) =>
      pagesOfWholeList(page, await inTurn(ctx, () => compareRateBooks(ctx, parsed)), ({ key }) => key),
  }),
);

builder.queryField('rateUpdates', (t) =>
  t.field({
    type: recordType(rateUpdates),
    nullable: true,
    extensions: { ...needsScopes('tax:read'), work: 1_000 },
    description: rateUpdates.description,
    resolve: (_root, _args, ctx) => inTurn(ctx, () => describeRateUpdates(ctx)),
  }),
);
