import { type Collection, collectionAt } from '../../domain/nexus/collection.ts';
import type { MatchedPlace } from '../../domain/places/address-match.ts';
import type { PlaceFacts } from '../../domain/places/place-law.ts';
import type { TaxNumberCheck } from '../../domain/tax-numbers/tax-number-format.ts';
import { supplyOf, type Territory } from '../../tax/law/supply.ts';
import type { Notice, Supply } from '../../tax/model/assessment.ts';
import type { TransactionToAssess } from './assess-transaction.ts';
import { issuerNamed } from './tax-number-issuer.ts';

/** What the way from seller to buyer means for a document's tax, whatever its lines are. */
export type BorderCrossing = {
  readonly facts: PlaceFacts;
  readonly origin: Territory | null;
  readonly buyerNumberCountry: string | null;
  readonly collection: Collection;
  readonly notices: readonly Notice[];
};

/** `seller` is where the goods leave from or the seller is established, where that matters and is known. */
export function crossingOf(
  request: TransactionToAssess,
  facts: PlaceFacts,
  seller: MatchedPlace | null,
): BorderCrossing {
  const { settings, declarations, reference } = request;
  const countryFacts = reference.countryFacts(facts.taxPlace.country);
  const isGlobal = facts.taxPlace.regime === 'GLOBAL_TAX';
  const origin = seller && reference.placeFacts(seller, facts.taxPlace.taxDate).territory;
  const buyer = isGlobal ? buyerNumber(request, facts) : { country: null, notices: [] };
  return {
    facts,
    origin,
    buyerNumberCountry: buyer.country,
    collection: collectionAt({ settings, declarations, facts, countryFacts }),
    notices: buyer.notices,
  };
}

export function lineSupply(crossing: BorderCrossing, isTangible: boolean): Supply {
  const { facts, origin, buyerNumberCountry, collection } = crossing;
  if (facts.taxation !== 'TAXED') return { kind: facts.taxation, sentence: null };
  if (facts.taxPlace.regime === 'SALES_TAX') return { kind: 'TAXED' };
  return supplyOf({
    destination: facts.territory,
    origin,
    buyerNumberCountry,
    isTangible,
    isRegisteredAtDestination: collection.isRegistered,
  });
}

/** A number whose form and checksum fit is taken for valid: no register is waited for while a document is worked out. */
function buyerNumber({ customer, reference }: TransactionToAssess, { territory }: PlaceFacts) {
  const none = { country: null, notices: [] };
  if (customer.taxNumber === null || !(territory.isInEuForGoods || territory.isInEuForServices)) return none;
  const country = customer.address?.country ? issuerNamed(reference, customer.address.country) : null;
  const check = reference.checkTaxNumber(customer.taxNumber, country?.code ?? null);
  const pointer = '/customer/taxNumber';
  if (!check?.isValid) {
    const message = `The tax number of the customer ${whyNot(check)}; it was charged as a consumer.`;
    return { country: null, notices: [{ code: 'TAX_NUMBER_INVALID', pointer, message }] };
  }
  const isMember = check.country === 'XI' || reference.countryFacts(check.country)?.isInEu === true;
  if (!isMember) return none;
  const message = 'The VAT number was checked by its form and checksum only; no register confirmed it.';
  return { country: check.country, notices: [{ code: 'TAX_NUMBER_NOT_CONFIRMED', pointer, message }] };
}

function whyNot(check: TaxNumberCheck | null): string {
  if (check === null) return 'does not tell its country: write it with its prefix';
  if (check.fault === 'CHECKSUM') return 'cannot be a valid VAT number, as its check digits do not fit';
  return 'cannot be a valid VAT number, as it has not the form of one';
}
