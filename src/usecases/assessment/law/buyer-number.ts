import type { Buyer } from '../../../domain/customers/buyer.ts';
import type { PlaceFacts } from '../../../domain/places/place-law.ts';
import type { TaxNumberCheck } from '../../../domain/tax-numbers/tax-number-format.ts';
import type { ReferenceData } from '../../../ports/reference-data.ts';
import type { Notice } from '../../../tax/model/assessment.ts';
import { issuerNamed } from '../../tax-numbers/tax-number-issuer.ts';

/**
 * The buyer's tax number and its country; both null if the number is invalid or does not affect the tax at the place.
 */
type BuyerNumber = {
  readonly country: string | null;
  readonly number: string | null;
  readonly notices: readonly Notice[];
};

const none: BuyerNumber = { country: null, number: null, notices: [] };
const pointer = '/customer/taxNumber';

/** A number with a valid format and checksum counts as valid, because a calculation does not wait for a register. */
export function buyerNumber(reference: ReferenceData, customer: Buyer, facts: PlaceFacts): BuyerNumber {
  const { taxNumber, address } = customer;
  const { territory, businessServices } = facts;
  const isEuRule = territory.isInEuForGoods || territory.isInEuForServices;
  if (taxNumber === null || !(isEuRule || facts.imports?.businessSentence || businessServices)) return none;
  const named = address?.country ? issuerNamed(reference, address.country) : null;
  const check = reference.checkTaxNumber(taxNumber, named?.code ?? (isEuRule ? null : territory.country));
  if (!check?.isValid) {
    const message = `The customer's tax number ${whyInvalid(check)}. The customer was charged as a consumer.`;
    return { ...none, notices: [{ code: 'TAX_NUMBER_INVALID', pointer, message }] };
  }
  const isMember = check.country === 'XI' || reference.countryFacts(check.country)?.isInEu === true;
  // A business in Northern Ireland has a single number, which has the prefix GB in Great Britain.
  const country = check.country === 'XI' && !isEuRule ? 'GB' : check.country;
  if (!(isEuRule && isMember) && country !== territory.country) return none;
  const message = "Only the VAT number's format and any checksum were checked; no register confirmed it.";
  return {
    country,
    number: check.number,
    notices: [{ code: 'TAX_NUMBER_NOT_CONFIRMED', pointer, message }],
  };
}

function whyInvalid(check: TaxNumberCheck | null): string {
  if (check === null) {
    return 'cannot be checked: it has no country prefix, or the number format of its country is unknown. Send the number with its prefix, such as EL094259216';
  }
  if (check.issue === 'CHECKSUM') return 'is not a valid VAT number: its check digits are wrong';
  return 'is not a valid VAT number: its format is wrong';
}
