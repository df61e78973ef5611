import type { ExternalTimestamps, InternalTimestamps } from '../../domain/base/timestamps.ts';
import type { Builder } from './builder.ts';

export function addTimestamps(builder: Builder) {
  const external = builder.objectRef<ExternalTimestamps>('ExternalTimestamps').implement({
    description:
      'Dates of the consumer’s own system, exactly as sent: a day, or a date-time with or without a zone. The tax depends on them.',
    fields: (t) => ({
      createdDate: t.exposeString('createdDate', {
        description: 'When the record was made there. Its calendar day, as written, is a document’s tax date.',
      }),
      updatedDate: t.exposeString('updatedDate', { description: 'When it was last changed there.' }),
    }),
  });
  const internal = builder.objectRef<InternalTimestamps>('InternalTimestamps').implement({
    description: 'Instants of this service. No tax depends on them.',
    fields: (t) => ({
      createdDate: t.expose('createdDate', { type: 'DateTime', description: 'When the record was first stored here.' }),
      updatedDate: t.expose('updatedDate', { type: 'DateTime', description: 'When it was last changed here.' }),
    }),
  });
  const externalInput = builder.inputType('ExternalTimestampsInput', {
    description:
      'Dates of the consumer’s own system, in ISO 8601: `2026-06-15`, or a date-time with or without a zone.',
    fields: (t) => ({
      createdDate: t.string({
        required: true,
        description: 'When the record was made there. Its calendar day, as written, is a document’s tax date.',
      }),
      updatedDate: t.string({ required: true, description: 'When it was last changed there.' }),
    }),
  });
  const externalPatch = builder.inputType('ExternalTimestampsPatch', {
    description: 'Dates to change; what is absent stays.',
    fields: (t) => ({
      createdDate: t.string({ description: 'When the record was made in the consumer’s system.' }),
      updatedDate: t.string({ description: 'When it was last changed there.' }),
    }),
  });
  return { external, internal, externalInput, externalPatch };
}

export type Timestamps = ReturnType<typeof addTimestamps>;
