import { taxNumberCheckList } from '../../domain/tax-numbers/tax-number-check-list.ts';
import { type TaxNumberCheckRecord, taxNumberCheck } from '../../domain/tax-numbers/tax-number-validation.ts';
import { countTaxNumberChecks, listTaxNumberChecks } from '../../usecases/tax-numbers/list-tax-number-checks.ts';
import { builder } from '../base/builder.ts';
import { connectNewestFirst } from '../base/connection.ts';
import { loadNodesOf, NodeRef, nodeId } from '../base/node.ts';
import { recordType } from '../base/record-type.ts';
import { listField } from '../lists/declared-list.ts';

const TaxNumberCheckRef = recordType(taxNumberCheck, [NodeRef]);
builder.objectField(TaxNumberCheckRef, 'id', (t) => t.id(nodeId('TaxNumberCheck')));

loadNodesOf('TaxNumberCheck', 'tax:read', async (serviceIds, ctx) => {
  const page = { limit: serviceIds.length, after: null, direction: 'DESC' } as const;
  const found = await listTaxNumberChecks(ctx, { serviceId: { in: serviceIds } }, page);
  return serviceIds.map((serviceId) => found.find((one) => one.serviceId === serviceId) ?? null);
});

listField(taxNumberCheckList, TaxNumberCheckRef, (ctx, filter, page) =>
  connectNewestFirst<TaxNumberCheckRecord>('taxNumberChecks', page, {
    read: (asked) => listTaxNumberChecks(ctx, filter, asked),
    count: () => countTaxNumberChecks(ctx, filter),
  }),
);
