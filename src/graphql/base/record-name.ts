import type { InputFieldBuilder, InputFieldMap, InputRef, InputShapeFromFields } from '@pothos/core';
import { AppError, invalidField } from '../../domain/base/errors.ts';
import { externalIdInput, sourceInput } from '../../domain/base/fields.ts';
import type { NaturalKey, RecordName } from '../../domain/base/record-name.ts';
import { builder, type Types } from './builder.ts';
import { localIdIn, type RecordType } from './global-id.ts';

export const RecordKeyRef = builder.inputType('RecordKey', {
  description: 'The source and external id that identify a record in your system.',
  fields: (t) => ({
    source: t.string({
      required: true,
      description: 'Store or channel in your system: a number from 1 to 10.',
      validate: { schema: sourceInput },
    }),
    externalId: t.string({
      required: true,
      description: 'Id in your system, unique within the source.',
      validate: { schema: externalIdInput },
    }),
  }),
});

const recordKey = { type: RecordKeyRef, description: 'The source and the external id in your system.' };

/** The ways to identify a record with a key. */
export function byInput<Key>(
  noun: string,
  name: string,
  key: { readonly type: InputRef<Key>; readonly description: string },
) {
  return builder.inputType(name, {
    isOneOf: true,
    description: `Identifies one ${noun} by exactly one of these fields.`,
    fields: (t) => ({
      id: t.id({
        description: `The \`id\` of the ${noun}, as in \`node\`. The id of a record of another type is refused.`,
      }),
      serviceId: t.field({ type: 'UUID', description: `The id this service assigned to the ${noun}.` }),
      key: t.field(key),
    }),
  });
}

const requiredBy = <By>(type: By, description: string) => ({ type, required: true, description }) as const;

export const TransactionByRef = byInput('document', 'TransactionBy', recordKey);
export const byTransaction = requiredBy(TransactionByRef, 'The document, by id, service id, or key.');
export const byCustomer = requiredBy(
  byInput('customer', 'CustomerBy', recordKey),
  'The customer, by id, service id, or key.',
);
export const byProduct = requiredBy(
  byInput('product', 'ProductBy', recordKey),
  'The product, by id, service id, or key.',
);

type SentName = {
  readonly id?: string | number | null;
  readonly serviceId?: string | null;
  readonly key?: NaturalKey | null;
};

/** Reads how a record is identified. `argument` is the path of the argument, for issues. */
export function recordName(
  by: SentName,
  typeName: 'Customer' | 'Product' | 'Transaction',
  argument: readonly string[] = ['by'],
): RecordName {
  if (by.key != null) return { key: by.key };
  if (by.id != null) return { serviceId: localIdIn(String(by.id), typeName, [...argument, 'id']) };
  if (by.serviceId != null) return { serviceId: by.serviceId };
  throw invalidField(argument, 'REQUIRED', 'Identify the record by id, serviceId or key.');
}

/** The ways to identify a record without a key in the client's system, and the function that reads them. */
export function byServiceId(typeName: RecordType, noun: string) {
  const By = builder.inputType(`${typeName}By`, {
    isOneOf: true,
    description: `Identifies one ${noun}.`,
    fields: (t) => ({
      id: t.id({ description: 'The opaque id for `node`.' }),
      serviceId: t.field({ type: 'UUID', description: `The id this service assigned to the ${noun}.` }),
    }),
  });
  const serviceIdIn = ({ id, serviceId }: (typeof By)['$inferInput']): string => {
    if (id != null) return localIdIn(id, typeName, ['by', 'id']);
    if (serviceId == null) throw invalidField(['by'], 'REQUIRED', `Identify the ${noun} by id or serviceId.`);
    return serviceId;
  };
  return { by: requiredBy(By, `The ${noun}, by its id.`), serviceIdIn };
}

/** The input of an operation on one record, which `by` identifies. */
export function inputBy<By, Own extends InputFieldMap = Record<never, never>>(
  name: string,
  description: string,
  by: { readonly type: InputRef<By>; readonly required: true; readonly description: string },
  fields?: (t: InputFieldBuilder<Types, 'InputObject'>) => Own,
): InputRef<{ readonly by: By } & InputShapeFromFields<Own>> {
  const allFields = (t: InputFieldBuilder<Types, 'InputObject'>) => ({ ...fields?.(t), by: t.field(by as never) });
  return builder.inputType(name, { description, fields: allFields } as never) as never;
}

/** Lookups return null for unknown records, because an unknown record is not a failure. */
export async function nullIfNotFound<Found>(lookup: Promise<Found>): Promise<Found | null> {
  try {
    return await lookup;
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}
