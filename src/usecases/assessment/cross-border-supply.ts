import type { TenantSettings } from '../../domain/account/tenant.ts';
import type { Buyer } from '../../domain/customers/buyer.ts';
import type { NexusDeclaration } from '../../domain/nexus/nexus.ts';
import { type TaxCollection, taxCollectionAt } from '../../domain/nexus/tax-collection.ts';
import type { MatchedPlace } from '../../domain/places/address-match.ts';
import { type PlaceFacts, taxationUnder } from '../../domain/places/place-law.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import { type CrossBorderSale, type ImportTaxedBy, supplyOf, type Territory } from '../../tax/law/supply.ts';
import type { Notice, Supply } from '../../tax/model/assessment.ts';
import type { TaxRule } from '../../tax/model/rule.ts';
import { buyerNumber } from './buyer-number.ts';

/** What the route from seller to buyer means for the tax of all lines. */
export type CrossBorderSupply = {
  readonly facts: PlaceFacts;
  readonly origin: Territory | null;
  /** The country that issued the buyer's VAT number; null without a valid number. */
  readonly buyerNumberCountry: string | null;
  readonly collection: TaxCollection;
  readonly notices: readonly Notice[];
};

type Parties = {
  readonly customer: Buyer;
  readonly settings: TenantSettings;
  readonly declarations: readonly NexusDeclaration[];
  /** Where the goods ship from or the seller is established, if that matters and is known. */
  readonly seller: MatchedPlace | null;
};

export function crossBorderSupply(reference: ReferenceData, facts: PlaceFacts, parties: Parties): CrossBorderSupply {
  const { customer, settings, declarations, seller } = parties;
  const { country, regime, taxDate } = facts.taxPlace;
  const buyer = regime === 'GLOBAL_TAX' ? buyerNumber(reference, customer, facts) : { country: null, notices: [] };
  return {
    facts,
    origin: seller && reference.placeFacts(seller, taxDate).territory,
    buyerNumberCountry: buyer.country,
    collection: taxCollectionAt({ settings, declarations, facts, countryFacts: reference.countryFacts(country) }),
    notices: buyer.notices,
  };
}

/** What decides about a line besides the route. Services that are used where they are supplied are taxed there. */
export type SuppliedLine = {
  readonly kind: CrossBorderSale['kind'] | 'ON_SITE';
  readonly importTaxedBy: ImportTaxedBy;
  /** Null for a shipping fee. */
  readonly rule: TaxRule | null;
};

export function lineSupply(supply: CrossBorderSupply, { kind, importTaxedBy, rule }: SuppliedLine): Supply {
  const { facts, origin, buyerNumberCountry, collection } = supply;
  const taxation = rule ? taxationUnder(facts, rule) : facts.taxation;
  if (taxation !== 'TAXED') return { kind: taxation, sentence: null };
  if (facts.taxPlace.regime === 'SALES_TAX' || kind === 'ON_SITE') return { kind: 'TAXED' };
  const ofBusiness = kind === 'GOODS' ? facts.imports?.businessSentence : facts.businessServices?.sentence;
  return supplyOf({
    destination: facts.territory,
    origin,
    buyerNumberCountry,
    kind,
    importTaxedBy,
    isCollectingAtDestination: collection.isCollecting,
    businessSentence: ofBusiness ?? null,
  });
}
