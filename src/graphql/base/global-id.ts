import { invalidField } from '../../domain/base/errors.ts';
import { serviceIdInput } from '../../domain/base/fields.ts';

/**
 * The types whose ids arguments accept. A global id contains the record's `serviceId`, the client id, the key of a
 * return (drafts need an id too), or the place of a nexus declaration.
 */
export type RecordType =
  | 'CertificateRequest'
  | 'Client'
  | 'Customer'
  | 'Exemption'
  | 'Product'
  | 'TaxReturn'
  | 'Transaction'
  | 'WebhookDelivery'
  | 'WebhookEndpoint';

/** The `id` of a record in GraphQL: opaque, and unique across all types. */
export function globalId(typeName: string, localId: string): string {
  return Buffer.from(`${typeName}:${localId}`, 'latin1').toString('base64url');
}

/** Throws `INVALID_INPUT`, with an issue at `path`, if the text is not a record id. */
export function readGlobalId(id: string, path: readonly string[]): { typeName: string; localId: string } {
  const [, typeName, text = ''] = /^([A-Z]\w*):(.{1,100})$/.exec(Buffer.from(id, 'base64url').toString('latin1')) ?? [];
  const hasKey = typeName === 'TaxReturn' || typeName === 'Nexus' || typeName === 'Client';
  const localId = hasKey ? text : serviceIdInput.safeParse(text).data;
  if (typeName === undefined || localId === undefined) {
    throw invalidField(path, 'INVALID_FORMAT', `${JSON.stringify(id.slice(0, 100))} is not a record id.`);
  }
  return { typeName, localId };
}

/** The id of the record within its type. An id of another type is also an issue. */
export function localIdIn(id: string, typeName: RecordType, path: readonly string[]): string {
  const found = readGlobalId(id, path);
  if (found.typeName === typeName) return found.localId;
  const message = `This is the id of a ${found.typeName.slice(0, 40)}; send the id of a ${typeName}.`;
  throw invalidField(path, 'WRONG_TYPE', message);
}
