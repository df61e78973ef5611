import { withPlaces } from '../../../domain/what-if/supposed-places.ts';
import { assessedTax, type Differing, type Suppositions, type Tools, underChange } from './supposition.ts';

/** Collecting where the seller does not, or the reverse; in the EU, the VAT of home or of the destination. */
export async function* byRegistration({ request, calculated: { toAssess } }: Differing, tools: Tools): Suppositions {
  const { place, isCollecting } = toAssess;
  const where = place.subdivision ?? place.country;
  const otherwise = withPlaces(toAssess, (at) => {
    const { uncollected: _, ...rest } = at.place;
    return isCollecting ? { ...at, isCollecting: false } : { isCollecting: true, place: rest };
  });
  const message = isCollecting
    ? `Their tax is that of a seller who does not collect in ${where}; here the tax of ${where} is collected.`
    : `Their tax is that of a seller who is registered in ${where}; here no registration there is in force.`;
  yield { taxAmount: assessedTax(otherwise), message, jurisdiction: place.rates[0]?.jurisdiction ?? null };
  if (place.regime !== 'GLOBAL_TAX') return;
  const { settings } = request;
  const euDistanceSales = settings.euDistanceSales === 'BELOW_THRESHOLD' ? 'ABOVE_THRESHOLD' : 'BELOW_THRESHOLD';
  const elsewhere = { ...settings, euDistanceSales, oneStopShop: euDistanceSales === 'ABOVE_THRESHOLD' } as const;
  const supposed = await underChange(tools, { ...request, settings: elsewhere }, euDistanceSales);
  if (!supposed) return;
  const words =
    euDistanceSales === 'ABOVE_THRESHOLD'
      ? 'Their tax is the VAT of the destination, as in the one-stop shop; here that of the home country is charged.'
      : 'Their tax is the VAT of the home country, as below the threshold of the EU; here that of the destination is charged.';
  yield {
    taxAmount: assessedTax(supposed),
    message: words,
    jurisdiction: supposed.place.rates[0]?.jurisdiction ?? null,
  };
}
