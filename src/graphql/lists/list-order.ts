import { invalidField } from '../../domain/base/errors.ts';
import {
  type CustomerOrderField,
  type Direction,
  type ExemptionOrderField,
  type ListOrder,
  mostOrderKeys,
  newestFirst,
  type OrderKey,
  type TransactionOrderField,
} from '../../domain/lists/list-order.ts';
import { builder, type Types } from '../base/builder.ts';

type InputFields = PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>;

const stored = 'When this service stored the record. Lists are ordered by it, newest first, unless `orderBy` is given.';
const changed = 'When this service last changed the record.';
const ties = 'Records with equal values are ordered by `thenBy`, and at last by id, in the last direction.';

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
  const keyFields = (t: InputFields) => ({
    field: t.field({ type: field, required: true, description: 'Field whose values order the list.' }),
    direction: t.field({
      type: OrderDirectionEnum,
      required: true,
      defaultValue: 'DESC',
      description: 'Ascending or descending.',
    }),
  });
  const key = builder.inputType(`${name}Key`, {
    description: `A further field that orders ${said.of}.`,
    fields: keyFields,
  });
  return builder.inputType(name, {
    description: `The order in which ${said.of} are listed. ${ties}`,
    fields: (t) => ({
      ...keyFields(t),
      thenBy: t.field({
        type: [key],
        description: `Fields that order records with equal values, at most ${mostOrderKeys - 1}.`,
      }),
    }),
  });
}

export type SentOrder<Field extends string> = OrderKey<Field> & { readonly thenBy?: readonly OrderKey<Field>[] | null };

/** The order as sent; newest first by default. Throws `INVALID_INPUT` for too many keys. */
export function orderFrom<Field extends string>(
  sent: SentOrder<Field> | null | undefined,
): ListOrder<Field | 'createdAt'> {
  if (!sent) return newestFirst;
  const { thenBy, field, direction } = sent;
  if (!thenBy || thenBy.length === 0) return { field, direction };
  if (thenBy.length < mostOrderKeys) return { field, direction, thenBy };
  const message = `thenBy may have at most ${mostOrderKeys - 1} entries.`;
  throw invalidField(['orderBy', 'thenBy'], 'TOO_LONG', message);
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
