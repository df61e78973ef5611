import { versionPrecondition } from '../../domain/base/precondition.ts';
import { customerBatchInput } from '../../domain/customers/customer-input.ts';
import { upsertCustomers } from '../../usecases/customers/upsert-customer.ts';
import { batchOf, batchRows, requireBatchSize } from '../base/batch.ts';
import { builder } from '../base/builder.ts';
import { errorsOf } from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { loadedCustomer } from '../base/loaded-records.ts';
import { CustomerRef } from './customer.ts';
import { CustomerInputRef } from './customer-input.ts';

const CustomerBatchRef = batchOf(CustomerRef, {
  noun: 'customer',
  errors: errorsOf('CONFLICT', 'PRECONDITION_FAILED'),
});

const UpsertCustomersInputRef = builder.inputType('UpsertCustomersInput', {
  description: 'Customers to store.',
  fields: (t) => ({
    customers: t.field({
      type: [CustomerInputRef],
      required: true,
      description: customerBatchInput.out.shape.customers.description,
    }),
  }),
});

builder.mutationField('upsertCustomers', (t) =>
  t.field({
    type: CustomerBatchRef,
    extensions: { ...needsScopes('customers:write'), work: 10_000 },
    errors: errorsOf(),
    description:
      'Stores many customers, each as `upsertCustomer` would. If a customer fails, the others are still stored; `results` contains each outcome.',
    args: { input: t.arg({ type: UpsertCustomersInputRef, required: true, description: 'The customers, in order.' }) },
    resolve: async (_root, { input: { customers } }, ctx) => {
      requireBatchSize(customers, { field: 'customers', noun: 'customer' });
      const preconditionOf = (index: number) => versionPrecondition(customers[index]?.ifVersion);
      const outcomes = await upsertCustomers(ctx, customers, preconditionOf);
      return batchRows(
        customers,
        outcomes.map((outcome) =>
          outcome.kind === 'failed' ? outcome : { kind: outcome.kind, record: loadedCustomer(outcome.customer, ctx) },
        ),
      );
    },
  }),
);
