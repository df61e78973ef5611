import { AppError } from '../../domain/base/errors.ts';
import type { QuoteInput } from '../../domain/transactions/quote-input.ts';
import type { Session } from '../../ports/context.ts';
import { loadQuoteFacts, type QuoteFacts } from '../transactions/quote-customer.ts';

/** What is the same for every document of a file. */
export type FileAccount = Pick<QuoteFacts, 'settings' | 'declarations'>;

const mostCustomers = 5_000;

/** The customers of a file. Each is loaded once, and the memory is bounded. */
export class FileCustomers {
  /** How many were not stored here. */
  unknownCount = 0;
  readonly #session: Session;
  readonly #account: FileAccount;
  readonly #known = new Map<string, QuoteFacts>();

  constructor(session: Session, account: FileAccount) {
    this.#session = session;
    this.#account = account;
  }

  /** The facts of the customer of a document; a customer that is not stored is as the file describes it. */
  async factsOf(quote: QuoteInput): Promise<QuoteFacts> {
    const { customerId, customer } = quote;
    const described = `${customer?.customerType ?? ''} ${customer?.taxNumber ?? ''} ${customer?.exemptStates?.join() ?? ''}`;
    const key = customerId ?? (customer?.externalId ? `${customer.source}/${customer.externalId}` : described);
    const known = this.#known.get(key);
    if (known) return known;
    if (this.#known.size >= mostCustomers) this.#known.clear();
    const facts = { ...(await this.#load(quote)), ...this.#account };
    this.#known.set(key, facts);
    return facts;
  }

  async #load(quote: QuoteInput): Promise<QuoteFacts> {
    try {
      return await loadQuoteFacts(this.#session, quote);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'CUSTOMER_NOT_FOUND') throw error;
      this.unknownCount++;
      const described = quote.customer && { ...quote.customer, source: null, externalId: null };
      return loadQuoteFacts(this.#session, { customerId: null, customer: described });
    }
  }
}
