import { dayText, money } from '../../format/format.ts';
import { placeName, placeParts } from '../../format/place-text.ts';
import { searchTexts } from '../../texts/base.ts';
import { known, recordTexts } from '../../texts/records.ts';
import type { NodeOf, ResultOf, VariablesOf } from '../graphql.ts';
import { certificateLink, customerPageLink, documentLink, documentsLink } from '../links.ts';
import type { searchOperation } from '../operations.ts';

export type Found = { readonly title: string; readonly about: string; readonly href: string };
type FoundGroup = { readonly name: string; readonly found: readonly Found[] };

/**
 * Documents and certificates are found by number prefix, which can use an index; everything else by any part of the
 * text.
 */
export function termsOf(text: string): VariablesOf<typeof searchOperation> {
  return {
    document: { startsWith: text },
    certificate: { startsWith: text },
    customer: text,
    place: { contains: text },
    code: text,
  };
}

export function foundIn(data: ResultOf<typeof searchOperation>): FoundGroup[] {
  const { groups } = searchTexts;
  const all: FoundGroup[] = [
    {
      name: groups.documents,
      found: (data.transactions?.nodes ?? []).map((one) => ({
        title: one.externalId,
        about: `${known(recordTexts.types, one.transactionType)} · ${one.customer.name ?? ''} · ${dayText(one.taxDate)} · ${money(one.finalTransactionAmount, one.currency)}`,
        href: documentLink(one.serviceId),
      })),
    },
    {
      name: groups.customers,
      found: (data.customers?.nodes ?? []).map((one) => ({
        title: one.name ?? one.externalId,
        about: [one.externalId, one.email].filter(Boolean).join(' · '),
        href: customerPageLink(one.serviceId),
      })),
    },
    {
      name: groups.certificates,
      found: (data.exemptions?.nodes ?? []).map((one) => ({
        title: one.certificate?.certificateId ?? placeName(placeParts(one.place)),
        about: `${one.customer?.name ?? ''} · ${placeName(placeParts(one.place))} · ${known(recordTexts.certificateStatuses, one.certificateStatus)}`,
        href: certificateLink(one.serviceId),
      })),
    },
    {
      name: groups.places,
      found: (data.jurisdictions?.nodes ?? []).map(({ jurisdiction }) => ({
        title: jurisdiction.name,
        about: [known(recordTexts.levels, jurisdiction.level), surroundings(jurisdiction)].filter(Boolean).join(' · '),
        href: documentsLink({ reported: 'all', jurisdiction: jurisdiction.jurisdictionId }),
      })),
    },
    {
      name: groups.codes,
      found: (data.taxCodes?.nodes ?? []).map(({ code, name }) => ({
        title: name,
        about: code,
        href: documentsLink({ reported: 'all', taxCode: code }),
      })),
    },
  ];
  return all.filter(({ found }) => found.length > 0);
}

type Jurisdiction = NodeOf<typeof searchOperation, 'jurisdictions'>['jurisdiction'];

/**
 * For a US county, city or district, its state; for any other jurisdiction within a country, that country; null for a
 * country.
 */
function surroundings({ level, country, state }: Jurisdiction): string | null {
  if (level === 'COUNTRY') return null;
  return placeName({ country, state: country === 'US' && level !== 'STATE' ? state : null });
}
