import { invalidInput } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { versionPrecondition } from '../../domain/base/precondition.ts';
import { readableKey } from '../../domain/base/record-name.ts';
import { type CustomerOutcome, upsertCustomers } from '../../usecases/customers/upsert-customers.ts';
import { type BatchOutcomeRef, outcomeNames } from '../base/batch-outcome.ts';
import type { Builder } from '../base/builder.ts';
import { Conflict, InvalidInput } from '../base/errors.ts';
import { loadedCustomer } from '../base/loaded-records.ts';
import type { addCustomerInput } from './customer-input.ts';

type Parts = {
  readonly batchOutcome: BatchOutcomeRef;
  readonly customerInput: ReturnType<typeof addCustomerInput>;
};
type Row = { readonly index: number; readonly sent: unknown; readonly outcome: CustomerOutcome };

const mostRows = gatewayLimits.documentsPerBatch;

/** Storing many customers in one mutation. */
export function addCustomerBatch(builder: Builder, { batchOutcome, customerInput }: Parts): void {
  const row = addRow(builder, batchOutcome);
  const batch = builder.objectRef<{ readonly rows: readonly Row[] }>('CustomerBatch').implement({
    description: 'What became of many customers.',
    fields: (t) => ({
      results: t.field({
        type: [row],
        extensions: { listSize: 25 },
        description: 'One for each customer, in their order.',
        resolve: ({ rows }) => rows,
      }),
    }),
  });
  const input = builder.inputType('UpsertCustomersInput', {
    description: 'Customers to store.',
    fields: (t) => ({
      customers: t.field({
        type: [customerInput],
        required: true,
        description: `At most ${mostRows}. The outcome is as if they were stored one after the other.`,
      }),
    }),
  });
  builder.mutationField('upsertCustomers', (t) =>
    t.field({
      type: batch,
      errors: { types: [InvalidInput] },
      description:
        'Stores many customers, as `upsertCustomer` would each of them. One that fails stops no other: `results` tells what became of each. Needs the scope `customers:write`.',
      args: { input: t.arg({ type: input, required: true, description: 'What to store, in this order.' }) },
      resolve: async (_root, { input: { customers } }, ctx) => {
        if (customers.length > mostRows) throw invalidInput([tooMany]);
        const preconditionOf = (index: number) => versionPrecondition(customers[index]?.ifVersion);
        const outcomes = await upsertCustomers(ctx, customers, preconditionOf);
        return { rows: outcomes.map((outcome, index) => ({ index, sent: customers[index], outcome })) };
      },
    }),
  );
}

const tooMany = {
  path: ['customers'],
  code: 'TOO_LONG',
  message: `A batch may have at most ${mostRows} customers.`,
};

function addRow(builder: Builder, batchOutcome: BatchOutcomeRef) {
  return builder.objectRef<Row>('CustomerBatchRow').implement({
    description: 'What became of one customer of a batch.',
    fields: (t) => ({
      index: t.exposeInt('index', { description: 'Its place in the input, from 0.' }),
      source: t.string({
        nullable: true,
        description: 'Its source, as it was sent.',
        resolve: ({ sent }) => readableKey(sent).source ?? null,
      }),
      externalId: t.string({
        nullable: true,
        description: 'Its external id, as it was sent.',
        resolve: ({ sent }) => readableKey(sent).externalId ?? null,
      }),
      outcome: t.field({
        type: batchOutcome,
        description: 'Whether it was stored, and how.',
        resolve: ({ outcome }) => outcomeNames[outcome.kind],
      }),
      result: t.field({
        type: 'Customer',
        nullable: true,
        errors: {
          types: [InvalidInput, Conflict],
          union: { name: 'CustomerBatchRowResult', description: 'The customer as it is stored, or why it is not.' },
        },
        description:
          'The customer as it is stored, or why it is not; null for a failure on our side, which is among the top-level errors.',
        resolve: ({ outcome }, _args, ctx) => {
          if (outcome.kind === 'failed') throw outcome.error;
          return loadedCustomer(outcome.customer, ctx);
        },
      }),
    }),
  });
}
