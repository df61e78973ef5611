import { externalIdNotices } from '../../../domain/base/external-id-notices.ts';
import { overdueNotices } from '../../../domain/coverage/freshness.ts';
import { formatPercent } from '../../../domain/descriptions/format.ts';
import { outOfRangeNotices } from '../../../domain/lookups/covered-days.ts';
import { describeUncollected } from '../../../domain/nexus/describe-collection.ts';
import {
  assumedTaxCodeNotices,
  feePriceNotices,
  roundedQuantityNotices,
  unmappedProductNotices,
} from '../../../domain/transactions/assumption-notices.ts';
import { midnightNotices } from '../../../domain/transactions/tax-date.ts';
import type { TransactionInput } from '../../../domain/transactions/transaction-input.ts';
import { refusalAt } from '../../../tax/law/exemptions.ts';
import type { Assessment, DocumentToAssess, Notice } from '../../../tax/model/assessment.ts';
import { decimalText } from '../../../tax/numbers/decimal.ts';
import type { Delivery } from '../law/deliveries.ts';
import type { LawOfPlace } from '../law/law-of-place.ts';
import { datedRatesAt } from '../places/find-place.ts';
import { noticesInDocument } from '../places/place-groups.ts';
import type { AssessmentRequest } from '../request/assessment-request.ts';
import { collectorNotices } from './collector-notices.ts';
import { deliveryNotices } from './delivery-notices.ts';
import { evidenceNotices } from './evidence-notices.ts';
import { importNotices } from './import-notices.ts';
import { priceLimitNotices } from './price-limit-notices.ts';

type ToExplain = Pick<AssessmentRequest, 'input' | 'reference'> & {
  readonly currency: string;
  readonly laws: readonly LawOfPlace[];
  readonly toAssess: Pick<DocumentToAssess, 'certificates' | 'customerType' | 'options'>;
  readonly assessment: Assessment;
  readonly deliveries: readonly Delivery[];
  readonly isFeeCharged: boolean;
};

export function documentNotices(document: ToExplain): readonly Notice[] {
  const { input, reference, laws, assessment, deliveries, isFeeCharged } = document;
  const ofEach = (noticesAt: (law: LawOfPlace) => readonly Notice[]) =>
    laws.flatMap((law) => noticesInDocument(law.group, noticesAt(law)));
  const notices = [
    ...ofEach((law) => placeNotices(law, document)),
    ...at('/shippingAddress', overdueNotices(laws.map(({ places }) => datedRatesAt(reference, places)))),
    ...ofEach(({ supply }) => supply.notices),
    ...ofEach(importNotices),
    ...ofEach((law) => evidenceNotices(law, document)),
    ...ofEach(ruleNotices),
    ...ofEach((law) => priceLimitNotices(law, document)),
    ...externalIdNotices(input),
    ...roundedQuantityNotices(input),
    ...midnightNotices(input),
    ...declaredNotices(assessment),
    ...assumedTaxCodeNotices(input),
    ...unmappedProductNotices(input),
    ...feePriceNotices(input),
    ...refundNotices(input),
    ...overrideNotices(input),
    ...roundingNotices(document),
    ...pendingNotices(document),
    ...deliveries.flatMap((delivery) => noticesInDocument(delivery.group, deliveryNotices(delivery, isFeeCharged))),
    ...ofEach((law) => collectionNotices(law, assessment)),
    ...ofEach((law) => collectorNotices(law, document)),
  ];
  return laws.length === 1 ? notices : withoutRepetition(notices);
}

/** A notice shared by several places is shown once, for the whole document. */
function withoutRepetition(notices: readonly Notice[]): readonly Notice[] {
  return [...new Map(notices.map((notice) => [JSON.stringify(notice), notice])).values()];
}

/** The notices about the document's addresses and the law at one of its places. */
function placeNotices({ places }: LawOfPlace, { input, reference }: ToExplain): readonly Notice[] {
  const { destination, sourcingNotices, sourcedFrom, facts } = places;
  const address = sourcedFrom === 'COLLECTED' ? '/shipFromAddress' : '/shippingAddress';
  return [
    ...at(address, destination.notices),
    ...sourcingNotices,
    ...at(address, facts.notices),
    ...at(
      input.taxDate === null ? '/externalTimestamps' : '/taxDate',
      outOfRangeNotices(datedRatesAt(reference, places)),
    ),
  ];
}

function ruleNotices({ itemRules, shippingRule }: LawOfPlace): readonly Notice[] {
  return [
    ...itemRules.flatMap((rule, index) => at(`/items/${index}`, rule.notices)),
    ...at('/shippingFee', shippingRule?.notices ?? []),
  ];
}

