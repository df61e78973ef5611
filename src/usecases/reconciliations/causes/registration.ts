import { withPlaces } from '../../../domain/what-if/supposed-places.ts';
import type { TaxPlace } from '../../../tax/model/place.ts';
import { type Differing, type Suppositions, supposing } from './supposing.ts';

/** Collecting where the seller does not, or the reverse; in the EU, the VAT of home or of the destination. */
export function* byRegistration({ request, calculated: { toAssess } }: Differing): Suppositions {
  const { place, isCollecting } = toAssess;
  const where = place.subdivision ?? place.country;
  const otherwise = withPlaces(toAssess, (at) => {
    const { uncollected: _, ...rest } = at.place;
    return isCollecting ? { ...at, isCollecting: false } : { isCollecting: true, place: rest };
  });
  const message = isCollecting
    ? `Their tax is that of a seller who does not collect in ${where}; here the tax of ${where} is collected.`
    : `Their tax is that of a seller who is registered in ${where}; here no registration there is in force.`;
  yield supposing({ toAssess: otherwise }, message, authorityOf(place));
  if (place.regime !== 'GLOBAL_TAX') return;
  const { settings } = request;
  const euDistanceSales = settings.euDistanceSales === 'BELOW_THRESHOLD' ? 'ABOVE_THRESHOLD' : 'BELOW_THRESHOLD';
  const elsewhere = { ...settings, euDistanceSales, oneStopShop: euDistanceSales === 'ABOVE_THRESHOLD' } as const;
  const words =
    euDistanceSales === 'ABOVE_THRESHOLD'
      ? 'Their tax is the VAT of the destination, as in the one-stop shop; here that of the home country is charged.'
      : 'Their tax is the VAT of the home country, as below the threshold of the EU; here that of the destination is charged.';
  yield {
    apply: () => ({ request: { ...request, settings: elsewhere }, variant: euDistanceSales }),
    describe: (_, supposed) => ({ message: words, jurisdiction: authorityOf(supposed.place) }),
  };
}

const authorityOf = ({ rates }: TaxPlace) => rates[0]?.jurisdiction ?? null;
