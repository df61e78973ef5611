import type { NaturalKey } from '../../domain/base/record-name.ts';
import type { Exemption } from '../../domain/exemptions/exemption.ts';
import type { QuoteInput } from '../../domain/transactions/quote-input.ts';
import type { Session } from '../../ports/context.ts';
import { describedCustomer, type QuoteFacts } from '../transactions/document-customer.ts';
import { KeySet } from './key-set.ts';

/** Values shared by all documents of a file. */
export type FileAccount = Pick<QuoteFacts, 'settings' | 'declarations'>;

/** Unknown customers are counted up to this limit, because a file may contain a new one in every row. */
const mostCounted = 2 ** 22;

/**
 * The customers named in a file. Those in a batch of documents are read together, and dropped with the batch.
 */
export class FileCustomers {
  readonly #session: Session;
  readonly #account: FileAccount;
  readonly #unknown = new KeySet(mostCounted);
  #stored = new Map<string, QuoteFacts>();

  constructor(session: Session, account: FileAccount) {
    this.#session = session;
    this.#account = account;
  }

  /** The number of customers that are not stored, each counted once; at most `mostCounted`. */
  get unknownCount(): number {
    return this.#unknown.size;
  }

  /** Reads the customers of the documents to be compared next. */
  async read(quotes: readonly QuoteInput[]): Promise<void> {
    const { customers, exemptions } = this.#session.stores;
    const ids = new Set(quotes.flatMap(({ customerId }) => customerId ?? []));
    const keys = new Map(quotes.flatMap((quote) => keyOf(quote) ?? []).map((key) => [nameOf(key), key]));
    const found = [...(await customers.findMany([...ids])), ...(await customers.findByKeys([...keys.values()]))];
    const certificates = new Map(found.map(({ serviceId }): [string, Exemption[]] => [serviceId, []]));
    for (const one of await exemptions.findByCustomers([...certificates.keys()])) {
      certificates.get(one.customerId)?.push(one);
    }
    this.#stored = new Map();
    for (const customer of found) {
      const ofCustomer = certificates.get(customer.serviceId) ?? [];
      const facts = { customer, stored: customer, exemptions: ofCustomer, ...this.#account };
      this.#stored.set(customer.serviceId, facts).set(nameOf(customer), facts);
    }
  }

  /** The facts about the customer of a document. If the customer is not stored, they come from the file. */
  factsOf(quote: QuoteInput): QuoteFacts {
    const key = keyOf(quote);
    const name = quote.customerId ?? (key && nameOf(key));
    const stored = name === null ? undefined : this.#stored.get(name);
    if (stored) return stored;
    if (name !== null) this.#unknown.add(name);
    return { ...describedCustomer(quote.customer), stored: null, ...this.#account };
  }
}

function keyOf({ customerId, customer }: QuoteInput): NaturalKey | null {
  if (customerId !== null || !customer || customer.source === null || customer.externalId === null) return null;
  return { source: customer.source, externalId: customer.externalId };
}

const nameOf = ({ source, externalId }: NaturalKey) => `${source}/${externalId}`;
