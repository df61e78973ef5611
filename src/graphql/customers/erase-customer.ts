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
      'Erases the personal data of a customer: its name, email and comment, the streets of its address and of its documents and their earlier calculations, the name that these keep of the buyer, the reasons for which they were cancelled, the last four digits of ZIP+4, and what the audit trail noted of them. Amounts, places down to the ZIP code, and filing status stay. The tax number stays only if an invoice or refund relied on it (reverse charge, intra-Community supply). `source` and `externalId` stay, as they are the consumer’s key, and so does what the seller wrote of the goods. A document that lost its street is marked `isPartial`. Documents are changed in parts; a call that failed can be repeated, and erasing again changes only what came since. A later `upsertCustomer` can store personal data again.',
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
