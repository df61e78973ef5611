import {
  taxNumberCheck,
  taxNumberCheckList,
  taxNumberInput,
  taxNumberValidation,
} from '../../domain/tax-numbers/tax-number-validation.ts';
import { countTaxNumberChecks, listTaxNumberChecks } from '../../usecases/tax-numbers/list-tax-number-checks.ts';
import { validateTaxNumber } from '../../usecases/tax-numbers/validate-tax-number.ts';
import { builder } from '../base/builder.ts';
import { checked } from '../base/checked-input.ts';
import { errorsOf } from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { inputOf } from '../base/input-of.ts';
import { loadNodesFrom, NodeRef, nodeId } from '../base/node.ts';
import { recordType } from '../base/record-type.ts';
import { newestFirstField } from '../lists/declared-list.ts';

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

loadNodesFrom(listTaxNumberChecks, 'TaxNumberCheck', 'tax:read');

newestFirstField(taxNumberCheckList, TaxNumberCheckRef, { read: listTaxNumberChecks, count: countTaxNumberChecks });
