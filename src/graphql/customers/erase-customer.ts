import { reasonInput } from '../../domain/base/fields.ts';
import { eraseCustomer } from '../../usecases/customers/erase-customer.ts';
import { builder } from '../base/builder.ts';
import { Conflict, InvalidInput, NotFound } from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { forgetTransactions, loadedCustomer } from '../base/loaded-records.ts';
import { CustomerByRef, recordName } from '../base/record-name.ts';
import { CustomerRef } from './customer.ts';

const EraseCustomerInputRef = builder.inputType('EraseCustomerInput', {
  description: 'Whose personal data to erase, and why.',
  fields: (t) => ({
    by: t.field({ type: CustomerByRef, required: true, description: 'Whose personal data is erased.' }),
    reason: t.string({
      required: true,
      description: 'Reason for the erasure, in 1 to 256 characters; stored in the audit trail.',
      validate: { schema: reasonInput },
    }),
  }),
});

builder.mutationField('eraseCustomer', (t) =>
  t.field({
    type: CustomerRef,
    errors: { types: [InvalidInput, NotFound, Conflict] },
    extensions: needsScopes('customers:write'),
    description:
      'Erases the personal data of a customer from its record, documents and audit trail. Amounts, places down to the ZIP code and keys are kept. Can be repeated. The guide has the details.',
    args: {
      input: t.arg({ type: EraseCustomerInputRef, required: true, description: 'The customer and the reason.' }),
    },
    resolve: async (_root, { input: { by, reason } }, ctx) => {
      const customer = await eraseCustomer(ctx, recordName(by, 'Customer'), reason);
      forgetTransactions(ctx);
      return loadedCustomer(customer, ctx);
    },
  }),
);
