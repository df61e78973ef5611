/** A destination of the shop; `state` is empty for a country. */
export type ShopPlace = {
  readonly country: string;
  readonly state: string;
  readonly currency: string;
  readonly address: Readonly<Record<string, string | boolean>>;
};

/** Capitals of states with a sales tax, each with a ZIP code. */
const capitals = `MN Minneapolis 55401|WI Madison 53703|TX Austin 78701|CA Sacramento 95814|FL Tallahassee 32301|GA Atlanta 30303
  NC Raleigh 27601|OH Columbus 43215|PA Harrisburg 17101|NJ Trenton 08608|MI Lansing 48933|VA Richmond 23219
  TN Nashville 37203|IN Indianapolis 46204|KY Frankfort 40601|IA Des-Moines 50309|KS Topeka 66603|NE Lincoln 68508
  SD Pierre 57501|ND Bismarck 58501|WY Cheyenne 82001|UT Salt-Lake-City 84101|NV Carson-City 89701|AZ Phoenix 85004
  WV Charleston 25301|SC Columbia 29201|MS Jackson 39201|MD Annapolis 21401|MA Boston 02108|ME Augusta 04330`;

const countries = [
  'DE EUR',
  'FR EUR',
  'GB GBP',
  'ES EUR',
  'IT EUR',
  'NL EUR',
  'AT EUR',
  'IE EUR',
  'SE SEK',
  'CH CHF',
  'NO NOK',
  'NZ NZD',
];

/** This many states, starting with the one that files, and this many countries. */
export function placesOf(stateCount: number, countryCount: number): ShopPlace[] {
  const ofStates = capitals.split(/\||\n/).map((line): ShopPlace => {
    const [state = '', city = '', zip = ''] = line.trim().split(' ');
    const address = { country: 'US', state, city: city.replaceAll('-', ' '), zip, isPartial: true };
    return { country: 'US', state, currency: 'USD', address };
  });
  const ofCountries = countries.map((line): ShopPlace => {
    const [country = '', currency = ''] = line.split(' ');
    return { country, state: '', currency, address: { country } };
  });
  return [...ofStates.slice(0, stateCount), ...ofCountries.slice(0, countryCount)];
}
