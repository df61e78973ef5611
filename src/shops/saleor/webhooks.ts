import { SALEOR_API_URL_HEADER, SALEOR_EVENT_HEADER, SALEOR_SIGNATURE_HEADER } from '@saleor/app-sdk/headers';
import { TollgateError } from '@tollgate/client';
import { ZodError } from 'zod';
import { isRefusal } from '../shared/refusal.ts';
import { type OrderPayload, orderPayload, taxPayload } from './payloads.ts';
import { readText } from './read-text.ts';
import { createSignatureCheck, type KeySource } from './signature.ts';
import {
  type Connected,
  calculateTaxes,
  cancelInvoice,
  connect,
  storeInvoice,
  storeRefunds,
  type TollgateOptions,
} from './taxes.ts';

export type Settings = TollgateOptions & KeySource;

/** Handles one type of payload. `events` are the names of its events in the header. */
type Handler = {
  readonly events: readonly string[];
  readonly handle: (payload: unknown, options: Connected) => Promise<unknown>;
};

const ofOrder =
  (handle: (payload: OrderPayload, options: Connected) => Promise<unknown>): Handler['handle'] =>
  async (payload, options) => {
    const parsed = orderPayload.parse(payload);
    try {
      return await handle(parsed, options);
    } catch (error) {
      const { warn = console.warn } = options;
      if (isRefusal(error)) warn(`Tollgate: order ${parsed.order.number} needs manual correction: ${error.message}`);
      throw error;
    }
  };

const refunded = ofOrder(async (payload, options) => ({
  externalIds: (await storeRefunds(payload, options)).map(({ externalId }) => externalId),
}));

/** Handlers by the event type in the body, which is signed. The header is not signed. */
const handlers: Readonly<Record<string, Handler>> = {
  CalculateTaxes: {
    events: ['checkout_calculate_taxes', 'order_calculate_taxes'],
    handle: async (payload, options) => calculateTaxes(taxPayload.parse(payload), options),
  },
  OrderConfirmed: {
    events: ['order_confirmed'],
    handle: ofOrder(async (payload, options) => ({ externalId: (await storeInvoice(payload, options)).externalId })),
  },
  OrderRefunded: { events: ['order_refunded'], handle: refunded },
  OrderFullyRefunded: { events: ['order_fully_refunded'], handle: refunded },
  OrderCancelled: {
    events: ['order_cancelled'],
    handle: ofOrder(async (payload, options) => {
      await cancelInvoice(payload, options);
      return {};
    }),
  },
};

/** Maximum body size in bytes. An order with 5,000 lines takes about half the limit. */
const bodyLimit = 4 * 1024 * 1024;

/**
 * The webhook endpoint. Responds with 401 to anyone but Saleor, 413 to more than 4 MiB, 400 with a message if a person
 * must correct the request, 503 if the gateway or Saleor's keys cannot be reached, and 500 without details for
 * connector errors. Saleor applies taxes only from responses with 200, and retries order events after 5xx, but not
 * after 4xx.
 */
export function createWebhooks(settings: Settings): (request: Request) => Promise<Response> {
  const check = createSignatureCheck(settings);
  const connected = connect(settings);
  return async (request) => {
    const signature = request.headers.get(SALEOR_SIGNATURE_HEADER);
    // Other Saleor instances sign with other keys. Refused here, because a signature that does not match causes the
    // keys to be fetched again.
    if (!signature || request.headers.get(SALEOR_API_URL_HEADER) !== settings.saleorApiUrl)
      return refuse(401, 'The signature is missing, or comes from another Saleor instance.');
    const body = await readText(request, bodyLimit);
    if (body === null) return refuse(413, `The body may have at most ${bodyLimit} bytes.`);
    const verdict = await check(signature, body);
    if (verdict === 'forged') return refuse(401, 'The signature does not match the body.');
    if (verdict === 'unknown') return refuse(503, 'Saleor’s keys could not be fetched.');
    const event = request.headers.get(SALEOR_EVENT_HEADER) ?? '';
    try {
      const payload: unknown = JSON.parse(body);
      const handler = handlerOf(payload);
      if (!handler?.events.includes(event))
        return refuse(
          400,
          `The body does not match the event ${JSON.stringify(event)}: install the app’s subscriptions.`,
        );
      return Response.json(await handler.handle(payload, connected));
    } catch (error) {
      if (error instanceof TollgateError) return refuse(isRefusal(error) ? 400 : 503, error.message);
      if (error instanceof ZodError) return refuse(400, `The webhook has a different subscription: ${error.message}`);
      return refuse(500, 'The event could not be processed.');
    }
  };
}

function handlerOf(payload: unknown): Handler | undefined {
  const type = (payload as { readonly __typename?: unknown } | null)?.__typename;
  return typeof type === 'string' && Object.hasOwn(handlers, type) ? handlers[type] : undefined;
}

const refuse = (status: number, message: string): Response => Response.json({ message }, { status });
