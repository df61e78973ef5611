import { taxDateOf } from '../../../domain/transactions/tax-date.ts';
import type { TransactionInput } from '../../../domain/transactions/transaction-input.ts';
import { withPlaces } from '../../../domain/what-if/supposition.ts';
import { collectorOf } from '../../../tax/law/collector.ts';
import type { Certificate, DocumentToAssess, TaxCollector } from '../../../tax/model/assessment.ts';
import type { TaxPlace } from '../../../tax/model/place.ts';
import { type Differing, type Suppositions, supposing } from './supposing.ts';

/**
 * Assumes that the seller collects where it does not, or the reverse. In the EU, assumes the VAT of the destination
 * instead of the home country, or the reverse.
 */
export function* byRegistration({ request, calculated: { toAssess } }: Differing): Suppositions {
  const { place, isCollecting } = toAssess;
  const where = place.subdivision ?? place.country;
  const otherwise = withPlaces(toAssess, (at) => {
    const { uncollected: _, ...rest } = at.place;
    return isCollecting ? { ...at, isCollecting: false } : { isCollecting: true, place: rest };
  });
  const message = isCollecting
    ? `Their tax assumes that the seller does not collect in ${where}; here, the tax of ${where} is collected.`
    : `Their tax assumes a registration in ${where}; here, none is in force.`;
  yield supposing({ toAssess: otherwise }, message, authorityOf(place));
  if (place.regime !== 'GLOBAL_TAX') return;
  const { settings } = request;
  const euDistanceSales = settings.euDistanceSales === 'BELOW_THRESHOLD' ? 'ABOVE_THRESHOLD' : 'BELOW_THRESHOLD';
  const elsewhere = { ...settings, euDistanceSales, oneStopShop: euDistanceSales === 'ABOVE_THRESHOLD' } as const;
  const words =
    euDistanceSales === 'ABOVE_THRESHOLD'
      ? 'Their tax is the VAT of the destination, as in the one-stop shop; here, the VAT of the home country is charged.'
      : 'Their tax is the VAT of the home country, as for sales below the EU threshold; here, the VAT of the destination is charged.';
  yield {
    apply: () => ({ request: { ...request, settings: elsewhere }, variant: euDistanceSales }),
    describe: (_, supposed) => ({ message: words, jurisdiction: authorityOf(supposed.place) }),
  };
}

const authorityOf = ({ rates }: TaxPlace) => rates[0]?.jurisdiction ?? null;

/**
 * Assumes that the buyer's exemption was ignored, or applied although it is not valid here; or that the seller collects
 * the tax instead of the marketplace, or the reverse.
 */
export function* byCertificate({ request, calculated: { toAssess }, exemption, inFile }: Differing): Suppositions {
  const { certificates, customerType, place, items, shippingFee } = toAssess;
  const collected = (collectedBy: TaxCollector): DocumentToAssess => ({
    ...toAssess,
    items: items.map((item) => ({ ...item, collectedBy })),
    shippingFee: shippingFee && { ...shippingFee, collectedBy },
  });
  if (items.some((item) => collectorOf(item, customerType) === 'MARKETPLACE')) {
    const message = 'Their tax is charged by the seller; here the marketplace collects it.';
    yield supposing({ toAssess: collected('SELLER') }, message);
  } else if (inFile?.items.some((item) => (item.collectedBy ?? inFile.collectedBy) === 'MARKETPLACE')) {
    const message = 'In the file, the marketplace collects the tax; here the seller charges it.';
    yield supposing({ toAssess: collected('MARKETPLACE') }, message);
  }
  if (certificates.length > 0 || customerType !== 'RETAIL') {
    const taxed = { ...toAssess, certificates: [], customerType: 'RETAIL' as const };
    const message = `Their tax ignores the buyer’s exemption: ${customerType === 'RETAIL' ? 'a certificate on file' : `customers of type ${customerType}`}.`;
    yield supposing({ toAssess: taxed }, message);
  }
  if (exemption === null && request.exemptions.length === 0) return;
  const exempt = { ...toAssess, certificates: [fullExemption(place.country)] };
  const named = exemption === null ? 'a certificate for the buyer' : `the exemption ${JSON.stringify(exemption)}`;
  const message = `Their tax applies ${named}, but no certificate here covers the sale.`;
  yield supposing({ toAssess: exempt }, message);
}

const fullExemption = (country: string): Certificate => ({
  id: 'supposed',
  country,
  subdivision: null,
  validFrom: null,
  validThrough: null,
  taxCodes: [],
  relief: { kind: 'full' },
});

/** Assumes sourcing by origin instead of destination, or the reverse. */
export function* bySourcing({ request, calculated }: Differing): Suppositions {
  const { input, settings } = request;
  const { places } = calculated.laws[0]!;
  const { homeAddress } = settings;
  const home = { ...homeAddress, region: null, county: null, street: null, isPartial: true };
  const origin = input.shipFromAddress ?? (homeAddress.state === null && homeAddress.country === 'US' ? null : home);
  if (!origin) return;
  const isFromOrigin = places.sourcedFrom !== 'SHIP_TO';
  const changed = isFromOrigin
    ? { ...input, shipFromAddress: input.shippingAddress }
    : { ...input, shippingAddress: origin, shipFromAddress: origin };
  const message = isFromOrigin
    ? `Their tax uses the rates of the destination, ${named(input.shippingAddress)}; the sale is taxed at its shipping origin.`
    : `Their tax uses the rates of the origin, ${named(origin)}; the sale is taxed at the destination, ${named(input.shippingAddress)}.`;
  yield supposing({ request: { ...request, input: changed } }, message);
}

const named = ({ city, zip, state, country }: TransactionInput['shippingAddress']) =>
  city ?? zip ?? state ?? country ?? '';

/** Assumes the law in force on another date in the document. */
export function* byDate({ request, otherDays }: Differing): Suppositions {
  const { input } = request;
  const own = taxDateOf(input);
  for (const { column, day } of otherDays) {
    if (day === own) continue;
    const message = `Their tax uses the law of ${day} (${column}); ours uses ${own}.`;
    yield supposing({ request: { ...request, input: { ...input, taxDate: day } } }, message);
  }
}
