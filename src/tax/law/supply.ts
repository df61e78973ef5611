import type { Supply } from '../model/assessment.ts';

/** A place that goods or services come from or go to, as far as cross-border tax depends on it. */
export type Territory = {
  /** ISO 3166-1 alpha-2 of the country whose tax is levied there. */
  readonly country: string;
  /** Whether EU rules hold there for goods: the member states' tax area, and Northern Ireland. */
  readonly isInEuForGoods: boolean;
  /** Whether EU rules hold there for services. */
  readonly isInEuForServices: boolean;
  /** The tax territories it belongs to; goods that go between places which share none are exported. */
  readonly taxTerritories: readonly string[];
};

export type CrossBorderSale = {
  readonly destination: Territory;
  /** Where the seller ships from or is established; null when it is not known. */
  readonly origin: Territory | null;
  /** The country of a VAT number of the buyer that can be valid; null without one. */
  readonly buyerNumberCountry: string | null;
  readonly isTangible: boolean;
  readonly isRegisteredAtDestination: boolean;
};

const taxed: Supply = { kind: 'TAXED' };

/**
 * Whether a sale outside the US is charged by this seller at all. The sentences are what EU invoices must say: Directive
 * 2006/112/EC, article 226 (11) and (11a); the exemptions are in its articles 138 and 146, the shift of the tax to
 * the buyer in its articles 44 and 196.
 */
export function supplyOf(sale: CrossBorderSale): Supply {
  return sale.isTangible ? supplyOfGoods(sale) : supplyOfServices(sale);
}

function supplyOfGoods({
  destination,
  origin,
  buyerNumberCountry,
  isRegisteredAtDestination,
}: CrossBorderSale): Supply {
  if (origin === null || origin.country === 'US') return taxed;
  const isWithinEu = destination.isInEuForGoods && origin.isInEuForGoods;
  if (!crossesBorder(destination, origin)) return taxed;
  if (isWithinEu && isForeign(buyerNumberCountry, origin)) {
    return {
      kind: 'INTRA_COMMUNITY',
      sentence: 'Intra-Community supply, exempt from VAT under Article 138 of Directive 2006/112/EC.',
    };
  }
  if (!isWithinEu && !isRegisteredAtDestination) {
    const sentence = origin.isInEuForGoods
      ? 'Export, exempt from VAT under Article 146 of Directive 2006/112/EC.'
      : 'Export, free of the tax of the country of dispatch.';
    return { kind: 'EXPORT', sentence };
  }
  return taxed;
}

/** A seller from outside the EU is not established there: its business buyers account for the tax on services. */
function supplyOfServices({ destination, origin, buyerNumberCountry }: CrossBorderSale): Supply {
  const isAbroad = origin === null || !origin.isInEuForServices || crossesBorder(destination, origin);
  if (!destination.isInEuForServices || !isAbroad || buyerNumberCountry === 'XI') return taxed;
  if (buyerNumberCountry === null || (origin !== null && !isForeign(buyerNumberCountry, origin))) return taxed;
  return { kind: 'REVERSE_CHARGE', sentence: 'Reverse charge: VAT to be accounted for by the recipient.' };
}

function crossesBorder(destination: Territory, origin: Territory): boolean {
  return !destination.taxTerritories.some((territory) => origin.taxTerritories.includes(territory));
}

function isForeign(numberCountry: string | null, origin: Territory): boolean {
  return numberCountry !== null && !origin.taxTerritories.includes(numberCountry);
}
