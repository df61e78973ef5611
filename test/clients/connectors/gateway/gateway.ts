import type { Send } from '../../checkout.ts';
import {
  type DocumentInput,
  findCustomerOperation,
  type Quote,
  type QuoteInput,
  quoteOperation,
  type StoredDocument,
  storeCustomerOperation,
  storeDocumentOperation,
} from './operations.ts';
import { TaxError } from './tax-error.ts';

/** A customer of the platform. Exemptions and customer types are kept in the gateway, under the same id. */
export type Buyer = {
  readonly id: string;
  readonly name?: string;
  readonly email?: string;
  readonly taxNumber?: string;
};

export type Gateway = {
  /** The tax on a cart; stores nothing. Null for an unknown buyer. */
  quote(input: QuoteInput, buyer: Buyer | null): Promise<Quote>;
  /** Stores a document, and its customer if the gateway does not have one yet. Sending it again changes nothing. */
  store(document: Omit<DocumentInput, 'source' | 'customerId'>, buyer: Buyer): Promise<StoredDocument>;
};

/** Customers always have this source. */
const customers = '9';

/** `source` is the channel of the documents, from 1 to 10. */
export function createGateway(send: Send, source: string): Gateway {
  const quote = async (input: QuoteInput): Promise<Quote> => {
    const { calculateTax: answer } = await send(quoteOperation, { input });
    if (!answer) throw new Error('The quote was refused: see the errors of the response.');
    if (answer.__typename !== 'Quote') throw new TaxError(answer);
    return answer;
  };
  return {
    async quote(input, buyer) {
      if (!buyer) return quote(input);
      const { id, taxNumber } = buyer;
      try {
        return await quote({ ...input, customer: { key: { source: customers, externalId: id } } });
      } catch (error) {
        if (!(error instanceof TaxError && error.kind === 'NotFound')) throw error;
        // Not stored yet, so it has no exemptions.
        return quote({ ...input, customer: { described: { taxNumber } } });
      }
    },

    async store(document, buyer) {
      const customerId = await customerIdOf(send, buyer, document.externalTimestamps);
      const input = { ...document, source, customerId };
      const { upsertTransaction: answer } = await send(storeDocumentOperation, { input });
      if (answer.__typename !== 'Transaction') throw new TaxError(answer);
      return answer;
    },
  };
}

async function customerIdOf(
  send: Send,
  { id, ...known }: Buyer,
  externalTimestamps: DocumentInput['externalTimestamps'],
): Promise<string> {
  const key = { source: customers, externalId: id };
  const { customer } = await send(findCustomerOperation, { by: { key } });
  if (customer) return customer.serviceId;
  const { upsertCustomer: answer } = await send(storeCustomerOperation, {
    input: { ...key, ...known, externalTimestamps },
  });
  if (answer.__typename !== 'Customer') throw new TaxError(answer);
  return answer.serviceId;
}
