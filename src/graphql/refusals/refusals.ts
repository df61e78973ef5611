import { documentRefusal, type RefusalRecord, refusalList } from '../../domain/refusals/refusal.ts';
import { countRefusals, listRefusals } from '../../usecases/refusals/list-refusals.ts';
import { builder } from '../base/builder.ts';
import { connectNewestFirst } from '../base/connection.ts';
import { loadNodesOf, NodeRef, nodeId } from '../base/node.ts';
import { recordType } from '../base/record-type.ts';
import { listField } from '../lists/declared-list.ts';

const RefusalRef = recordType(documentRefusal, [NodeRef]);
builder.objectField(RefusalRef, 'id', (t) => t.id(nodeId('Refusal')));

loadNodesOf('Refusal', 'transactions:read', async (serviceIds, ctx) => {
  const page = { limit: serviceIds.length, after: null, direction: 'DESC' } as const;
  const found = await listRefusals(ctx, { serviceId: { in: serviceIds } }, page);
  return serviceIds.map((serviceId) => found.find((one) => one.serviceId === serviceId) ?? null);
});

listField(refusalList, RefusalRef, (ctx, filter, page) =>
  connectNewestFirst<RefusalRecord>('refusals', page, {
    read: (asked) => listRefusals(ctx, filter, asked),
    count: () => countRefusals(ctx, filter),
  }),
);
