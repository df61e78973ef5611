import { nexusTag } from '../base/etag.ts';
import type { CurrentRevision } from '../base/precondition.ts';
import type { InternalTimestamps } from '../base/timestamps.ts';

/** Days on which something holds, both included. */
export type NexusWindow = {
  readonly fromOn: string;
  /** Null while it has no end. */
  readonly toOn: string | null;
};

/** A presence that the seller declares: an office, goods in a warehouse, people. */
export type PhysicalNexus = NexusWindow & { readonly note: string | null };

/** Nexus by sales, which the seller takes for given from a day on; the sales alone oblige nobody here. */
export type EconomicNexus = NexusWindow;

export const registrationSchemes = ['STANDARD', 'ONE_STOP_SHOP'] as const;
export type RegistrationScheme = (typeof registrationSchemes)[number];

/** An entry in the register of a tax authority. One for the one-stop shop serves consumers in the whole EU. */
export type NexusRegistration = NexusWindow & {
  /** Null until the authority has given one. */
  readonly number: string | null;
  readonly scheme: RegistrationScheme;
};

/** A US state, another country, or a region of one. */
export type NexusPlace = {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** US state (`MN`) or region (`CA-QC`); null for a whole country. */
  readonly state: string | null;
};

/** What a seller has declared of a place, the past included; windows of one kind never overlap, and come oldest first. */
export type NexusTerms = {
  readonly physicalNexus: readonly PhysicalNexus[];
  readonly economicNexus: readonly EconomicNexus[];
  readonly registrations: readonly NexusRegistration[];
};

export type NexusDeclaration = NexusPlace &
  NexusTerms & {
    readonly internalTimestamps: InternalTimestamps;
    /** Counts the changes; a write names the version it read. */
    readonly version: number;
  };

export const nothingDeclared: NexusTerms = { physicalNexus: [], economicNexus: [], registrations: [] };

/** Whether the window holds on that day. */
export function holdsOn({ fromOn, toOn }: NexusWindow, day: string): boolean {
  return fromOn <= day && (toOn === null || day <= toOn);
}

export function isSamePlace(one: NexusPlace, other: NexusPlace): boolean {
  return one.country === other.country && one.state === other.state;
}

/** A place has one declaration, and its address holds nothing else: the version is enough. */
export function currentNexusRevision(declaration: NexusDeclaration): CurrentRevision {
  return { version: declaration.version, tags: [nexusTag(declaration)] };
}
