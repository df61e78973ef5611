// A shop on Vendure, set up as the README of @tollgate/vendure says. Its settings come from the environment of the test.
const {
  bootstrap,
  DefaultJobQueuePlugin,
  DefaultLogger,
  JobQueueService,
  LanguageCode,
  LogLevel,
  OrderService,
  PaymentMethodHandler,
  RequestContextService,
} = require('@vendure/core');
const { populateInitialData } = require('@vendure/core/cli');
const { reconcile, resend, TollgatePlugin } = require('@tollgate/vendure');

const { PORT, DATABASE, TOLLGATE_URL, TOLLGATE_ID, TOLLGATE_SECRET, ON_UNAVAILABLE, RETRY_SECONDS, WITHOUT_PLACE } =
  process.env;

/** Takes any payment, at once or only after the order was sent. */
const handler = new PaymentMethodHandler({
  code: 'test',
  description: [{ languageCode: LanguageCode.en, value: 'Test' }],
  args: {},
  createPayment: (_ctx, _order, amount, _args, metadata) => ({
    amount,
    state: metadata.later ? 'Authorized' : 'Settled',
    transactionId: 'T',
  }),
  settlePayment: () => ({ success: true }),
  cancelPayment: () => ({ success: true }),
  createRefund: () => ({ state: 'Settled', transactionId: 'R' }),
});

const config = {
  apiOptions: { port: Number(PORT), hostname: '127.0.0.1', adminApiPath: 'admin-api', shopApiPath: 'shop-api' },
  authOptions: {
    tokenMethod: 'bearer',
    requireVerification: false,
    superadminCredentials: { identifier: 'superadmin', password: 'superadmin' },
  },
  dbConnectionOptions: { type: 'postgres', url: DATABASE, synchronize: true, logging: false },
  paymentOptions: { paymentMethodHandlers: [handler] },
  logger: new DefaultLogger({ level: LogLevel.Warn }),
  plugins: [
    DefaultJobQueuePlugin.init({ pollInterval: 100 }),
    TollgatePlugin.init({
      url: TOLLGATE_URL,
      clientId: TOLLGATE_ID,
      clientSecret: TOLLGATE_SECRET,
      source: '3',
      taxCodes: { 2: 'C1S2' },
      onUnavailable: ON_UNAVAILABLE,
      timeZone: 'America/Chicago',
      paymentWithoutPlace: WITHOUT_PLACE,
      // The first quote of a new process takes long on a busy machine.
      quoteTimeLimit: WITHOUT_PLACE === 'SHOP_ADDRESS' ? 20_000 : 2_000,
      shopAddress: { country: 'US', state: 'MN', city: 'Minneapolis', zip: '55401', street: '250 Marquette Ave' },
      retrySeconds: Number(RETRY_SECONDS),
    }),
  ],
};

const initialData = {
  defaultLanguage: LanguageCode.en,
  defaultZone: 'World',
  countries: [
    { name: 'United States of America', code: 'US', zone: 'World' },
    { name: 'Germany', code: 'DE', zone: 'World' },
  ],
  // Two categories, the second for clothes; the rates are not used, because Tollgate calculates.
  taxRates: [
    { name: 'Standard', percentage: 20 },
    { name: 'Clothing', percentage: 20 },
  ],
  shippingMethods: [],
  paymentMethods: [],
  collections: [],
};

async function main() {
  const app = await bootstrap(config);
  if (process.env.POPULATE) await populateInitialData(app, initialData);
  await app.get(JobQueueService).start();
  console.log('The shop is open.');
  process.on('message', async ({ from, to, orderCode, surcharge }) => {
    if (surcharge) {
      const ctx = await app.get(RequestContextService).create({ apiType: 'admin' });
      process.send((await app.get(OrderService).addSurchargeToOrder(ctx, surcharge.orderId, surcharge)).totalWithTax);
    } else if (orderCode) process.send(await resend(app, orderCode));
    else process.send(await reconcile(app, { from: new Date(from), to: new Date(to) }));
  });
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
