import { invalidField } from '../../domain/base/errors.ts';
import { serviceIdInput } from '../../domain/base/fields.ts';

/** Records are named by their `serviceId`. Clients have an id of their own. A return is named by its key, so that a draft has an id too; nexus by its place. */
export type RecordType =
  | 'Client'
  | 'Customer'
  | 'Exemption'
  | 'TaxReturn'
  | 'Transaction'
  | 'WebhookDelivery'
  | 'WebhookEndpoint';

/** The `id` of a record in GraphQL: opaque, and unique among all records of all types. */
export function globalId(typeName: string, localId: string): string {
  return Buffer.from(`${typeName}:${localId}`, 'latin1').toString('base64url');
}

/** Throws `INVALID_INPUT`, with an issue at `path`, if this is not an id. */
export function readGlobalId(id: string, path: readonly string[]): { typeName: string; localId: string } {
  const [, typeName, text = ''] = /^([A-Z]\w*):(.{1,100})$/.exec(Buffer.from(id, 'base64url').toString('latin1')) ?? [];
  const hasKey = typeName === 'TaxReturn' || typeName === 'Nexus' || typeName === 'Client';
  const localId = hasKey ? text : serviceIdInput.safeParse(text).data;
  if (typeName === undefined || localId === undefined) {
    throw invalidField(path, 'INVALID_FORMAT', `${JSON.stringify(id.slice(0, 100))} is not the id of a record.`);
  }
  return { typeName, localId };
}

/** What names the record within its type. The id of another type is an issue as well. */
export function localIdIn(id: string, typeName: RecordType, path: readonly string[]): string {
  const found = readGlobalId(id, path);
  if (found.typeName === typeName) return found.localId;
  const message = `This is the id of a ${found.typeName.slice(0, 40)}; send the id of a ${typeName}.`;
  throw invalidField(path, 'WRONG_TYPE', message);
}
