import { type CollectedFor, type Collection, isCollectedBy } from './collection.ts';

/** Why tax is collected at a place or not, in words for a bookkeeper; null for a seller who collects everywhere. */
export function sayCollection({ grounds }: Collection): string | null {
  const told = grounds.filter(({ ground }) => ground.kind !== 'EVERYWHERE');
  return told.length === 0 ? null : told.map(sayGround).join(' ');
}

/** Why the tax of some authority there is not collected; null when all of it is. */
export function sayUncollected({ grounds }: Collection): string | null {
  const missing = grounds.filter(({ ground }) => !isCollectedBy(ground));
  return missing.length === 0 ? null : missing.map(sayGround).join(' ');
}

function sayGround({ name, ground }: CollectedFor): string {
  switch (ground.kind) {
    case 'EVERYWHERE':
      return 'The seller collects tax at every destination.';
    case 'ONE_STOP_SHOP':
      return `The seller collects the tax of ${name} through the one-stop shop.`;
    case 'REGISTRATION': {
      const number = ground.number === null ? '' : ` as ${ground.number}`;
      return `The seller collects the tax of ${name}: it is registered there${number} since ${ground.fromOn}.`;
    }
    case 'ECONOMIC_NEXUS':
      return `The seller collects the tax of ${name}: economic nexus was approved there from ${ground.fromOn}.`;
    case 'PHYSICAL_NEXUS':
      return `The seller collects the tax of ${name}: physical nexus was declared there from ${ground.fromOn}.`;
    case 'NOTHING_DECLARED':
      return `The tax of ${name} is not collected: neither nexus nor a registration is declared there.`;
    case 'NOT_YET':
      return `The tax of ${name} is not collected: what is declared there begins on ${ground.fromOn} only.`;
    case 'ENDED':
      return `The tax of ${name} is not collected: what was declared there ended on ${ground.toOn}.`;
  }
}
