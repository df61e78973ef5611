import { type RemoteSellerBasis, remoteSellerBasis } from '../../../domain/nexus/remote-seller.ts';
import { suppliedThere } from '../../../domain/nexus/supplied-facts.ts';
import { needsDeclarations, type TaxCollection, taxCollectionAt } from '../../../domain/nexus/tax-collection.ts';
import type { MatchedPlace } from '../../../domain/places/address-match.ts';
import { type PlaceFacts, type RuleFacts, taxationUnder } from '../../../domain/places/place-law.ts';
import {
  type ImportTaxedBy,
  type SuppliedKind,
  supplyOf,
  supplyOfSmallBusiness,
  type Territory,
} from '../../../tax/law/supply.ts';
import type { Notice, Supply } from '../../../tax/model/assessment.ts';
import type { TaxPlace } from '../../../tax/model/place.ts';
import type { TaxRule } from '../../../tax/model/rule.ts';
import type { AssessmentRequest } from '../request/assessment-request.ts';
import { buyerNumber } from './buyer-number.ts';

/** The effect of the route from seller to buyer on the tax for all lines. */
export type CrossBorderSupply = {
  readonly facts: PlaceFacts;
  readonly origin: Territory | null;
  /** The country that issued the buyer's VAT number; null without a valid number that affects the tax. */
  readonly buyerNumberCountry: string | null;
  readonly collection: TaxCollection;
  /** Whether services are supplied outside the EU, so that no member state taxes them. */
  readonly isOutsideEu: boolean;
  /** The member state in which the seller is a small enterprise; null for other sellers. */
  readonly smallBusinessIn: string | null;
  readonly notices: readonly Notice[];
};

type Parties = Pick<AssessmentRequest, 'customer' | 'settings' | 'declarations' | 'reference'> & {
  /** The shipping origin or the seller's establishment; null if irrelevant or unknown. */
  readonly seller: MatchedPlace | null;
  readonly kind: SuppliedKind;
  readonly isOutsideEu?: boolean;
};

export function crossBorderSupply(facts: PlaceFacts, parties: Parties): CrossBorderSupply {
  const { customer, settings, declarations, reference, seller, kind, isOutsideEu = false } = parties;
  const { country, regime, taxDate } = facts.taxPlace;
  const origin = seller && reference.placeFacts(seller, taxDate).territory;
  const buyer = regime === 'GLOBAL_TAX' ? buyerNumber(reference, customer, facts) : null;
  const buyerNumberCountry = buyer?.country ?? null;
  const collection = taxCollectionAt({
    settings,
    declarations,
    facts,
    countryFacts: reference.countryFacts(country),
    remoteSeller: remoteSellerAt(facts.taxPlace, { settings, reference }),
    supplied: suppliedThere(facts, { ...parties, origin, isToBusiness: buyerNumberCountry !== null }),
  });
  const isOriginDecisive = needsDeclarations(settings) ? collection.isCollecting : buyerNumberCountry !== null;
  return {
    facts,
    origin,
    isOutsideEu,
    buyerNumberCountry,
    collection,
    smallBusinessIn: settings.sellerIsSmallBusiness ? settings.homeAddress.country : null,
    notices: [
      ...(buyer?.notices ?? []),
      ...surchargeNotices(facts, { origin, kind, number: buyer?.number ?? null }),
      ...(isOriginDecisive && origin === null && kind === 'GOODS' ? originNotices(facts) : []),
    ],
  };
}

/** The notice for goods that may come from abroad; not needed for sales tax. */
function originNotices({ taxPlace, taxation, authority }: PlaceFacts): readonly Notice[] {
  if (taxPlace.regime === 'SALES_TAX' || taxation !== 'TAXED') return [];
  const message = `The shipping origin is unknown, so the goods were taxed as if shipped within ${authority.name}. Send shipFromAddress, or complete homeAddress in the account settings.`;
  return [{ code: 'ORIGIN_UNKNOWN', pointer: '/shipFromAddress', message }];
}

type SaleToNumber = Pick<CrossBorderSupply, 'origin'> & {
  readonly kind: SuppliedKind;
  /** The buyer's tax number; null without a valid number that affects the tax. */
  readonly number: string | null;
};

