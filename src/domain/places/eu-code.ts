/** The code for all member states together. ISO 3166-1 reserves this code for the European Union. */
export const euCode = 'EU';

/** The part of the United Kingdom that follows EU law for goods, with its code in EU VAT numbers. */
export const northernIreland = { country: 'GB', state: 'GB-NIR', code: 'XI' } as const;
