import { type AuthorityCollection, isCollectedBy, type TaxCollection } from './tax-collection.ts';

/** Explains to a bookkeeper why tax is or is not collected at a place; null if the seller collects everywhere. */
export function describeCollection({ authorities }: TaxCollection): string | null {
  const described = authorities.filter(({ basis }) => basis.kind !== 'EVERYWHERE');
  return described.length === 0 ? null : described.map(describeAuthority).join(' ');
}

/** Why an authority's tax is not collected; null if all tax at the place is collected. */
export function describeUncollected({ authorities }: TaxCollection): string | null {
  const missing = authorities.filter(({ basis }) => !isCollectedBy(basis));
  return missing.length === 0 ? null : missing.map(describeAuthority).join(' ');
}

/** Why the tax of one authority is or is not collected, as a sentence. */
export function describeAuthority({ name, basis }: AuthorityCollection): string {
  switch (basis.kind) {
    case 'EVERYWHERE':
      return 'The account collects tax at every destination (collectionPolicy: EVERYWHERE), regardless of declarations.';
    case 'ONE_STOP_SHOP':
      return `The seller collects the tax of ${name} through the one-stop shop.`;
    case 'HOME_OF_ONE_STOP_SHOP':
      return `The seller collects the tax of ${name}, where it is established, registered, and in the one-stop shop.`;
    case 'EU_THRESHOLD':
      return `The tax of ${name} is due: sales to consumers in other member states exceeded 10,000 EUR a year. Join the one-stop shop, or register there.`;
    case 'REMOTE_SELLER_PROGRAM':
      return `The seller collects the tax of ${name}: it has taken part in the ${basis.program} program since ${basis.validFrom}.`;
    case 'REGISTRATION': {
      const number = basis.number === null ? '' : ` as ${basis.number}`;
      return `The seller collects the tax of ${name}: it has been registered there${number} since ${basis.validFrom}.`;
    }
    case 'ECONOMIC_NEXUS':
      return `The seller collects the tax of ${name}: economic nexus was approved there from ${basis.validFrom}.`;
    case 'PHYSICAL_NEXUS':
      return `The seller collects the tax of ${name}: physical nexus was declared there from ${basis.validFrom}.`;
    case 'NOTHING_DECLARED':
      return `The tax of ${name} is not collected: neither nexus nor a registration is declared there.`;
    case 'NOT_YET':
      return `The tax of ${name} is not collected: the declarations there do not begin until ${basis.validFrom}.`;
    case 'ENDED':
      return `The tax of ${name} is not collected: the declarations there ended on ${basis.validThrough}.`;
  }
}
