import type {
  CustomerOrderField,
  Direction,
  ExemptionOrderField,
  TransactionOrderField,
} from '../../domain/lists/list-order.ts';
import { builder } from '../base/builder.ts';

const stored = 'When this service stored the record. Lists are ordered by it, newest first, unless `orderBy` is given.';
const changed = 'When this service last changed the record.';
const ties = 'Records with equal values are ordered by id, in the same direction.';

const OrderDirectionEnum = builder.enumType('OrderDirection', {
  description: 'Whether a list ascends or descends.',
  values: {
    ASC: { value: 'ASC', description: 'Ascending: smallest, earliest or A first.' },
    DESC: { value: 'DESC', description: 'Descending: largest, latest or Z first.' },
  } satisfies Record<Direction, { value: Direction; description: string }>,
});

export const TransactionOrderRef = listOrder<TransactionOrderField>('TransactionOrder', {
  of: 'documents',
  fields: {
    createdAt: stored,
    updatedAt: changed,
    taxDate: 'Day whose law applies to the document.',
    externalId: 'Id in your system, as text: 10 comes before 9.',
    finalTransactionAmount: 'Amount that the buyer pays, compared as a number regardless of the currency.',
    taxAmount: 'Tax on the document, compared as a number regardless of the currency.',
  },
});

export const CustomerOrderRef = listOrder<CustomerOrderField>('CustomerOrder', {
  of: 'customers',
  fields: {
    createdAt: stored,
    updatedAt: changed,
    externalId: 'Id in your system, as text: 10 comes before 9.',
    name: 'Name of the customer. Customers without a name come first in ascending order.',
  },
});

export const ExemptionOrderRef = listOrder<ExemptionOrderField>('ExemptionOrder', {
  of: 'exemptions',
  fields: {
    createdAt: stored,
    updatedAt: changed,
    validFrom: 'First day of validity. Exemptions without one come first in ascending order.',
    validThrough: 'Last day of validity. Exemptions without one come last in ascending order.',
  },
});

/** The order of a list: an enum of the fields and a direction. */
function listOrder<Field extends string>(
  name: string,
  said: {
    readonly of: string;
    readonly fields: Readonly<Record<Field, string>>;
  },
) {
  const field = builder.enumType(`${name}Field`, {
    description: `A field that ${said.of} can be ordered by.`,
    values: constantsOf(said.fields),
  });
  return builder.inputType(name, {
    description: `The order in which ${said.of} are listed. ${ties}`,
    fields: (t) => ({
      field: t.field({ type: field, required: true, description: 'Field whose values order the list.' }),
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
    names.map((value) => [
      value.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase(),
      { value, description: said[value] },
    ]),
  );
}
