import { AppError, invalidField } from '../../domain/base/errors.ts';
import { externalIdInput, sourceInput } from '../../domain/base/fields.ts';
import type { NaturalKey, RecordName } from '../../domain/base/record-name.ts';
import { builder } from './builder.ts';
import { localIdIn } from './global-id.ts';

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

/** The ways to identify a record with a key in the client's system. */
function byInput(noun: 'customer' | 'document' | 'product', name: string) {
  return builder.inputType(name, {
    isOneOf: true,
    description: `Identifies one ${noun} by exactly one of these fields.`,
    fields: (t) => ({
      id: t.id({
        description: `The \`id\` of the ${noun}, as in \`node\`. The id of a record of another type is refused.`,
      }),
      serviceId: t.field({ type: 'UUID', description: `The id this service assigned to the ${noun}.` }),
      key: t.field({ type: RecordKeyRef, description: 'The source and the external id in your system.' }),
    }),
  });
}

export const TransactionByRef = byInput('document', 'TransactionBy');
export const CustomerByRef = byInput('customer', 'CustomerBy');
export const ProductByRef = byInput('product', 'ProductBy');

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

/** Lookups return null for unknown records, because an unknown record is not a failure. */
export async function nullIfNotFound<Found>(lookup: Promise<Found>): Promise<Found | null> {
  try {
    return await lookup;
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}
