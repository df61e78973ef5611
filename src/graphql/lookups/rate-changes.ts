import { gatewayLimits } from '../../domain/base/limits.ts';
import { rateChangesInput } from '../../domain/lookups/catalogue-input.ts';
import { rateChange, rateChangeKind } from '../../domain/lookups/rate-changes.ts';
import { listRateChanges } from '../../usecases/lookups/list-rate-changes.ts';
import { builder } from '../base/builder.ts';
import { checkedArgs } from '../base/checked-input.ts';
import { connectionOf } from '../base/connection.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { needsScopes } from '../base/field-scope.ts';
import { pageArguments } from '../base/page-arguments.ts';
import { enumOf, recordType } from '../base/record-type.ts';
import { pagesOfWholeList } from '../base/whole-list.ts';
import {
  CountryFilterRef,
  choiceFilter,
  DateFilterRef,
  StateFilterRef,
  StringFilterRef,
} from '../lists/comparators.ts';
import { readRateChangeFilter } from '../lists/read-filter.ts';

const described = descriptionsOf(rateChangesInput);

const RateChangeKindFilterRef = choiceFilter('RateChangeKindFilter', enumOf(rateChangeKind), 'the kind of a change');

const RateChangeFilterRef = builder.inputType('RateChangeFilter', {
  description: 'Selects the changes of rates and rules that meet all conditions.',
  fields: (t) => ({
    effectiveOn: t.field({ type: DateFilterRef, description: 'First day of the new rate or rule.' }),
    kind: t.field({ type: RateChangeKindFilterRef, description: 'What changes.' }),
    country: t.field({ type: CountryFilterRef, description: 'The country whose law or whose regions change.' }),
    state: t.field({ type: StateFilterRef, description: 'The state or region in which the change is.' }),
    jurisdictionId: t.field({
      type: StringFilterRef,
      description: `Ids of the jurisdiction that changes or of those in which a rule changes, such as MN-C053; at most ${gatewayLimits.jurisdictionIds}.`,
    }),
  }),
});

builder.queryField('rateChanges', (t) =>
  t.field({
    type: connectionOf(recordType(rateChange)),
    extensions: needsScopes('tax:read'),
    description:
      'Changes of rates and rules in the rate book, past and announced, ordered by their first day. A first rate is listed only if it is known that there was none before.',
    ...checkedArgs(
      {
        ...pageArguments(),
        filter: t.arg({ type: RateChangeFilterRef, description: 'Which changes to list; all if absent.' }),
        zip: t.arg.string({ description: described.zip }),
        taxCode: t.arg.string({ description: described.taxCode }),
      },
      rateChangesInput,
    ),
    resolve: async (_root, { parsed, filter: sent, ...page }, ctx) => {
      const filter = readRateChangeFilter(ctx, sent);
      const changes = await listRateChanges(ctx, { ...parsed, filter });
      return pagesOfWholeList(page, changes, ({ changeId }) => changeId);
    },
  }),
);
