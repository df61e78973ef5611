import type { ObjectRef } from '@pothos/core';
import { externalTimestamps, type InternalTimestamps } from '../../domain/base/timestamps.ts';
import { builder, type Types } from './builder.ts';

const { createdDate: created, updatedDate: updated } = externalTimestamps.fields;

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
        description: `When the ${of} was first stored here; the same as \`internalTimestamps.createdDate\`.`,
        resolve: ({ internalTimestamps }) => internalTimestamps.createdDate,
      }),
      updatedAt: t.field({
        type: 'DateTime',
        description: `When this service last changed the ${of}; the same as \`internalTimestamps.updatedDate\`.`,
        resolve: ({ internalTimestamps }) => internalTimestamps.updatedDate,
      }),
    }),
  );
}

export const ExternalTimestampsInputRef = builder.inputType('ExternalTimestampsInput', {
  description: 'Dates of your own system, in ISO 8601: `2026-06-15`, or a date-time with or without a zone.',
  fields: (t) => ({
    createdDate: t.string({ required: true, description: created.description }),
    updatedDate: t.string({ required: true, description: updated.description }),
  }),
});

export const ExternalTimestampsPatchRef = builder.inputType('ExternalTimestampsPatch', {
  description: 'Dates to change. An absent date is kept.',
  fields: (t) => ({
    createdDate: t.string({ description: created.description }),
    updatedDate: t.string({ description: updated.description }),
  }),
});
