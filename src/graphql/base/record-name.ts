import { AppError, invalidField } from '../../domain/base/errors.ts';
import { externalIdInput, sourceInput } from '../../domain/base/fields.ts';
import type { NaturalKey, RecordName } from '../../domain/base/record-name.ts';
import { builder } from './builder.ts';

export const RecordKeyRef = builder.inputType('RecordKey', {
  description: 'The pair by which the consumer identifies its own record.',
  fields: (t) => ({
    source: t.string({
      required: true,
      description: 'The consumer’s store or channel: a digit from 1 to 9, or 10.',
      validate: { schema: sourceInput },
    }),
    externalId: t.string({
      required: true,
      description: 'Id in the consumer’s system, unique within the source.',
      validate: { schema: externalIdInput },
    }),
  }),
});

/** The two ways to name a customer or a document. */
export const RecordByRef = builder.inputType('RecordBy', {
  isOneOf: true,
  description: 'Identifies one record by exactly one of these fields.',
  fields: (t) => ({
    serviceId: t.field({ type: 'UUID', description: 'The id this service assigned to the record.' }),
    key: t.field({ type: RecordKeyRef, description: 'The source and the external id of the consumer.' }),
  }),
});

export function recordName(by: { serviceId?: string | null; key?: NaturalKey | null }): RecordName {
  if (by.key != null) return { key: by.key };
  if (by.serviceId != null) return { serviceId: by.serviceId };
  const message = 'Name the record by serviceId or by key.';
  throw invalidField(['by'], 'REQUIRED', message);
}

/** A lookup that finds nothing answers null: there is no failure in having asked. */
export async function nullIfNotFound<Found>(lookup: Promise<Found>): Promise<Found | null> {
  try {
    return await lookup;
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}
