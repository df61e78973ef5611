import { nexusTag } from '../base/etag.ts';
import type { CurrentRevision } from '../base/precondition.ts';
import type { InternalTimestamps } from '../base/timestamps.ts';
import type { FilingFrequency } from './filing-frequency.ts';

/** First and last day, both included. */
export type NexusWindow = {
  readonly validFrom: string;
  /** Null if open-ended. */
  readonly validThrough: string | null;
};

/** A physical presence of the seller: an office, goods in a warehouse, staff. */
export type PhysicalNexus = NexusWindow & { readonly note: string | null };

/** Nexus by sales, which the seller has confirmed from a day on; reaching a threshold alone changes nothing here. */
export type EconomicNexus = NexusWindow;

export const registrationSchemes = ['STANDARD', 'ONE_STOP_SHOP'] as const;
export type RegistrationScheme = (typeof registrationSchemes)[number];

/** A registration with a tax authority. One for the one-stop shop covers consumers in the whole EU. */
export type NexusRegistration = NexusWindow & {
  /** Null until the authority has issued one. */
  readonly number: string | null;
  readonly scheme: RegistrationScheme;
  /** As the authority assigned it; absent if not declared. */
  readonly filingFrequency?: FilingFrequency;
  /** Day of the month after the period; absent for that of the law. */
  readonly filingDueDay?: number;
};

/** A US state, another country or one of its regions. */
export type NexusPlace = {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** US state (`MN`) or region (`CA-QC`); null for a whole country. */
  readonly state: string | null;
};

/**
 * All declarations of a seller for a place, including past ones; windows of one kind never overlap and are sorted,
 * oldest first.
 */
export type NexusTerms = {
  readonly physicalNexus: readonly PhysicalNexus[];
  readonly economicNexus: readonly EconomicNexus[];
  readonly registrations: readonly NexusRegistration[];
};

export type NexusDeclaration = NexusPlace &
  NexusTerms & {
    readonly internalTimestamps: InternalTimestamps;
    /** Incremented by every change; a write names the version that was read. */
    readonly version: number;
  };

export const nothingDeclared: NexusTerms = { physicalNexus: [], economicNexus: [], registrations: [] };

/** All member states together: ISO 3166-1 reserves this code for the European Union. */
export const euCode = 'EU';

/** Whether the window includes the day. */
export function holdsOn({ validFrom, validThrough }: NexusWindow, day: string): boolean {
  return validFrom <= day && (validThrough === null || day <= validThrough);
}

export function isSamePlace(one: NexusPlace, other: NexusPlace): boolean {
  return one.country === other.country && one.state === other.state;
}

/** A place has one declaration, so its version is enough. */
export function currentNexusRevision(declaration: NexusDeclaration): CurrentRevision {
  return { version: declaration.version, tags: [nexusTag(declaration)] };
}
