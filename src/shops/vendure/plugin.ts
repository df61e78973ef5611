import { createClient } from '@tollgate/client';
import {
  EventBus,
  type JobQueue,
  JobQueueService,
  LanguageCode,
  Logger,
  Order,
  OrderPlacedEvent,
  OrderStateTransitionEvent,
  PluginCommonModule,
  RefundStateTransitionEvent,
  type RequestContext,
  type RuntimeVendureConfig,
  TransactionalConnection,
  type Type,
  VendurePlugin,
} from '@vendure/core';
import { createGateway } from '../shared/gateway.ts';
import { checkPlaceSettings, placeMissing } from '../shared/place.ts';
import { type CartTaxes, createCartTaxes } from './cart-tax.ts';
import { createDelivery, type Delivery } from './deliver.ts';
import type { TollgateOptions } from './options.ts';
import { addressOf } from './order-input.ts';
import { createRecorder } from './record.ts';
import { setShipping, tollgateShippingCalculator } from './shipping.ts';
import { TollgateTaxLines } from './tax-lines.ts';
import { isPlaceMissing, placeMark } from './tax-note.ts';
import { TollgateTaxSummary } from './tax-summary.ts';
import { TollgateDocument } from './tollgate-document.ts';

/** Tax by Tollgate: `plugins: [TollgatePlugin.init({ url, clientId, clientSecret, source })]`. */
export class TollgatePlugin {
  /** The options passed to `init`. */
  static options: TollgateOptions;
  static taxes: CartTaxes | undefined;
  readonly #bus: EventBus;
  readonly #connection: TransactionalConnection;
  readonly #queues: JobQueueService;
  #sweeping: NodeJS.Timeout | undefined;

  static init(options: TollgateOptions): Type<TollgatePlugin> {
    for (const name of ['url', 'clientId', 'clientSecret', 'source'] as const) {
      if (!options[name]) throw new Error(`TollgatePlugin.init: ${name} is missing.`);
    }
    // An invalid time zone must fail at startup, not at the first order.
    new Intl.DateTimeFormat('en', { timeZone: options.timeZone });
    checkPlaceSettings(options);
    TollgatePlugin.options = options;
    return TollgatePlugin;
  }

  constructor(bus: EventBus, connection: TransactionalConnection, queues: JobQueueService) {
    this.#bus = bus;
    this.#connection = connection;
    this.#queues = queues;
  }

  async onApplicationBootstrap(): Promise<void> {
    const { options, taxes } = TollgatePlugin;
    taxes?.connect(this.#connection);
    // No retries in the client: a job must end before its row is released to other workers, and the rows are the retry
    // queue.
    const gateway = createGateway(createClient({ ...options, timeLimit: 10_000, retries: false }), options.source);
    const delivery = createDelivery(this.#connection, gateway, options);
    const queue = await this.#queues.createQueue<Record<string, never>>({
      name: 'tollgate-documents',
      process: () => delivery.deliver(),
    });
    this.#listen(queue);
    this.#sweeping = setInterval(() => void sweep(delivery, queue), (options.retrySeconds ?? 30) * 1_000);
    this.#sweeping.unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.#sweeping);
  }

  /** The event handlers send no requests: they write rows, marks and jobs in the transaction of the event. */
  #listen(queue: JobQueue<Record<string, never>>): void {
    const recorder = createRecorder(this.#connection, TollgatePlugin.options);
    const deliverSoon = (ctx: RequestContext) => queue.add({}, { ctx });
    this.#bus.registerBlockingEventHandler({
      event: OrderPlacedEvent,
      id: 'tollgate-invoice',
      handler: async ({ ctx, order }) => {
        const mark = await recorder.invoice(ctx, order.id);
        await placeMark(this.#connection.getRepository(ctx, Order), order, mark);
        await deliverSoon(ctx);
      },
    });
    this.#bus.registerBlockingEventHandler({
      event: RefundStateTransitionEvent,
      id: 'tollgate-refund',
      handler: async ({ ctx, refund, toState }) => {
        if (toState !== 'Settled') return;
        await recorder.refund(ctx, refund.id);
        await deliverSoon(ctx);
      },
    });
    this.#bus.registerBlockingEventHandler({
      event: OrderStateTransitionEvent,
      id: 'tollgate-cancellation',
      handler: async ({ ctx, order, toState }) => {
        if (toState !== 'Cancelled') return;
        await recorder.cancellation(ctx, order.id);
        await deliverSoon(ctx);
      },
    });
  }
}

/** Pending rows share one job, which the next poll adds. */
async function sweep(delivery: Delivery, queue: JobQueue<Record<string, never>>): Promise<void> {
  try {
    if (await delivery.isDue()) await queue.add({});
  } catch (error) {
    Logger.warn(`Pending documents could not be read: ${error}`, 'Tollgate');
  }
}

function configure(config: RuntimeVendureConfig): RuntimeVendureConfig {
  const { options } = TollgatePlugin;
  const taxes = createCartTaxes(createGateway(createClient(options), options.source), options);
  TollgatePlugin.taxes = taxes;
  setShipping({ taxes, options });
  config.taxOptions.taxLineCalculationStrategy = new TollgateTaxLines(taxes, options);
  config.taxOptions.orderTaxCalculationStrategy = new TollgateTaxSummary();
  config.shippingOptions.shippingCalculators.push(tollgateShippingCalculator);
  config.orderOptions.process.push({
    onTransitionStart(_from, to, { order }) {
      if (to !== 'ArrangingPayment') return undefined;
      return (isPlaceMissing(order) ?? !addressOf(order, options).country) ? placeMissing : undefined;
    },
  });
  config.customFields.Order.push(
    {
      name: 'tollgateTax',
      type: 'string',
      nullable: true,
      readonly: true,
      label: [{ languageCode: LanguageCode.en, value: 'Tax' }],
    },
    {
      name: 'tollgateDifference',
      type: 'int',
      nullable: true,
      readonly: true,
      label: [{ languageCode: LanguageCode.en, value: 'Document total less order total' }],
    },
    {
      name: 'tollgateError',
      type: 'text',
      nullable: true,
      readonly: true,
      public: false,
      label: [{ languageCode: LanguageCode.en, value: 'Failed tax document' }],
    },
    { name: 'tollgateNote', type: 'text', nullable: true, internal: true },
  );
  return config;
}

/* Replaces decorators, which type stripping cannot erase. */
VendurePlugin({
  imports: [PluginCommonModule],
  entities: [TollgateDocument],
  configuration: configure,
  compatibility: '^3.6.0',
})(TollgatePlugin);
const types = [EventBus, TransactionalConnection, JobQueueService];
(Reflect as unknown as { defineMetadata(key: string, value: unknown, target: object): void }).defineMetadata(
  'design:paramtypes',
  types,
  TollgatePlugin,
);
