import { holdsOn, type NexusDeclaration, type NexusPlace, type NexusTerms, type NexusWindow } from './nexus.ts';

/** What a seller collects tax in a place by, or why not, on a day. */
export type NexusGround =
  | { readonly kind: 'REGISTRATION'; readonly fromOn: string; readonly number: string | null }
  | { readonly kind: 'ECONOMIC_NEXUS' | 'PHYSICAL_NEXUS'; readonly fromOn: string }
  | { readonly kind: 'NOTHING_DECLARED' }
  | { readonly kind: 'NOT_YET'; readonly fromOn: string }
  | { readonly kind: 'ENDED'; readonly toOn: string };

export function isGroundToCollect({ kind }: { readonly kind: string }): boolean {
  return kind === 'REGISTRATION' || kind === 'ECONOMIC_NEXUS' || kind === 'PHYSICAL_NEXUS';
}

/** By what is declared of this very place; registrations for the one-stop shop are no registrations there. */
export function groundAt(declarations: readonly NexusDeclaration[], place: NexusPlace, day: string): NexusGround {
  const declared = declarations.find(({ country, state }) => country === place.country && state === place.state);
  return declared ? groundOf(declared, day) : { kind: 'NOTHING_DECLARED' };
}

/** A registration tells more than the nexus that led to it. */
export function groundOf({ registrations, economicNexus, physicalNexus }: NexusTerms, day: string): NexusGround {
  const ownRegistrations = registrations.filter(({ scheme }) => scheme === 'STANDARD');
  const registration = ownRegistrations.find((window) => holdsOn(window, day));
  if (registration) return { kind: 'REGISTRATION', fromOn: registration.fromOn, number: registration.number };
  const economic = economicNexus.find((window) => holdsOn(window, day));
  if (economic) return { kind: 'ECONOMIC_NEXUS', fromOn: economic.fromOn };
  const physical = physicalNexus.find((window) => holdsOn(window, day));
  if (physical) return { kind: 'PHYSICAL_NEXUS', fromOn: physical.fromOn };
  return nearest([...ownRegistrations, ...economicNexus, ...physicalNexus], day);
}

/** Whether sales to consumers in the EU are declared through the one-stop shop, wherever it was joined. */
export function isInOneStopShop(declarations: readonly NexusDeclaration[], day: string): boolean {
  return declarations.some(({ registrations }) =>
    registrations.some((window) => window.scheme === 'ONE_STOP_SHOP' && holdsOn(window, day)),
  );
}

/** What begins next is nearer than what ended. */
function nearest(windows: readonly NexusWindow[], day: string): NexusGround {
  const [next] = windows
    .map(({ fromOn }) => fromOn)
    .filter((fromOn) => fromOn > day)
    .sort();
  if (next !== undefined) return { kind: 'NOT_YET', fromOn: next };
  const last = windows
    .flatMap(({ toOn }) => (toOn === null || toOn >= day ? [] : [toOn]))
    .sort()
    .at(-1);
  return last === undefined ? { kind: 'NOTHING_DECLARED' } : { kind: 'ENDED', toOn: last };
}
