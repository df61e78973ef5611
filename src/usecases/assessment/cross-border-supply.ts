import type { TenantSettings } from '../../domain/account/tenant.ts';
import type { Customer } from '../../domain/customers/customer.ts';
import type { NexusDeclaration } from '../../domain/nexus/nexus.ts';
import { type TaxCollection, taxCollectionAt } from '../../domain/nexus/tax-collection.ts';
import type { MatchedPlace } from '../../domain/places/address-match.ts';
import { type PlaceFacts, taxationUnder } from '../../domain/places/place-law.ts';
import type { TaxNumberCheck } from '../../domain/tax-numbers/tax-number-format.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import { supplyOf, type Territory } from '../../tax/law/supply.ts';
import type { Notice, Supply } from '../../tax/model/assessment.ts';
import type { TaxRule } from '../../tax/model/rule.ts';
import { issuerNamed } from './tax-number-issuer.ts';

/** What the route from seller to buyer means for the tax of all lines. */
export type CrossBorderSupply = {
  readonly facts: PlaceFacts;
  readonly origin: Territory | null;
  /** The member state that issued the buyer's VAT number; null without a valid number. */
  readonly buyerNumberCountry: string | null;
  readonly collection: TaxCollection;
  readonly notices: readonly Notice[];
};

type Parties = {
  readonly customer: Customer;
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

export function lineSupply(supply: CrossBorderSupply, isTangible: boolean, rule: TaxRule | null): Supply {
  const { facts, origin, buyerNumberCountry, collection } = supply;
  const taxation = rule ? taxationUnder(facts, rule) : facts.taxation;
  if (taxation !== 'TAXED') return { kind: taxation, sentence: null };
  if (facts.taxPlace.regime === 'SALES_TAX') return { kind: 'TAXED' };
  return supplyOf({
    destination: facts.territory,
    origin,
    buyerNumberCountry,
    isTangible,
    isRegisteredAtDestination: collection.isRegistered,
  });
}

/** A number with the right format and checksum counts as valid: a calculation does not wait for a register. */
function buyerNumber(reference: ReferenceData, { taxNumber, address }: Customer, { territory }: PlaceFacts) {
  const none = { country: null, notices: [] };
  if (taxNumber === null || !(territory.isInEuForGoods || territory.isInEuForServices)) return none;
  const country = address?.country ? issuerNamed(reference, address.country) : null;
  const check = reference.checkTaxNumber(taxNumber, country?.code ?? null);
  const pointer = '/customer/taxNumber';
  if (!check?.isValid) {
    const message = `The customer's tax number ${whyInvalid(check)}. The customer was charged as a consumer.`;
    return { country: null, notices: [{ code: 'TAX_NUMBER_INVALID', pointer, message }] };
  }
  const isMember = check.country === 'XI' || reference.countryFacts(check.country)?.isInEu === true;
  if (!isMember) return none;
  const message = "Only the VAT number's format and checksum were checked; no register confirmed it.";
  return { country: check.country, notices: [{ code: 'TAX_NUMBER_NOT_CONFIRMED', pointer, message }] };
}

function whyInvalid(check: TaxNumberCheck | null): string {
  if (check === null) return 'has no country prefix, so its country is unknown';
  if (check.fault === 'CHECKSUM') return 'is not a valid VAT number: its check digits are wrong';
  return 'is not a valid VAT number: its format is wrong';
}
