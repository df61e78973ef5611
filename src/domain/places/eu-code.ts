/** All member states together: ISO 3166-1 reserves this code for the European Union. */
export const euCode = 'EU';
