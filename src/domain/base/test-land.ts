/** The fictitious country of test tenants. ISO 3166-1 reserves this code for private use. */
export const testLand = 'ZZ';
