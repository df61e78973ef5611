import { erasureInput, erasureText } from '../../domain/customers/customer-input.ts';
import { eraseCustomer } from '../../usecases/customers/customers.ts';
import { builder } from '../base/builder.ts';
import { checked } from '../base/checked-input.ts';
import { errorsOf } from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { inputOf } from '../base/input-of.ts';
import { forgetTransactions, loadedCustomer } from '../base/loaded-records.ts';
import { byCustomer, recordName } from '../base/record-name.ts';
import { CustomerRef } from './customer.ts';

const EraseCustomerInputRef = inputOf(erasureInput, { fields: (t) => ({ by: t.field(byCustomer) }) });

builder.mutationField('eraseCustomer', (t) =>
  t.field({
    type: CustomerRef,
    errors: errorsOf('NOT_FOUND', 'CONFLICT'),
    extensions: needsScopes('customers:write'),
    description: [erasureText.summary, ...erasureText.details].join(' '),
    args: {
      input: t.arg({
        ...checked(EraseCustomerInputRef, erasureInput),
        required: true,
        description: 'The customer and the reason.',
      }),
    },
    resolve: async (_root, { input: { by, parsed } }, ctx) => {
      const customer = await eraseCustomer(ctx, recordName(by, 'Customer'), parsed.reason);
      forgetTransactions(ctx);
      return loadedCustomer(customer, ctx);
    },
  }),
);
