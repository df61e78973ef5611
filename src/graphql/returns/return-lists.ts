import { z } from 'zod';
import { boundedText } from '../../domain/base/fields.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { newestFirst } from '../../domain/lists/list-order.ts';
import { asReturn } from '../../domain/returns/return.ts';
import { dueDays, dueReturns, returnNameInput } from '../../domain/returns/return-input.ts';
import { dueReturn, type Return } from '../../domain/returns/return-record.ts';
import { authorize } from '../../ports/context.ts';
import { listDueReturns } from '../../usecases/returns/list-due-returns.ts';
import { countReturns, getReturn, listReturns } from '../../usecases/returns/list-returns.ts';
import { builder } from '../base/builder.ts';
import { checkedArgs } from '../base/checked-input.ts';
import { connect, connectionOf, pageByCreation } from '../base/connection.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { pageArguments } from '../base/page-arguments.ts';
import { recordType } from '../base/record-type.ts';
import { ReturnRef } from './return.ts';

const described = descriptionsOf(z.object(returnNameInput.shape));

builder.queryField('return', (t) =>
  t.field({
    type: ReturnRef,
    description:
      'A return, filed or not: any place and period is a draft until it is filed, with the figures as the documents are now. Needs the scope `returns:read`.',
    ...checkedArgs(
      {
        country: t.arg.string({ required: true, description: described.country }),
        state: t.arg.string({ description: described.state }),
        from: t.arg({ type: 'Date', description: described.from }),
        to: t.arg({ type: 'Date', description: described.to }),
        month: t.arg.string({ description: described.month }),
        quarter: t.arg.string({ description: described.quarter }),
      },
      returnNameInput,
    ),
    resolve: (_root, { parsed }, ctx) => getReturn(ctx, parsed),
  }),
);

const ReturnConnectionRef = connectionOf(ReturnRef);

const ReturnFilterRef = builder.inputType('ReturnFilter', {
  description: 'Conditions on the listed returns; all that are given must hold.',
  fields: (t) => ({
    country: t.string({
      description: 'Country, by code or name.',
      validate: { schema: boundedText(1, 50) },
    }),
    state: t.string({ description: 'US state or region, by code or name.', validate: { schema: boundedText(1, 100) } }),
    from: t.field({ type: 'Date', description: 'Only returns whose period ends on this day or later.' }),
    to: t.field({ type: 'Date', description: 'Only returns whose period begins on this day or earlier.' }),
  }),
});

builder.queryField('returns', (t) =>
  t.field({
    type: ReturnConnectionRef,
    description: 'The returns that were filed at least once, newest first. Needs the scope `returns:read`.',
    args: {
      ...pageArguments(),
      filter: t.arg({ type: ReturnFilterRef, description: 'Which returns to list; all if absent.' }),
    },
    resolve: (_root, { filter, ...page }, ctx) => {
      authorize(ctx, 'returns:read');
      const asked = filter ?? {};
      return connect<Listed, 'createdAt'>(page, {
        list: 'returns',
        order: newestFirst,
        sortValue: ({ stored }) => stored?.internalTimestamps.createdDate.toISOString() ?? '',
        read: async (ordered) => {
          const found = await listReturns(ctx, asked, pageByCreation(ordered));
          return found.map((stored) => ({ ...asReturn(stored, stored), serviceId: stored.serviceId }));
        },
        count: () => countReturns(ctx, asked),
      });
    },
  }),
);

const DueReturnRef = recordType(dueReturn);

builder.queryField('dueReturns', (t) =>
  t.field({
    type: [DueReturnRef],
    extensions: { listSize: 50, work: 500 },
    description: `${dueReturns} At most ${gatewayLimits.returns.due}. Needs the scope \`returns:read\`.`,
    args: {
      since: t.arg({ type: 'Date', description: dueDays.since }),
      by: t.arg({ type: 'Date', description: dueDays.by }),
    },
    resolve: (_root, asked, ctx) => listDueReturns(ctx, asked),
  }),
);

type Listed = Return & { readonly serviceId: string };
