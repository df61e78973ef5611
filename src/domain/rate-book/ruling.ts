import type { FactCorrection } from './rate-layer.ts';

/** A private letter ruling issued to one merchant: a rule that replaces the rate book's rules while it is in force. */
export type Ruling = {
  /** Numbered from 1 for each tenant. */
  readonly number: number;
  /** A `RULE`, for one tax code or for all codes in a category. */
  readonly fact: FactCorrection;
};

/** Each change creates a new revision of all of the tenant's rulings; earlier revisions remain readable. */
export type StoredRuling = Ruling & {
  /** The first revision that contains the ruling, and the first revision after its withdrawal. */
  readonly addedIn: number;
  readonly withdrawnIn: number | null;
  readonly createdAt: Date;
  readonly withdrawnAt: Date | null;
};

export function rulingsIn<One extends StoredRuling>(rulings: readonly One[], revision: number): One[] {
  return rulings.filter(
    ({ addedIn, withdrawnIn }) => addedIn <= revision && (withdrawnIn === null || withdrawnIn > revision),
  );
}

/** Each revision added or withdrew a ruling; 0 means that no ruling was ever added. */
export function latestRevision(rulings: readonly StoredRuling[]): number {
  return rulings.reduce((latest, { addedIn, withdrawnIn }) => Math.max(latest, addedIn, withdrawnIn ?? 0), 0);
}

/** Limited, because each revision's rules are kept in memory. */
export const mostRulings = 500;

/** `2026.11.27-1+3~r2`: the rate book for a tenant with rulings, at the second revision of the rulings. */
export function versionWithRulings(version: string, revision: number): string {
  return `${version}~r${revision}`;
}

/** Splits a version into the rate book version and the revision of the rulings; the revision is 0 without rulings. */
export function versionParts(version: string): { readonly shared: string; readonly revision: number } {
  const [, shared = version, revision = '0'] = /^(.*)~r(\d{1,9})$/.exec(version) ?? [];
  return { shared, revision: Number(revision) };
}

/** The requested version, with the tenant's current rulings unless it specifies a revision; `~r0` uses no rulings. */
export function underRulingsOf(book: { readonly version: string }, version: string): string {
  const { shared, revision } = versionParts(version);
  if (version !== shared) return revision === 0 ? shared : version;
  const own = versionParts(book.version).revision;
  return own === 0 ? version : versionWithRulings(version, own);
}