/** The notice for domestic goods sold to a buyer who may be a retailer subject to a surcharge. */
function surchargeNotices(facts: PlaceFacts, { origin, kind, number }: SaleToNumber): readonly Notice[] {
  const { retailerSurcharge, taxPlace } = facts;
  if (!retailerSurcharge || kind !== 'GOODS' || origin?.country !== taxPlace.country || number === null) return [];
  if (!new RegExp(retailerSurcharge.numbers).test(number)) return [];
  return [
    { code: 'RETAILER_SURCHARGE_NOT_INCLUDED', pointer: '/customer/taxNumber', message: retailerSurcharge.message },
  ];
}

function remoteSellerAt(
  { country, subdivision, taxDate }: TaxPlace,
  { settings, reference }: Pick<Parties, 'settings' | 'reference'>,
): RemoteSellerBasis | null {
  const rate = country === 'US' && subdivision !== null ? reference.remoteSellerRate(subdivision, taxDate) : null;
  return remoteSellerBasis(settings, rate, taxDate);
}

/** The kind and rule of each item, in item order. */
type LinesToSupply = { readonly kinds: readonly SuppliedKind[]; readonly itemRules: readonly RuleFacts[] };

/**
 * How the items and the shipping fee are supplied. `taxedBy` has one entry per item of goods, or is null if the value
 * of the goods is irrelevant.
 */
export function suppliesOfLines(
  supply: CrossBorderSupply,
  { kinds, itemRules }: LinesToSupply,
  taxedBy: readonly ImportTaxedBy[] | null,
) {
  const answers = [...(taxedBy ?? [])];
  const otherwise = importTaxedWhateverValue(supply);
  const itemSupplies = kinds.map((kind, index) => {
    const importTaxedBy = kind === 'GOODS' ? (answers.shift() ?? otherwise) : otherwise;
    return lineSupply(supply, { kind, importTaxedBy, rule: itemRules[index]!.rule });
  });
  // The fee is a supply of goods if any item is tangible, or if there are no items.
  const kind =
    kinds.length === 0 || kinds.includes('GOODS') ? 'GOODS' : kinds.includes('SERVICE') ? 'SERVICE' : 'ON_SITE';
  const importTaxedBy = taxedBy?.includes('SELLER') ? 'SELLER' : (taxedBy?.[0] ?? otherwise);
  return { itemSupplies, shippingSupply: lineSupply(supply, { kind, importTaxedBy, rule: null }) };
}

/** The party that accounts for the tax on imported goods if their value is irrelevant. */
function importTaxedWhateverValue({ collection }: CrossBorderSupply): ImportTaxedBy {
  return collection.isRegistered ? 'SELLER' : 'BORDER';
}

/** The facts that determine the treatment of a line, in addition to the route. `rule` is null for a shipping fee. */
type SuppliedLine = {
  readonly kind: SuppliedKind;
  readonly importTaxedBy: ImportTaxedBy;
  readonly rule: TaxRule | null;
};

function lineSupply(supply: CrossBorderSupply, line: SuppliedLine): Supply {
  const { facts, origin, smallBusinessIn } = supply;
  const supplied = supplyByRoute(supply, line);
  const from = supplied.kind === 'INTRA_COMMUNITY' ? origin : facts.territory;
  const isAtHome = from?.country === smallBusinessIn && from.isInEuForServices;
  return isAtHome ? supplyOfSmallBusiness(supplied, smallBusinessIn) : supplied;
}

function supplyByRoute(supply: CrossBorderSupply, { kind, importTaxedBy, rule }: SuppliedLine): Supply {
  const { facts, origin, buyerNumberCountry, collection, isOutsideEu } = supply;
  if (isOutsideEu) return { kind: 'OUTSIDE_TERRITORY', sentence: null };
  const taxation = rule ? taxationUnder(facts, rule) : facts.taxation;
  if (facts.areGoodsOutside && kind === 'GOODS') return { kind: 'OUTSIDE_TERRITORY', sentence: null };
  // Exported goods need no rate at their destination.
  const isExportable = taxation === 'NOT_COVERED' && kind === 'GOODS';
  if (taxation !== 'TAXED' && !isExportable) return { kind: taxation, sentence: null };
  if (facts.taxPlace.regime === 'SALES_TAX' || kind === 'ON_SITE') return { kind: 'TAXED' };
  const ofBusiness = kind === 'GOODS' ? facts.imports?.businessSentence : facts.businessServices?.sentence;
  const supplied = supplyOf({
    destination: facts.territory,
    origin,
    buyerNumberCountry,
    kind,
    importTaxedBy,
    isCollectingAtDestination: collection.isCollecting,
    businessSentence: ofBusiness ?? null,
  });
  return isExportable && supplied.kind !== 'EXPORT' ? { kind: taxation, sentence: null } : supplied;
}
