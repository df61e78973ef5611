import { newestFirst } from '../../domain/lists/list-order.ts';
import { documentRefusal, type RefusalRecord } from '../../domain/refusals/refusal.ts';
import { countRefusals, listRefusals } from '../../usecases/refusals/list-refusals.ts';
import { builder } from '../base/builder.ts';
import { connect, connectionOf, pageByCreation } from '../base/connection.ts';
import { needsScopes } from '../base/field-scope.ts';
import { loadNodesOf, NodeRef, nodeId } from '../base/node.ts';
import { pageArguments } from '../base/page-arguments.ts';
import { recordType } from '../base/record-type.ts';
import { StringFilterRef } from '../lists/comparators.ts';
import { readPlainFilter } from '../lists/read-filter.ts';

const RefusalRef = recordType(documentRefusal, [NodeRef]);
builder.objectField(RefusalRef, 'id', (t) => t.id(nodeId('Refusal')));

loadNodesOf('Refusal', 'transactions:read', async (serviceIds, ctx) => {
  const page = { limit: serviceIds.length, after: null, direction: 'DESC' } as const;
  const found = await listRefusals(ctx, { serviceId: { in: serviceIds } }, page);
  return serviceIds.map((serviceId) => found.find((one) => one.serviceId === serviceId) ?? null);
});

const RefusalConnectionRef = connectionOf(RefusalRef);

const RefusalFilterRef = builder.inputType('RefusalFilter', {
  description: 'Selects the refusals that meet all conditions.',
  fields: (t) => ({
    source: t.field({ type: StringFilterRef, description: 'Source of the documents.' }),
    code: t.field({ type: StringFilterRef, description: 'Code of the last error, such as `CUSTOMER_NOT_FOUND`.' }),
  }),
});

builder.queryField('refusals', (t) =>
  t.field({
    type: RefusalConnectionRef,
    extensions: needsScopes('transactions:read'),
    description:
      'Documents that were refused in the last 30 days and have not been stored since, the last refused first. At most the newest 1,000 are kept.',
    args: {
      ...pageArguments(),
      filter: t.arg({ type: RefusalFilterRef, description: 'Which refusals to list; all if absent.' }),
    },
    resolve: (_root, { filter: sentFilter, ...page }, ctx) => {
      const filter = readPlainFilter(sentFilter);
      return connect(page, {
        list: 'refusals',
        order: newestFirst,
        sortValue: ({ refusedAt }: RefusalRecord) => refusedAt.toISOString(),
        read: (ordered) => listRefusals(ctx, filter, pageByCreation(ordered)),
        count: () => countRefusals(ctx, filter),
      });
    },
  }),
);
