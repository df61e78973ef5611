import type {
  CustomerOrderField,
  Direction,
  ExemptionOrderField,
  TransactionOrderField,
} from '../../domain/lists/list-order.ts';
import { builder } from '../base/builder.ts';

const stored = 'When it was first stored here. Newest first is the order of lists unless another is asked for.';
const changed = 'When it was last changed here.';
const ties = 'Records that are alike in it follow by their ids, in the same direction.';

const OrderDirectionEnum = builder.enumType('OrderDirection', {
  description: 'Which end of an order comes first.',
  values: {
    ASC: { value: 'ASC', description: 'From the smallest, the earliest or the first letter on.' },
    DESC: { value: 'DESC', description: 'From the largest, the latest or the last letter back.' },
  } satisfies Record<Direction, { value: Direction; description: string }>,
});

export const TransactionOrderRef = listOrder<TransactionOrderField>('TransactionOrder', {
  of: 'documents',
  fields: {
    createdAt: stored,
    updatedAt: changed,
    taxDate: 'The day whose law applies.',
    externalId: 'The consumer’s own id, as text: 10 comes before 9.',
    finalTransactionAmount: 'What the buyer pays; amounts of different currencies are compared as numbers.',
    taxAmount: 'The whole tax; amounts of different currencies are compared as numbers.',
  },
});

export const CustomerOrderRef = listOrder<CustomerOrderField>('CustomerOrder', {
  of: 'customers',
  fields: {
    createdAt: stored,
    updatedAt: changed,
    externalId: 'The consumer’s own id, as text: 10 comes before 9.',
    name: 'What the buyer is called; those without a name are the smallest.',
  },
});

export const ExemptionOrderRef = listOrder<ExemptionOrderField>('ExemptionOrder', {
  of: 'exemptions',
  fields: {
    createdAt: stored,
    updatedAt: changed,
    fromOn: 'The first day it is valid; one without is the earliest.',
    toOn: 'The last day it is valid; one that is open is the latest.',
  },
});

/** The order of a list: an enum of the fields and a direction. */
function listOrder<Field extends string>(
  name: string,
  said: { readonly of: string; readonly fields: Readonly<Record<Field, string>> },
) {
  const field = builder.enumType(`${name}Field`, {
    description: `What ${said.of} can be ordered by.`,
    values: constantsOf(said.fields),
  });
  return builder.inputType(name, {
    description: `The order in which ${said.of} are listed. ${ties}`,
    fields: (t) => ({
      field: t.field({ type: field, required: true, description: 'The field whose values decide.' }),
      direction: t.field({
        type: OrderDirectionEnum,
        required: true,
        defaultValue: 'DESC',
        description: 'Ascending or descending.',
      }),
    }),
  });
}

/** Fields as the values of an enum: `taxDate` is `TAX_DATE`. */
function constantsOf<Field extends string>(said: Readonly<Record<Field, string>>) {
  const names = Object.keys(said) as Field[];
  return Object.fromEntries(
    names.map((value) => {
      const constant = value.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
      return [constant, { value, description: said[value] }];
    }),
  );
}
