import { effectDaysMeta, rateChangesInput, usualEffectDays } from '../../domain/lookups/catalogue-input.ts';
import { rateChange, rateChangeEffect, rateChangeList } from '../../domain/lookups/rate-changes.ts';
import { getRateChange, getRateChangeEffect, openDocumentsOf } from '../../usecases/lookups/get-rate-change.ts';
import { listRateChanges } from '../../usecases/lookups/list-rate-changes.ts';
import { builder } from '../base/builder.ts';
import { checkedArgs } from '../base/checked-input.ts';
import { connectionOf } from '../base/connection.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { needsScopes } from '../base/field-scope.ts';
import { pageArguments } from '../base/page-arguments.ts';
import { nullIfNotFound } from '../base/record-name.ts';
import { recordType } from '../base/record-type.ts';
import { pagesOfWholeList } from '../base/whole-list.ts';
import { inTurn } from '../execution/in-turn.ts';
import { filterArgument } from '../lists/declared-list.ts';
import { readFilter } from '../lists/read-filter.ts';
import { connectSelected, listArguments, TransactionConnectionRef } from '../transactions/transaction-list.ts';

const described = descriptionsOf(rateChangesInput);

builder.queryField('rateChanges', (t) =>
  t.field({
    type: connectionOf(recordType(rateChange)),
    extensions: needsScopes('tax:read'),
    description: rateChangeList.description,
    ...checkedArgs(
      {
        ...pageArguments(),
        ...filterArgument(rateChangeList),
        zip: t.arg.string({ description: described.zip }),
        taxCode: t.arg.string({ description: described.taxCode }),
        inVersion: t.arg.int({ description: described.inVersion }),
      },
      rateChangesInput,
    ),
    resolve: async (_root, { parsed, filter: sent, ...page }, ctx) => {
      const filter = readFilter(ctx, rateChangeList, sent);
      const changes = await inTurn(ctx, () => listRateChanges(ctx, { ...parsed, filter }));
      return pagesOfWholeList(page, changes, ({ changeId }) => changeId);
    },
  }),
);

builder.queryField('rateChange', (t) =>
  t.field({
    type: recordType(rateChange),
    nullable: true,
    extensions: needsScopes('tax:read'),
    description: 'A rate change; null if the id is unknown.',
    args: {
      changeId: t.arg.string({ required: true, description: 'Id of the change, such as `2027-07-01.US.SD.RATE`.' }),
      inVersion: t.arg.int({ description: described.inVersion }),
    },
    resolve: (_root, { changeId, inVersion = null }, ctx) =>
      nullIfNotFound(inTurn(ctx, () => getRateChange(ctx, { changeId, inVersion }))),
  }),
);

builder.objectField(recordType(rateChange), 'effect', (t) =>
  t.field({
    type: recordType(rateChangeEffect),
    nullable: true,
    extensions: { ...needsScopes('tax:read', 'customers:read', 'transactions:read'), work: 5_000 },
    description:
      'Effect of the change on the account: affected customers and open documents, and the tax for recent days with the change applied.',
    args: { days: t.arg.int({ defaultValue: usualEffectDays, description: effectDaysMeta.description }) },
    resolve: (change, { days }, ctx) => inTurn(ctx, () => getRateChangeEffect(ctx, change, days ?? usualEffectDays)),
  }),
);

builder.objectField(recordType(rateChangeEffect), 'openTransactions', (t) =>
  t.field({
    type: TransactionConnectionRef,
    nullable: true,
    description: 'Affected estimates and orders. Default order: newest first.',
    args: listArguments(),
    extensions: { ...needsScopes('transactions:read'), work: 100 },
    resolve: async ({ change }, args, ctx, info) =>
      connectSelected(await openDocumentsOf(ctx, change), { args, ctx, info }),
  }),
);
