import type { RuleEvidence } from '../../../domain/places/place-law.ts';
import type { SourceKind } from '../files/source.ts';

const evidence: Readonly<Record<SourceKind, RuleEvidence>> = {
  LAW: 'LAW',
  AUTHORITY: 'AUTHORITY',
  COMMISSION_LIST: 'AUTHORITY',
  SEVERAL_SOURCES: 'SEVERAL_SOURCES',
  ONE_LIST: 'ONE_SOURCE',
  ONE_PAGE: 'ONE_SOURCE',
  MEMORY: 'ONE_SOURCE',
};

/** The evidence for a rule with this kind of source, which may be imported. */
export const evidenceOf = (kind: SourceKind | null): RuleEvidence => (kind === null ? 'ONE_SOURCE' : evidence[kind]);

const doubts: Partial<Record<SourceKind, string>> = {
  ONE_LIST: 'only one unofficial list confirms it; check it with the tax authority',
  ONE_PAGE: 'only one unofficial publication confirms it; check it with the tax authority',
  MEMORY: 'no publication confirms it; check it with the tax authority',
};

/** The reason why a row with this kind of source is uncertain; null if the kind is no reason for doubt. */
export const doubtOf = (kind: SourceKind | null): string | null => (kind === null ? null : (doubts[kind] ?? null));
