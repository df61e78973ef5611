import { nexusTag } from '../base/etag.ts';
import type { CurrentRevision } from '../base/precondition.ts';
import type { NexusDeclaration, NexusWindow } from './nexus-record.ts';

/** A US state, another country or one of its regions. */
export type NexusPlace = {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** US state (`MN`) or region (`CA-QC`); null for a whole country. */
  readonly state: string | null;
};

/** The declarations for a place. */
export type NexusTerms = Pick<NexusDeclaration, 'physicalNexus' | 'economicNexus' | 'registrations'>;

export const nothingDeclared: NexusTerms = { physicalNexus: [], economicNexus: [], registrations: [] };

/** Whether the window includes the day. */
export function holdsOn({ validFrom, validThrough }: NexusWindow, day: string): boolean {
  return validFrom <= day && (validThrough === null || day <= validThrough);
}

export function isSamePlace(one: NexusPlace, other: NexusPlace): boolean {
  return one.country === other.country && one.state === other.state;
}

/** A place has only one declaration, so the version identifies its content. */
export function currentNexusRevision(declaration: NexusDeclaration): CurrentRevision {
  return { version: declaration.version, tags: [nexusTag(declaration)] };
}
