import { invalidField } from '../../domain/base/errors.ts';
import { serviceIdInput } from '../../domain/base/fields.ts';

type RecordType = 'Customer' | 'Exemption' | 'Transaction';

/** The `id` of a record in GraphQL: opaque, and unique among all records of all types. */
export function globalId(typeName: string, serviceId: string): string {
  return Buffer.from(`${typeName}:${serviceId}`, 'latin1').toString('base64url');
}

/** Throws `INVALID_INPUT`, with an issue at `path`, if this is not an id. */
export function readGlobalId(id: string, path: readonly string[]): { typeName: string; serviceId: string } {
  const [, typeName, text] = /^([A-Z]\w*):(.{36})$/.exec(Buffer.from(id, 'base64url').toString('latin1')) ?? [];
  const serviceId = serviceIdInput.safeParse(text);
  if (typeName === undefined || !serviceId.success) {
    throw invalidField(path, 'INVALID_FORMAT', `${JSON.stringify(id.slice(0, 100))} is not the id of a record.`);
  }
  return { typeName, serviceId: serviceId.data };
}

/** The same for a record of one type. The id of another type is an issue as well. */
export function serviceIdIn(id: string, typeName: RecordType, path: readonly string[]): string {
  const found = readGlobalId(id, path);
  if (found.typeName === typeName) return found.serviceId;
  const message = `This is the id of a ${found.typeName.slice(0, 40)}; send the id of a ${typeName}.`;
  throw invalidField(path, 'WRONG_TYPE', message);
}
