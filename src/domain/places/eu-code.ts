/** The code for all member states together. ISO 3166-1 reserves this code for the European Union. */
export const euCode = 'EU';

/** The part of the United Kingdom that follows EU law for goods, with its code in EU VAT numbers. */
export const northernIreland = { country: 'GB', state: 'GB-NIR', code: 'XI' } as const;

/** The totals of a document are calculated without the rate book, which has the same countries. */
export const memberStates: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);

/** The state of EU-wide totals for sales to one member state whose seller has an unknown home. */
export const unionState = (country: string): string => `${euCode}-${country}`;

/** The states of the EU-wide totals that count for a seller who shares a threshold in these countries. */
export const unionStates = (countries: readonly string[]): readonly string[] => ['', ...countries.map(unionState)];
