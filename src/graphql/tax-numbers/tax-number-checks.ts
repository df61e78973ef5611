import { newestFirst } from '../../domain/lists/list-order.ts';
import { type TaxNumberCheckRecord, taxNumberCheck } from '../../domain/tax-numbers/tax-number-validation.ts';
import { countTaxNumberChecks, listTaxNumberChecks } from '../../usecases/tax-numbers/list-tax-number-checks.ts';
import { builder } from '../base/builder.ts';
import { connect, connectionOf, pageByCreation } from '../base/connection.ts';
import { needsScopes } from '../base/field-scope.ts';
import { loadNodesOf, NodeRef, nodeId } from '../base/node.ts';
import { pageArguments } from '../base/page-arguments.ts';
import { recordType } from '../base/record-type.ts';
import { DateTimeFilterRef, StringFilterRef } from '../lists/comparators.ts';
import { readPlainFilter } from '../lists/read-filter.ts';

const TaxNumberCheckRef = recordType(taxNumberCheck, [NodeRef]);
builder.objectField(TaxNumberCheckRef, 'id', (t) => t.id(nodeId('TaxNumberCheck')));

loadNodesOf('TaxNumberCheck', 'tax:read', async (serviceIds, ctx) => {
  const page = { limit: serviceIds.length, after: null, direction: 'DESC' } as const;
  const found = await listTaxNumberChecks(ctx, { serviceId: { in: serviceIds } }, page);
  return serviceIds.map((serviceId) => found.find((one) => one.serviceId === serviceId) ?? null);
});

const TaxNumberCheckConnectionRef = connectionOf(TaxNumberCheckRef);

const TaxNumberCheckFilterRef = builder.inputType('TaxNumberCheckFilter', {
  description: 'Selects the checks that meet all conditions.',
  fields: (t) => ({
    vatNumber: t.field({
      type: StringFilterRef,
      description: 'The tax number with its prefix. Blanks and punctuation are ignored.',
    }),
    checkedAt: t.field({ type: DateTimeFilterRef, description: 'When the register answered.' }),
  }),
});

builder.queryField('taxNumberChecks', (t) =>
  t.field({
    type: TaxNumberCheckConnectionRef,
    extensions: needsScopes('tax:read'),
    description: 'Answers of registers to this tenant’s validations of tax numbers, newest first.',
    args: {
      ...pageArguments(),
      filter: t.arg({ type: TaxNumberCheckFilterRef, description: 'Which checks to list; all if absent.' }),
    },
    resolve: (_root, { filter: sentFilter, ...page }, ctx) => {
      const filter = readPlainFilter(sentFilter);
      return connect(page, {
        list: 'taxNumberChecks',
        order: newestFirst,
        sortValue: ({ internalTimestamps }: TaxNumberCheckRecord) => internalTimestamps.createdDate.toISOString(),
        read: (ordered) => listTaxNumberChecks(ctx, filter, pageByCreation(ordered)),
        count: () => countTaxNumberChecks(ctx, filter),
      });
    },
  }),
);
