import { getJwksUrlFromSaleorApiUrl, verifySignatureWithJwks } from '@saleor/app-sdk/auth';
import { SALEOR_API_URL_HEADER, SALEOR_EVENT_HEADER, SALEOR_SIGNATURE_HEADER } from '@saleor/app-sdk/headers';
import { TollgateError } from '@tollgate/client';
import { ZodError } from 'zod';
import { orderPayload, taxPayload } from './payloads.ts';
import {
  type Connected,
  calculateTaxes,
  cancelInvoice,
  connect,
  storeInvoice,
  storeRefunds,
  type TollgateOptions,
} from './taxes.ts';

export type Settings = TollgateOptions & {
  /** The only Saleor instance that may call, such as https://shop.saleor.cloud/graphql/. */
  readonly saleorApiUrl: string;
  /** Fetches Saleor's keys. */
  readonly fetchKeys?: typeof globalThis.fetch;
};

const handlers: Readonly<Record<string, (payload: unknown, options: Connected) => Promise<unknown>>> = {
  checkout_calculate_taxes: async (payload, options) => calculateTaxes(taxPayload.parse(payload), options),
  order_calculate_taxes: async (payload, options) => calculateTaxes(taxPayload.parse(payload), options),
  order_confirmed: async (payload, options) => {
    const { externalId } = await storeInvoice(orderPayload.parse(payload), options);
    return { externalId };
  },
  order_refunded: refunded,
  order_fully_refunded: refunded,
  order_cancelled: async (payload, options) => {
    await cancelInvoice(orderPayload.parse(payload), options);
    return {};
  },
};

async function refunded(payload: unknown, options: Connected) {
  const stored = await storeRefunds(orderPayload.parse(payload), options);
  return { externalIds: stored.map(({ externalId }) => externalId) };
}

/**
 * The endpoint of the webhooks. Answers 401 to anyone but Saleor, 400 with a message if the tax cannot be determined, 503 if the
 * gateway cannot be reached, and 500 without a message for errors of the connector. Saleor only applies the tax of a webhook
 * that answers 200, and sends the events of an order again until they have such an answer.
 */
export function createWebhooks(settings: Settings): (request: Request) => Promise<Response> {
  const isSigned = createSignatureCheck(settings);
  const connected = connect(settings);
  return async (request) => {
    const body = await request.text();
    if (!(await isSigned(request, body))) return refuse(401, 'The signature is not that of this Saleor.');
    const event = request.headers.get(SALEOR_EVENT_HEADER) ?? '';
    const handle = Object.hasOwn(handlers, event) ? handlers[event] : undefined;
    if (!handle) return refuse(400, `There is no handler of ${JSON.stringify(event)}.`);
    try {
      return Response.json(await handle(JSON.parse(body), connected));
    } catch (error) {
      if (error instanceof TollgateError) return refuse(error.isTemporary ? 503 : 400, error.message);
      if (error instanceof ZodError) return refuse(400, `The subscription of the webhook is another: ${error.message}`);
      return refuse(500, 'The tax could not be calculated.');
    }
  };
}

const refuse = (status: number, message: string): Response => Response.json({ message }, { status });

const leastAgeOfKeys = 60_000;

/** If a signature does not match, keys are fetched again, because Saleor may have changed its key: at most once a minute. */
function createSignatureCheck({ saleorApiUrl, fetchKeys: fetch = globalThis.fetch }: Settings) {
  let keys: string | null = null;
  let fetchedAt = 0;
  const fetchKeys = async () => (await fetch(getJwksUrlFromSaleorApiUrl(saleorApiUrl))).text();
  const fits = async (signature: string, body: string) => {
    if (keys === null) return false;
    return verifySignatureWithJwks(keys, signature, body).then(
      () => true,
      () => false,
    );
  };
  return async (request: Request, body: string): Promise<boolean> => {
    const signature = request.headers.get(SALEOR_SIGNATURE_HEADER);
    // Any other Saleor instance has its own keys, which would match its signatures.
    if (!signature || request.headers.get(SALEOR_API_URL_HEADER) !== saleorApiUrl) return false;
    if (await fits(signature, body)) return true;
    if (Date.now() - fetchedAt < leastAgeOfKeys) return false;
    fetchedAt = Date.now();
    keys = await fetchKeys();
    return fits(signature, body);
  };
}
