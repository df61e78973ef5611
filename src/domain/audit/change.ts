import { type EnumerationValue, enumeration, field, type RecordOf, record } from '../base/record.ts';
import { recordKind } from '../base/record-kinds.ts';
import type { InternalTimestamps } from '../base/timestamps.ts';

export const changeAction = enumeration('ChangeAction', 'Type of change.', {
  CREATED: 'The record was stored for the first time.',
  UPDATED: 'Members of the record changed.',
  CANCELLED: 'The record was cancelled.',
  REFUNDED:
    'A refund of the document was stored, changed or cancelled. Only the refundable amount and the version of the document changed. The refund has its own entry in the audit trail.',
  RECALCULATED: 'The tax was recalculated on request.',
  FILED: 'The return was filed, or the document was marked as part of a return.',
  REOPENED: 'The return was reopened, or the mark was removed.',
  ERASED: 'Personal data was erased.',
  REVOKED: 'The client or the certificate request was revoked.',
  DELETED: 'The record was deleted: a webhook endpoint or a product.',
});
export type ChangeAction = EnumerationValue<typeof changeAction>;

/** An operation in a JSON patch (RFC 6902). A preceding `test` contains the old value. */
type PatchOperation =
  | { readonly op: 'test' | 'add' | 'replace'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string };

const patchOperation = record('PatchOperation', 'An operation of a JSON patch (RFC 6902).', {
  op: field.text('`add`, `replace`, `remove`, or `test`, which contains the previous value of a member.', {
    examples: ['replace'],
    known: ['add', 'replace', 'remove', 'test'],
  }),
  path: field.text('JSON pointer to the member.', { examples: ['/name'] }),
  value: field.derived(field.optional(field.json('Value of the member.'), 'for `remove`'), (one: PatchOperation) =>
    'value' in one ? one.value : null,
  ),
});

export const auditEntry = record(
  'AuditEntry',
  'An entry in the audit trail, immutable except for the erasure of personal data.',
  {
    serviceId: field.uuid('The id this service assigned to the entry.'),
    occurredAt: field.derived(
      field.instant('When the record was written.'),
      ({ internalTimestamps }: { readonly internalTimestamps: InternalTimestamps }) => internalTimestamps.createdDate,
    ),
    recordType: field.choice(recordKind, 'Type of the changed record.'),
    recordId: field.optional(field.uuid('The `serviceId` of the record.'), 'for nexus, the account and clients'),
    recordKey: field.text(
      'The key of the record: `9/INV-1`, `US/MN` or the id of a client; empty for the account and webhook endpoints.',
      {
        examples: ['9/INV-1'],
      },
    ),
    version: field.count('The version of the record after the write; 0 for the account.'),
    action: field.choice(changeAction, 'What happened.'),
    clientId: field.optional(
      field.text(
        'The client of the token, the subject of a token from another issuer, or `certificate-link` for a buyer’s submission.',
      ),
      'for an operator command',
    ),
    requestId: field.optional(field.text('The id of the request, as in the log.'), 'for an operator command'),
    reason: field.optional(field.text('The reason given.'), 'if not given'),
    patch: field.list(
      patchOperation,
      10,
      'JSON Patch from the previous version to the new version; empty on creation and after erasure.',
    ),
  },
);
export type Change = RecordOf<typeof auditEntry> & { readonly patch: readonly PatchOperation[] };

/** The old and the new value of each member. */
export type ChangedMembers = Readonly<Record<string, readonly [before: unknown, after: unknown]>>;

/** Members that contain the reason for a change. */
const reasonMembers = ['cancellationReason', 'recalculationReason', 'reopeningReason', 'revocationReason'] as const;

/** Parses the members of a change; null for a new record. */
export function meaningOf(members: ChangedMembers | null): Pick<Change, 'action' | 'reason' | 'patch'> {
  if (!members) return { action: 'CREATED', reason: null, patch: [] };
  const erasedBecause = members.erasedBecause?.[1];
  if (typeof erasedBecause === 'string') return { action: 'ERASED', reason: erasedBecause, patch: [] };
  const reasons = reasonMembers.map((name) => members[name]?.[1]).filter((reason) => typeof reason === 'string');
  return { action: actionOf(members), reason: reasons[0] ?? null, patch: patchOf(members) };
}

function actionOf(members: ChangedMembers): ChangeAction {
  const becomes = (name: string) => members[name]?.[1];
  if (becomes('transactionStatus') === 'CANCELLED' || becomes('exemptionStatus') === 'CANCELLED') return 'CANCELLED';
  if (becomes('status') === 'REVOKED') return 'REVOKED';
  if (becomes('status') === 'DELETED') return 'DELETED';
  const filing = becomes('transactionFilingStatus') ?? becomes('status');
  if (filing === 'FILED' || filing === 'AMENDED') return 'FILED';
  if (filing === 'NOT_FILED' || filing === 'DRAFT') return 'REOPENED';
  return typeof becomes('recalculationReason') === 'string' ? 'RECALCULATED' : 'UPDATED';
}

function patchOf(members: ChangedMembers): PatchOperation[] {
  const names = Object.keys(members).sort();
  return names.flatMap((name) => operations(`/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, members[name]!));
}

/** A null value means that the member is absent. */
function operations(path: string, [before, after]: readonly [unknown, unknown]): PatchOperation[] {
  if (before === null) return [{ op: 'add', path, value: after }];
  const test = { op: 'test', path, value: before } as const;
  return after === null ? [test, { op: 'remove', path }] : [test, { op: 'replace', path, value: after }];
}

/** The sender of a request: the client of the token, or the subject of a token from another issuer. */
export type Actor = { readonly clientId: string; readonly requestId: string; readonly claim?: WriterClaim };

/**
 * A write's claim on an idempotency key. The unit of work stores the result under the key, and fails if another attempt
 * has taken over the key.
 */
export type WriterClaim = { readonly key: string; readonly claimId: string };
