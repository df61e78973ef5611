import {
  type DocumentInput,
  type Quote,
  type QuoteInput,
  type StoredDocument,
  type TollgateClient,
  TollgateError,
} from '@tollgate/client';
import { createOutageCheck } from './outage.ts';
import { createRecent } from './recent.ts';

/** A customer of the platform. The gateway stores its exemptions and customer type under the same id. */
export type Buyer = {
  readonly id: string;
  readonly name?: string;
  readonly email?: string;
  readonly taxNumber?: string;
};

export type ShopDocument = Omit<DocumentInput, 'source' | 'customerId' | 'customer'>;

export type Gateway = {
  readonly client: TollgateClient;
  /** The channel of the documents. */
  readonly source: string;
  /** Calculates the tax on a cart. Nothing is stored. `buyer` is null if unknown. */
  quote(input: QuoteInput, buyer: Buyer | null): Promise<Quote>;
  /** Stores a document, and its customer if the customer is not stored yet. Sending it again changes nothing. */
  store(document: ShopDocument, buyer: Buyer): Promise<StoredDocument>;
  /** The stored document, or null. Fails if another type of document, or one of another invoice, has the id. */
  find(wanted: Wanted): Promise<StoredDocument | null>;
};

type Wanted = {
  readonly externalId: string;
  readonly transactionType: 'INVOICE' | 'REFUND';
  /** External id of the refunded invoice. */
  readonly createdFrom?: string;
};

/** Customers always have this source. */
const customers = '9';

const second = 1_000;

type Pause = { readonly error: TollgateError; readonly seconds: number; readonly until: number };

/** The scope of a pause that affects all carts. */
const everything = 'everything';

/** `source` is the channel of the documents, from 1 to 10. */
export function createGateway(client: TollgateClient, source: string): Gateway {
  /** Cache of quotes: platforms request the same cart many times, once per line and every time it is viewed. */
  const answers = createRecent<Promise<Quote>>(500, 10 * second);
  /** Cache of unknown buyers, to avoid a lookup for each quote. */
  const strangers = createRecent<true>(10_000, 60 * second);
  const outages = createOutageCheck();
  /**
   * After a failure, requests are skipped, so that buyers do not wait for the time limit again: all requests during an
   * outage, otherwise those for the same cart. The pause grows with each failure.
   */
  const pauses = createRecent<Pause>(1_000);

  function pauseAfter(scope: string, error: TollgateError): void {
    const known = pauses.get(scope);
    const isOver = known !== undefined && Date.now() >= known.until;
    const seconds = isOver ? Math.min(2 * known.seconds, 30) : (known?.seconds ?? 3);
    const until = Date.now() + Math.min(error.retryAfter ?? seconds, 60) * second;
    pauses.set(scope, { error, seconds, until });
  }

  async function ask(input: QuoteInput): Promise<Quote> {
    // Not the whole input: a platform may request the same cart with and without shipping.
    const cart = JSON.stringify([input.items, input.shippingAddress]);
    for (const scope of [everything, cart]) {
      const pause = pauses.get(scope);
      if (pause && Date.now() < pause.until) throw pause.error;
    }
    try {
      const quote = await client.quote(input);
      outages.responded();
      for (const scope of [everything, cart]) pauses.delete(scope);
      return quote;
    } catch (error) {
      const isOut = outages.isOutage(error, cart);
      if (error instanceof TollgateError && error.isTemporary) pauseAfter(isOut ? everything : cart, error);
      throw error;
    }
  }

  async function quoteFor(input: QuoteInput, buyer: Buyer | null): Promise<Quote> {
    if (!buyer) return ask(input);
    const { id, taxNumber } = buyer;
    if (!strangers.get(id)) {
      try {
        return await ask({ ...input, customer: { key: { source: customers, externalId: id } } });
      } catch (error) {
        if (!(error instanceof TollgateError && error.kind === 'NotFound')) throw error;
        strangers.set(id, true);
      }
    }
    // The customer is not stored yet, so it has no exemptions.
    return ask({ ...input, customer: { described: { taxNumber } } });
  }

  return {
    client,
    source,

    quote(input, buyer) {
      const key = JSON.stringify([input, buyer]);
      const known = answers.get(key);
      if (known) return known;
      const asked = quoteFor(input, buyer);
      answers.set(key, asked);
      asked.catch(() => answers.delete(key));
      return asked;
    },

    async store(document, { id, ...known }) {
      const key = { source: customers, externalId: id };
      const input = { ...document, source, customer: { key } };
      try {
        return await client.storeTransaction(input);
      } catch (error) {
        if (!(error instanceof TollgateError && error.code === 'CUSTOMER_NOT_FOUND')) throw error;
        await client.upsertCustomer({ ...key, ...known, externalTimestamps: document.externalTimestamps });
        strangers.delete(id);
        return client.storeTransaction(input);
      }
    },

    async find({ externalId, transactionType, createdFrom }) {
      const found = await client.findTransaction({ source, externalId });
      if (!found) return null;
      const isWanted = found.transactionType === transactionType && (!createdFrom || found.createdFrom === createdFrom);
      if (isWanted) return found;
      const nameOf = (one: Pick<StoredDocument, 'transactionType' | 'createdFrom'>) =>
        one.createdFrom ? `${one.transactionType} of ${JSON.stringify(one.createdFrom)}` : one.transactionType;
      const message = `In source ${source}, ${JSON.stringify(externalId)} is a stored ${nameOf(found)}, not the ${nameOf({ transactionType, createdFrom: createdFrom ?? null })}. Store this document with another id, or use a separate source for the shop.`;
      throw new TollgateError({ kind: 'Conflict', code: 'KEY_TAKEN', message });
    },
  };
}
