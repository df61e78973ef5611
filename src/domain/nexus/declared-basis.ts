import { holdsOn, type NexusPlace, type NexusTerms } from './nexus.ts';
import type { NexusDeclaration, NexusWindow } from './nexus-record.ts';

/** The seller's declarations about collecting tax in a place on a day. */
export type DeclaredBasis =
  | { readonly kind: 'REGISTRATION'; readonly validFrom: string; readonly number: string | null }
  | { readonly kind: 'ECONOMIC_NEXUS' | 'PHYSICAL_NEXUS'; readonly validFrom: string }
  | { readonly kind: 'NOTHING_DECLARED' }
  | { readonly kind: 'NOT_YET'; readonly validFrom: string }
  | { readonly kind: 'ENDED'; readonly validThrough: string };

export function isBasisToCollect({ kind }: { readonly kind: string }): boolean {
  return kind === 'REGISTRATION' || kind === 'ECONOMIC_NEXUS' || kind === 'PHYSICAL_NEXUS';
}

/** Regions that share the register of their country: Monaco with France, the Isle of Man with the United Kingdom. */
const inRegisterOfCountry: ReadonlySet<string> = new Set(['MC', 'IM']);

const registerOf = (state: string | null) => (state !== null && inRegisterOfCountry.has(state) ? null : state);

/** Only declarations for exactly this place, or for its register, count. One-stop-shop registrations do not count. */
export function declaredBasisAt(
  declarations: readonly NexusDeclaration[],
  place: NexusPlace,
  day: string,
): DeclaredBasis {
  const bases = declarations
    .filter(({ country, state }) => country === place.country && registerOf(state) === registerOf(place.state))
    .map((declared) => declaredBasis(declared, day));
  return bases.find(isBasisToCollect) ?? bases[0] ?? { kind: 'NOTHING_DECLARED' };
}

/** A registration takes precedence over nexus, because it is more specific. */
export function declaredBasis({ registrations, economicNexus, physicalNexus }: NexusTerms, day: string): DeclaredBasis {
  const ownRegistrations = registrations.filter(({ scheme }) => scheme === 'STANDARD');
  const registration = ownRegistrations.find((window) => holdsOn(window, day));
  if (registration) return { kind: 'REGISTRATION', validFrom: registration.validFrom, number: registration.number };
  const economic = economicNexus.find((window) => holdsOn(window, day));
  if (economic) return { kind: 'ECONOMIC_NEXUS', validFrom: economic.validFrom };
  const physical = physicalNexus.find((window) => holdsOn(window, day));
  if (physical) return { kind: 'PHYSICAL_NEXUS', validFrom: physical.validFrom };
  return nearest([...ownRegistrations, ...economicNexus, ...physicalNexus], day);
}

/** The next period to begin or, if no later period is declared, the last period that ended. */
function nearest(windows: readonly NexusWindow[], day: string): DeclaredBasis {
  const [next] = windows
    .map(({ validFrom }) => validFrom)
    .filter((validFrom) => validFrom > day)
    .sort();
  if (next !== undefined) return { kind: 'NOT_YET', validFrom: next };
  const last = windows
    .flatMap(({ validThrough }) => (validThrough === null || validThrough >= day ? [] : [validThrough]))
    .sort()
    .at(-1);
  return last === undefined ? { kind: 'NOTHING_DECLARED' } : { kind: 'ENDED', validThrough: last };
}
