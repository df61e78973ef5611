import type { Supply } from '../model/assessment.ts';

/** A place of origin or destination, with the facts relevant to cross-border tax. */
export type Territory = {
  /** ISO 3166-1 alpha-2 code of the country that levies tax at the place. */
  readonly country: string;
  /** Whether EU rules for goods apply at the place: the member states' tax area, and Northern Ireland. */
  readonly isInEuForGoods: boolean;
  /** Whether EU rules for services apply at the place. */
  readonly isInEuForServices: boolean;
  /**
   * The tax territories that include the place; goods sent between places without a common territory cross a border.
   */
  readonly taxTerritories: readonly string[];
};

/**
 * Who accounts for the tax on imported goods: the seller at the sale, the buyer in its own return, or customs at the
 * border. `NOBODY` means that the seller should, but is not registered.
 */
export type ImportTaxedBy = 'SELLER' | 'BUYER' | 'BORDER' | 'NOBODY';

type CrossBorderSale = {
  readonly destination: Territory;
  /** The shipping origin or the seller's establishment; null if unknown. */
  readonly origin: Territory | null;
  /** The country of the buyer's VAT number, if the number may be valid; otherwise null. */
  readonly buyerNumberCountry: string | null;
  readonly kind: 'GOODS' | 'SERVICE';
  readonly isCollectingAtDestination: boolean;
  readonly importTaxedBy: ImportTaxedBy;
  /**
   * Outside the EU, the statement on an invoice to a business buyer that accounts for the tax itself; null if the buyer
   * does not account for it.
   */
  readonly businessSentence: string | null;
};

/**
 * The kind of an item. Services used where they are supplied, and services of agents to consumers (`ON_SITE`), are
 * always taxed there.
 */
export type SuppliedKind = CrossBorderSale['kind'] | 'ON_SITE';

const taxed: Supply = { kind: 'TAXED' };

/**
 * The sentences on EU invoices under article 226 (11) and (11a) of Directive 2006/112/EC. Exemptions: articles 138 and
 * 146. Reverse charge: articles 44 and 196. Small enterprises: article 284.
 */
export const euSentences = {
  intraCommunity: 'Intra-Community supply, exempt from VAT under Article 138 of Directive 2006/112/EC.',
  export: 'Export, exempt from VAT under Article 146 of Directive 2006/112/EC.',
  reverseCharge: 'Reverse charge: VAT to be accounted for by the recipient.',
  smallBusiness: 'Exempt from VAT: special scheme for small enterprises, Article 284 of Directive 2006/112/EC.',
  /** The wording required by French law: CGI, annex II, article 242 nonies A. */
  frenchSmallBusiness: 'TVA non applicable, art. 293 B du CGI.',
} as const;

/**
 * A supply by a small enterprise, whose supplies in its member state are exempt. Article 139 (1) excludes
 * intra-Community supplies from article 138, so they are exempt like domestic supplies. Exports and the reverse charge
 * are unaffected.
 */
export function supplyOfSmallBusiness(supply: Supply, home: string): Supply {
  const isExempt = supply.kind === 'TAXED' || supply.kind === 'INTRA_COMMUNITY';
  const sentence = home === 'FR' ? euSentences.frenchSmallBusiness : euSentences.smallBusiness;
  return isExempt ? { kind: 'SMALL_BUSINESS', sentence } : supply;
}

/** How a sale outside the US is treated: whether this seller charges tax and, if not, why. */
export function supplyOf(sale: CrossBorderSale): Supply {
  return sale.kind === 'GOODS' ? supplyOfGoods(sale) : supplyOfServices(sale);
}

function supplyOfGoods(sale: CrossBorderSale): Supply {
  const { destination, origin, buyerNumberCountry } = sale;
  if (origin === null || !crossesBorder(destination, origin)) return taxed;
  if (!destination.isInEuForGoods || !origin.isInEuForGoods) return supplyOfImports(sale, origin);
  // A British number in Northern Ireland is not an EU number.
  const isNumberOfEu = destination.isInEuForServices || buyerNumberCountry !== destination.country;
  if (!isNumberOfEu || !isForeign(buyerNumberCountry, origin)) return taxed;
  return { kind: 'INTRA_COMMUNITY', sentence: euSentences.intraCommunity };
}

/** US sales tax has no exports, so goods from the US are treated only as imports. */
function supplyOfImports(sale: CrossBorderSale, origin: Territory): Supply {
  const { importTaxedBy, businessSentence, isCollectingAtDestination } = sale;
  const isFromUs = origin.country === 'US';
  switch (importTaxedBy) {
    case 'SELLER':
      return taxed;
    case 'BUYER':
      return { kind: 'REVERSE_CHARGE', sentence: businessSentence };
    case 'BORDER':
      if (isFromUs) return { kind: 'IMPORT_AT_BORDER', sentence: null };
      return { kind: isCollectingAtDestination ? 'IMPORT_AT_BORDER' : 'EXPORT', sentence: exportSentence(origin) };
    case 'NOBODY':
      return isFromUs ? taxed : { kind: 'EXPORT', sentence: exportSentence(origin) };
  }
}

function exportSentence({ isInEuForGoods }: Territory): string {
  return isInEuForGoods ? euSentences.export : 'Export, free of tax in the country of dispatch.';
}

/** A seller from outside the EU is not established there, so its business buyers account for the tax on services. */
function supplyOfServices({ destination, origin, businessSentence, ...sale }: CrossBorderSale): Supply {
  // For services, Northern Ireland is part of the United Kingdom, and its numbers count as British.
  const buyerNumberCountry = sale.buyerNumberCountry === 'XI' ? 'GB' : sale.buyerNumberCountry;
  const isAbroad = origin === null || crossesBorder(destination, origin);
  if (!destination.isInEuForServices) {
    const isBusinessThere = buyerNumberCountry === destination.country && businessSentence !== null;
    return isAbroad && isBusinessThere ? { kind: 'REVERSE_CHARGE', sentence: businessSentence } : taxed;
  }
  const isAbroadInEu = isAbroad || !origin.isInEuForServices;
  if (!isAbroadInEu || buyerNumberCountry === null || buyerNumberCountry === 'GB') return taxed;
  if (origin !== null && !isForeign(buyerNumberCountry, origin)) return taxed;
  return { kind: 'REVERSE_CHARGE', sentence: euSentences.reverseCharge };
}

function crossesBorder(destination: Territory, origin: Territory): boolean {
  return !destination.taxTerritories.some((territory) => origin.taxTerritories.includes(territory));
}

function isForeign(numberCountry: string | null, origin: Territory): boolean {
  return numberCountry !== null && !origin.taxTerritories.includes(numberCountry);
}
