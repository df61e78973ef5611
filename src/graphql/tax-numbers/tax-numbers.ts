import {
  type TaxNumberCheckRecord,
  taxNumberCheck,
  taxNumberCheckList,
  taxNumberInput,
  taxNumberValidation,
} from '../../domain/tax-numbers/tax-number-validation.ts';
import { countTaxNumberChecks, listTaxNumberChecks } from '../../usecases/tax-numbers/list-tax-number-checks.ts';
import { validateTaxNumber } from '../../usecases/tax-numbers/validate-tax-number.ts';
import { builder } from '../base/builder.ts';
import { checked } from '../base/checked-input.ts';
import { connectNewestFirst } from '../base/connection.ts';
import { errorsOf } from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { inputOf } from '../base/input-of.ts';
import { loadNodesOf, NodeRef, nodeId } from '../base/node.ts';
import { recordType } from '../base/record-type.ts';
import { listField } from '../lists/declared-list.ts';

builder.queryField('validateTaxNumber', (t) =>
  t.field({
    type: recordType(taxNumberValidation),
    errors: errorsOf(),
    extensions: needsScopes('tax:read'),
    description:
      'Checks the format and checksum of a tax number and, if the gateway is configured to do so, queries its register.',
    args: {
      input: t.arg({
        ...checked(inputOf(taxNumberInput), taxNumberInput),
        required: true,
        description: 'The tax number and its country.',
      }),
    },
    resolve: (_root, { input }, ctx) => validateTaxNumber(ctx, input.parsed),
  }),
);

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
