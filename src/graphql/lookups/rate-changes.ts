import { gatewayLimits } from '../../domain/base/limits.ts';
import { effectDaysMeta, rateChangesInput, usualEffectDays } from '../../domain/lookups/catalogue-input.ts';
import { rateChangeEffect } from '../../domain/lookups/rate-change-effect.ts';
import { rateChange, rateChangeKind } from '../../domain/lookups/rate-changes.ts';
import { getRateChange, getRateChangeEffect, openDocumentsOf } from '../../usecases/lookups/get-rate-change.ts';
import { listRateChanges } from '../../usecases/lookups/list-rate-changes.ts';
import { builder } from '../base/builder.ts';
import { checkedArgs } from '../base/checked-input.ts';
import { connectionOf } from '../base/connection.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { needsScopes } from '../base/field-scope.ts';
import { inTurn } from '../base/in-turn.ts';
import { pageArguments } from '../base/page-arguments.ts';
import { nullIfNotFound } from '../base/record-name.ts';
import { enumOf, recordType } from '../base/record-type.ts';
import { pagesOfWholeList } from '../base/whole-list.ts';
import {
  CountryFilterRef,
  choiceFilter,
  DateFilterRef,
  DateTimeFilterRef,
  StateFilterRef,
  StringFilterRef,
} from '../lists/comparators.ts';
import { readRateChangeFilter } from '../lists/read-filter.ts';
import { connectSelected, listArguments, TransactionConnectionRef } from '../transactions/transaction-list.ts';

const described = descriptionsOf(rateChangesInput);

const RateChangeKindFilterRef = choiceFilter('RateChangeKindFilter', enumOf(rateChangeKind), 'the kind of a change');

const RateChangeFilterRef = builder.inputType('RateChangeFilter', {
  description: 'Selects the changes of rates and rules that meet all conditions.',
  fields: (t) => ({
    effectiveOn: t.field({ type: DateFilterRef, description: 'First day of the new rate or rule.' }),
    knownSince: t.field({ type: DateTimeFilterRef, description: 'When the source of the change was read.' }),
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

builder.queryField('rateChange', (t) =>
  t.field({
    type: recordType(rateChange),
    nullable: true,
    extensions: needsScopes('tax:read'),
    description: 'One change; null if the rate book in force has none with this id.',
    args: {
      changeId: t.arg.string({ required: true, description: 'Id of the change, such as 2027-07-01.US.SD.RATE.' }),
    },
    resolve: (_root, { changeId }, ctx) => nullIfNotFound(getRateChange(ctx, changeId)),
  }),
);

builder.objectField(recordType(rateChange), 'effect', (t) =>
  t.field({
    type: recordType(rateChangeEffect),
    nullable: true,
    extensions: { ...needsScopes('tax:read', 'customers:read', 'transactions:read'), work: 5_000 },
    description:
      'What the change means for the account: its customers and open documents there, and the tax of the last days if it had been in force.',
    args: { days: t.arg.int({ defaultValue: usualEffectDays, description: effectDaysMeta.description }) },
    resolve: (change, { days }, ctx) => inTurn(ctx, () => getRateChangeEffect(ctx, change, days ?? usualEffectDays)),
  }),
);

builder.objectField(recordType(rateChangeEffect), 'openTransactions', (t) =>
  t.field({
    type: TransactionConnectionRef,
    nullable: true,
    description: 'These estimates and orders, newest first unless `orderBy` says otherwise.',
    args: listArguments(),
    extensions: { ...needsScopes('transactions:read'), work: 100 },
    resolve: async ({ change }, args, ctx, info) =>
      connectSelected(await openDocumentsOf(ctx, change), { args, ctx, info }),
  }),
);
