import { Prisma } from '../generated/client.ts';

/** A stored row: instants are text, and `createdAt` and `updatedAt` replace `internalTimestamps`. */
export type RowOf<Stored> = {
  readonly [Member in keyof Omit<Stored, 'internalTimestamps'>]: AsText<Stored[Member & keyof Stored]>;
} & (Stored extends { readonly internalTimestamps: unknown } ? StoredTimes : unknown);
type AsText<Value> = Value extends Date ? string : Value;
type StoredTimes = { readonly createdAt: string; readonly updatedAt: string };

/** The columns of these members, under the names of the members: `tax_number AS "taxNumber"`. */
export function columnsOf<Row>(...members: readonly (keyof Row & string)[]): Prisma.Sql {
  return Prisma.raw(
    members
      .map((member) => [member, columnOf(member)] as const)
      .map(([member, column]) => (member === column ? column : `${column} AS "${member}"`))
      .join(', '),
  );
}

/** The column of a member: `tax_number` for `taxNumber`. */
export function columnOf(member: string): string {
  return member.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Moves the times of a row to `internalTimestamps`. */
export function withTimes<Row extends StoredTimes>({ createdAt, updatedAt, ...row }: Row) {
  return { ...row, internalTimestamps: { createdDate: new Date(createdAt), updatedDate: new Date(updatedAt) } };
}

export function instantOf(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
