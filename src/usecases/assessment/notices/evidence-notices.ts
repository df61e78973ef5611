import { formatNames } from '../../../domain/base/words.ts';
import { electronicArticle } from '../../../domain/places/place-law.ts';
import { isFromThirdParty, type PlaceEvidence, shownPlaces } from '../../../domain/transactions/place-evidence.ts';
import type { TransactionInput } from '../../../domain/transactions/transaction-input.ts';
import type { Notice } from '../../../tax/model/assessment.ts';
import type { LawOfPlace } from '../law/law-of-place.ts';
import type { AssessmentRequest } from '../request/assessment-request.ts';

const pointer = '/placeEvidence';
const law = 'Implementing Regulation (EU) 282/2011, articles 24b (d) and 24f';

/**
 * Telecommunication, broadcasting and electronic services to consumers are taxed where two pieces of evidence locate
 * the consumer. Sellers with at most 100,000 EUR of such sales to other member states a year need one piece, from a
 * third party. These sales are not counted here.
 */
export function evidenceNotices(
  { group, places, supply, kinds }: LawOfPlace,
  { input, reference }: { readonly input: TransactionInput } & Pick<AssessmentRequest, 'reference'>,
): readonly Notice[] {
  const { facts, sourcedFrom } = places;
  const isToConsumer = supply.buyerNumberCountry === null && !supply.isOutsideEu && sourcedFrom === 'SHIP_TO';
  const isElectronic = group.input.items.some(
    ({ taxCode }, index) =>
      kinds[index] === 'SERVICE' && reference.servicePlace(taxCode)?.consumers.article === electronicArticle,
  );
  if (!facts.territory.isInEuForServices || !isToConsumer || !isElectronic) return [];
  const evidence = shownPlaces(input, reference);
  if (evidence.length === 0 && !isDue(input)) return [];
  const { name } = facts.authority;
  const isThere = ({ country }: PlaceEvidence) => taxCountry(country, reference) === facts.territory.country;
  const agreeing = evidence.filter(isThere);
  const others = evidence.filter((one) => !isThere(one));
  const agreeingKinds = new Set(agreeing.map(({ kind }) => kind)).size;
  const shown = others.map(({ kind, country }) => `${kind} shows ${reference.countryFacts(country)?.name ?? country}`);
  const count =
    agreeingKinds === 0 ? 'No piece of evidence shows' : agreeingKinds === 1 ? 'One piece of evidence shows' : null;
  const small = agreeing.some(isFromThirdParty)
    ? ' One is enough for a seller in the EU with at most 100,000 EUR a year of such sales to other member states.'
    : '';
  return [
    ...(others.length === 0
      ? []
      : [
          {
            code: 'PLACE_EVIDENCE_DIFFERS' as const,
            pointer,
            message: `The service is taxed in ${name}, but ${formatNames(shown)} (${law}). Check shippingAddress.`,
          },
        ]),
    ...(count === null
      ? []
      : [
          {
            code: 'PLACE_EVIDENCE_MISSING' as const,
            pointer,
            message: `${count} that the consumer is in ${name}; two are required (${law}).${small} Send placeEvidence.`,
          },
        ]),
  ];
}

/** Invoices require evidence. A cart, which has no key, may not have any evidence yet. */
const isDue = ({ transactionType, externalId }: TransactionInput) => transactionType === 'INVOICE' && externalId !== '';

/** For VAT, Monaco is part of France. */
function taxCountry(country: string, reference: AssessmentRequest['reference']): string {
  const match = reference.matchAddress({ ...nothingElse, country });
  return match.kind === 'matched' ? match.place.country : country;
}

const nothingElse = {
  street: null,
  city: null,
  county: null,
  state: null,
  region: null,
  zip: null,
  isPartial: true,
};
