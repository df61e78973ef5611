import type { InternalTimestamps } from '../base/timestamps.ts';

/** The records whose changes are noted. */
export const recordTypes = {
  TRANSACTION: 'A sales document.',
  CUSTOMER: 'A buyer.',
  EXEMPTION: 'A certificate that exempts a customer.',
  NEXUS: 'The nexus declared for a place.',
  ACCOUNT: 'The settings of the account.',
  RETURN: 'A return of a place and period.',
  WEBHOOK_ENDPOINT: 'Where events are sent.',
} as const;
export type RecordType = keyof typeof recordTypes;

export const changeActions = {
  CREATED: 'The record was stored for the first time.',
  CHANGED: 'Members of the record changed.',
  CANCELLED: 'The record was cancelled.',
  RECALCULATED: 'The tax was calculated again on request.',
  FILED: 'The return was filed, or the document was marked as part of one.',
  REOPENED: 'The return was reopened, or the mark was removed.',
  ERASED: 'Personal data was erased.',
  DELETED: 'The record was deleted: a webhook endpoint.',
} as const;
export type ChangeAction = keyof typeof changeActions;

/** An operation of a JSON patch (RFC 6902). A `test` before it names what the member was. */
export type PatchOperation =
  | { readonly op: 'test' | 'add' | 'replace'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string };

/** One write of a record. It is immutable. */
export type Change = {
  readonly serviceId: string;
  /** Both are the time of the write. */
  readonly internalTimestamps: InternalTimestamps;
  readonly recordType: RecordType;
  /** Its `serviceId`; null for a record that only its key tells. */
  readonly recordId: string | null;
  /** Such as `9/INV-1` or `US/MN`; empty for the account and webhook endpoints. */
  readonly recordKey: string;
  /** The record's version after the write; 0 for the account. */
  readonly version: number;
  readonly action: ChangeAction;
  /** The client of the token, or the subject of a token of another issuer; null for a command of the operator. */
  readonly clientId: string | null;
  readonly requestId: string | null;
  /** Why, if it was said. */
  readonly reason: string | null;
  /** Leads from the record before to the record after; empty for a new record, or once personal data was erased. */
  readonly patch: readonly PatchOperation[];
};

/** By member: what it was and what it is. */
export type ChangedMembers = Readonly<Record<string, readonly [before: unknown, after: unknown]>>;

/** Reasons; not members of the record itself. */
const reasonMembers = ['cancelledBecause', 'recalculatedBecause', 'reopenedBecause'] as const;

/** What the members of a change mean; null for a new record. */
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
  if (becomes('status') === 'DELETED') return 'DELETED';
  const filing = becomes('transactionFilingStatus') ?? becomes('status');
  if (filing === 'FILED' || filing === 'AMENDED') return 'FILED';
  if (filing === 'NOT_FILED' || filing === 'DRAFT') return 'REOPENED';
  return typeof becomes('recalculatedBecause') === 'string' ? 'RECALCULATED' : 'CHANGED';
}

function patchOf(members: ChangedMembers): PatchOperation[] {
  const names = Object.keys(members).sort();
  return names.flatMap((name) => operations(`/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, members[name]!));
}

/** A member without a value is absent. */
function operations(path: string, [before, after]: readonly [unknown, unknown]): PatchOperation[] {
  if (before === null) return [{ op: 'add', path, value: after }];
  const test = { op: 'test', path, value: before } as const;
  return after === null ? [test, { op: 'remove', path }] : [test, { op: 'replace', path, value: after }];
}

/** Who makes a request: the client of the token, or the subject of a token of another issuer. */
export type Actor = { readonly clientId: string; readonly requestId: string };
