import { z } from 'zod';
import { AppError, invalidField } from '../../domain/base/errors.ts';
import { serviceIdInput } from '../../domain/base/fields.ts';
import { addIssue } from '../../domain/base/parse-input.ts';
import { isPlainObject } from '../../domain/base/plain-object.ts';
import type { Types } from './builder.ts';

type RecordType = 'Customer' | 'Exemption' | 'Transaction';

/** The `id` of a record in GraphQL: opaque, and unique among all records of all types. */
export function globalId(typeName: string, serviceId: string): string {
  return Buffer.from(`${typeName}:${serviceId}`, 'latin1').toString('base64url');
}

/** Throws `INVALID_INPUT`, with an issue at `path`, if this is no id. */
export function readGlobalId(id: string, path: readonly string[]): { typeName: string; serviceId: string } {
  const [, typeName, text] = /^([A-Z]\w*):(.{36})$/.exec(Buffer.from(id, 'base64url').toString('latin1')) ?? [];
  const serviceId = serviceIdInput.safeParse(text);
  if (typeName === undefined || !serviceId.success) {
    throw invalidField(path, 'INVALID_FORMAT', `${JSON.stringify(id.slice(0, 100))} is not the id of a record.`);
  }
  return { typeName, serviceId: serviceId.data };
}

/** The same for a record of one type; the id of another type is an issue, too. */
export function serviceIdIn(id: string, typeName: RecordType, path: readonly string[]): string {
  const found = readGlobalId(id, path);
  if (found.typeName === typeName) return found.serviceId;
  const message = `This is the id of a ${found.typeName.slice(0, 40)}; send the id of a ${typeName}.`;
  throw invalidField(path, 'WRONG_TYPE', message);
}

/** Names a record by either of its ids. */
export function idInputFields(t: PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>, typeName: RecordType) {
  const record = typeName.toLowerCase();
  return {
    id: t.id({ description: `The \`id\` of the ${record}. Send either this or \`serviceId\`.` }),
    serviceId: t.field({
      type: 'UUID',
      description: `The id this service assigned to the ${record}. Send either this or \`id\`.`,
    }),
  };
}

type Ids = { readonly id?: string | number | null; readonly serviceId?: string | null };

/** Throws `INVALID_INPUT` unless exactly one of the ids is sent. */
export function readServiceId({ id, serviceId }: Ids, typeName: RecordType): string {
  if (id != null && serviceId != null) {
    throw invalidField(['id'], 'CONTRADICTION', 'Send either id or serviceId, not both.');
  }
  if (id != null) return serviceIdIn(String(id), typeName, ['id']);
  if (serviceId != null) return serviceId;
  throw invalidField(['serviceId'], 'REQUIRED', `Name the ${typeName.toLowerCase()} by serviceId or by id.`);
}

/** A schema for inputs that name a record by `serviceId`, which then take its `id` instead. */
export function byEitherId<Schema extends z.ZodType>(schema: Schema, typeName: RecordType) {
  const named = z.unknown().transform((sent, ctx) => {
    if (!isPlainObject(sent) || sent.id == null) return sent;
    const { id, ...others } = sent;
    try {
      return {
        ...others,
        serviceId: readServiceId({ id: String(id), serviceId: others.serviceId as string }, typeName),
      };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      for (const issue of error.issues) addIssue(ctx, issue);
      return z.NEVER;
    }
  });
  return named.pipe(schema);
}