function at(pointer: string, notices: readonly (Omit<Notice, 'pointer'> & Partial<Notice>)[]): Notice[] {
  return notices.map((notice) => Object.assign({}, notice, { pointer: pointer + (notice.pointer ?? '') }));
}

const declared = 'SENT_AS_NOT_TAXABLE';

/** Notices about lines that are untaxed only because the document declares them not taxable. */
function declaredNotices({ items, shippingFee }: Assessment): readonly Notice[] {
  return [
    ...items.flatMap(({ reason }, index) => (reason === declared ? [notTaxable(`/items/${index}`)] : [])),
    ...(shippingFee?.reason === declared ? [notTaxable('/shippingFee')] : []),
  ];
}

function notTaxable(line: string): Notice {
  const message =
    'Not taxed, because the line was sent with taxableCategory NOT_TAXABLE, regardless of the law. Omit the field to apply the law.';
  return { code: declared, pointer: `${line}/taxableCategory`, message };
}

/** The notice for a refund that is calculated without its invoice, because the invoice is not stored. */
function refundNotices({ transactionType, source, createdFrom }: TransactionInput): readonly Notice[] {
  if (transactionType !== 'REFUND') return [];
  const why =
    createdFrom === null
      ? 'createdFrom does not identify an invoice.'
      : `No invoice ${JSON.stringify(createdFrom)} of source ${source} is stored. Once it is stored, this refund is linked to it.`;
  const message = `${why} The tax of this refund was calculated for its own address and date, and is not limited by an invoice.`;
  return [{ code: 'REFUND_NOT_LINKED', pointer: '/createdFrom', message }];
}

function overrideNotices({ exemptionOverride }: TransactionInput): readonly Notice[] {
  if (exemptionOverride === null) return [];
  const { kind, reason } = exemptionOverride;
  const what =
    kind === 'FORCE_EXEMPT'
      ? 'The document was exempted without a certificate'
      : 'The customer’s certificates were ignored';
  return [{ code: kind, pointer: '/exemptionOverride', message: `${what}, as declared in the document: ${reason}` }];
}

/** The notice for an account setting whose rounding differs from the law of the country. */
function roundingNotices({ laws, toAssess, assessment: { lawfulRounding } }: ToExplain): readonly Notice[] {
  if (lawfulRounding === null) return [];
  const { country, source, taxRate, taxAmount, lawfulTaxAmount } = lawfulRounding;
  const { name } = laws.find(({ places }) => places.facts.taxPlace.country === country)!.places.facts.authority;
  const message = `${name} requires rounding once for each rate in a document, so the tax at ${formatPercent(taxRate)} is ${decimalText(lawfulTaxAmount)}. Under the account setting roundingLevel (${toAssess.options.roundingLevel}), it is ${decimalText(taxAmount)}. Source: ${source}`;
  return [{ code: 'ROUNDING_NOT_BY_LAW', pointer: '', message }];
}

/** The notices for certificates that would be valid if they had the file that the account requires. */
function pendingNotices({ laws, toAssess }: ToExplain): readonly Notice[] {
  const pending = toAssess.certificates.filter((certificate) =>
    laws.some(({ place }) => refusalAt(place, certificate) === 'NO_EVIDENCE'),
  );
  return pending.map(({ id }) => ({
    code: 'CERTIFICATE_PENDING',
    pointer: '/customerId',
    message: `Exemption ${id} of the customer was not applied, because no file is attached to it and the account requires one (requireEvidence). Attach the certificate, then recalculate the document.`,
  }));
}

/** The notice that explains why tax due at a place is not collected; omitted if no line is affected. */
function collectionNotices(
  { group, places, supply }: LawOfPlace,
  { items, shippingFee }: Assessment,
): readonly Notice[] {
  const message = describeUncollected(supply.collection);
  const isCovered = [...places.destination.notices, ...places.facts.notices].every(
    ({ code }) => code !== 'TAX_NOT_COVERED',
  );
  if (message === null || !isCovered) return [];
  const placed = group.indexes.map((index) => items[index]!);
  const lines = group.isOwn && shippingFee ? [...placed, shippingFee] : placed;
  const isMissing = lines.some(
    ({ reason, taxLines }) =>
      reason === 'NOT_COLLECTING' || taxLines.some((taxLine) => taxLine.reason === 'NOT_COLLECTING'),
  );
  return isMissing ? [{ code: 'NOT_COLLECTING', pointer: '/shippingAddress', message }] : [];
}
