/** The made-up country of test tenants. ISO 3166-1 leaves this code to its users. */
export const testLand = 'ZZ';
