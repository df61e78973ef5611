// A shop on Medusa, set up as the README of @tollgate/medusa says. Its settings come from the environment of the test.
const { defineConfig } = require('@medusajs/framework/utils');

const tollgate = {
  url: process.env.TOLLGATE_URL,
  clientId: process.env.TOLLGATE_ID,
  clientSecret: process.env.TOLLGATE_SECRET,
  source: '1',
  taxCodes: JSON.parse(process.env.TAX_CODES ?? '{}'),
  onUnavailable: process.env.ON_UNAVAILABLE,
  timeZone: 'America/Chicago',
  paymentWithoutPlace: process.env.WITHOUT_PLACE,
  // The first quote of a new process takes long on a busy machine.
  quoteTimeLimit: process.env.WITHOUT_PLACE === 'SHOP_ADDRESS' ? 20_000 : 2_000,
  shopAddress: { country: 'US', state: 'MN', city: 'Minneapolis', zip: '55401', street: '250 Marquette Ave' },
  retrySeconds: 0.2,
};

module.exports = defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    databaseDriverOptions: { connection: { ssl: false } },
    http: { storeCors: '*', adminCors: '*', authCors: '*', jwtSecret: 'test', cookieSecret: 'test' },
  },
  admin: { disable: true },
  plugins: [{ resolve: '@tollgate/medusa', options: tollgate }],
  modules: [
    {
      resolve: '@medusajs/medusa/tax',
      options: { providers: [{ resolve: '@tollgate/medusa/providers/tollgate', id: 'tollgate', options: tollgate }] },
    },
  ],
});
