import type { ObjectRef } from '@pothos/core';
import { externalTimestampsInput } from '../../domain/base/fields.ts';
import type { InternalTimestamps } from '../../domain/base/timestamps.ts';
import { builder, type Types } from './builder.ts';
import { inputOf } from './input-of.ts';

/** `createdAt` and `updatedAt` of a stored record. */
export function addStoredTimes<Row extends { readonly internalTimestamps: InternalTimestamps }>(
  record: ObjectRef<Types, Row>,
): void {
  const of = record.name.replace(/\B[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
  builder.objectFields(
    record as unknown as ObjectRef<Types, { readonly internalTimestamps: InternalTimestamps }>,
    (t) => ({
      createdAt: t.field({
        type: 'DateTime',
        description: `Time when the ${of} was first stored here; the same as \`internalTimestamps.createdDate\`.`,
        resolve: ({ internalTimestamps }) => internalTimestamps.createdDate,
      }),
      updatedAt: t.field({
        type: 'DateTime',
        description: `Time when this service last changed the ${of}; the same as \`internalTimestamps.updatedDate\`.`,
        resolve: ({ internalTimestamps }) => internalTimestamps.updatedDate,
      }),
    }),
  );
}

export const ExternalTimestampsPatchRef = inputOf(externalTimestampsInput.partial(), {
  name: 'ExternalTimestampsPatch',
  description: 'Dates to change. Omitted dates are kept.',
});
