import { errorOf, resultOf } from './answers.ts';
import { TollgateError } from './errors.ts';
import {
  cancelTransactionOperation,
  certificatesOperation,
  findCustomerOperation,
  findTransactionOperation,
  quoteOperation,
  storeTransactionOperation,
  upsertCustomerOperation,
  validateAddressOperation,
  validateTaxNumberOperation,
} from './operations.ts';
import { type Answer, attempt, type Fetch, persist } from './send.ts';
import { createTokenSource } from './token.ts';
import type {
  Address,
  AddressCandidate,
  Certificate,
  CustomerInput,
  DocumentInput,
  Quote,
  QuoteInput,
  RecordKey,
  RefundInput,
  StoredCustomer,
  StoredDocument,
  TaxNumberCheck,
} from './types.ts';

export type ClientOptions = {
  /** URL of the gateway, such as https://tax.example.com. */
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Time limit of a quote in milliseconds, including retries: a buyer is waiting for the quote. Default: 2,000. */
  readonly quoteTimeLimit?: number;
  /** Time limit of any other call in milliseconds, including retries. Default: 30,000. */
  readonly timeLimit?: number;
  /** Whether failed calls are retried within their time limit. Default: true. */
  readonly retries?: boolean;
  readonly fetch?: Fetch;
};

/** Options of a single call. */
export type Call = {
  readonly signal?: AbortSignal;
  /** Time limit of this call in milliseconds, including retries. */
  readonly timeLimit?: number;
  /** For `graphql`: whether the mutation is idempotent and may be retried. Queries may always be retried. */
  readonly isRepeatable?: boolean;
};

export type RestRequest = {
  readonly method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
  /** The path, such as /v1/customers. */
  readonly path: string;
  readonly body?: unknown;
  /** Used for POST. Default: a new key for each call, so that retries within the call are executed once. */
  readonly idempotencyKey?: string;
};

export type TollgateClient = {
  /** Calculates the tax on a cart. Nothing is stored. */
  quote(input: QuoteInput, call?: Call): Promise<Quote>;
  upsertCustomer(input: CustomerInput, call?: Call): Promise<StoredCustomer>;
  /** Null if not found. */
  findCustomer(key: RecordKey, call?: Call): Promise<StoredCustomer | null>;
  /** Creates or replaces a document. Sending it again changes nothing. */
  storeTransaction(input: DocumentInput, call?: Call): Promise<StoredDocument>;
  /** Null if not found. */
  findTransaction(key: RecordKey, call?: Call): Promise<StoredDocument | null>;
  /**
   * Stores a refund at the rates of its invoice, which must already be stored. Sending the refund again changes
   * nothing.
   */
  refund(input: RefundInput, call?: Call): Promise<StoredDocument>;
  cancelTransaction(key: RecordKey, reason: string, call?: Call): Promise<StoredDocument>;
  /** The places that match an address, best match first. */
  validateAddress(address: Address, call?: Call): Promise<readonly AddressCandidate[]>;
  validateTaxNumber(number: { countryCode: string; vatNumber: string }, call?: Call): Promise<TaxNumberCheck>;
  /** All exemption certificates of a customer. Fails with `NotFound` if the customer is not stored. */
  certificates(customer: RecordKey, call?: Call): Promise<readonly Certificate[]>;
  /** Executes an operation, given as text or as a typed document from a client generator. */
  graphql<Data = unknown, Variables = Readonly<Record<string, unknown>>>(
    document: string | Operation<Data, Variables>,
    variables?: Variables,
    call?: Call,
  ): Promise<Data>;
  /** Sends a REST request and returns the parsed body. */
  rest<Body = unknown>(request: RestRequest, call?: Call): Promise<Body>;
};

/** A document from gql.tada or GraphQL Code Generator with `documentMode: 'string'`. */
type Operation<Data, Variables> = {
  toString(): string;
  readonly __apiType?: (variables: Variables) => Data;
};

export function createClient(options: ClientOptions): TollgateClient {
  const { clientId, clientSecret, quoteTimeLimit = 2_000, timeLimit: usualLimit = 30_000, retries = true } = options;
  const gateway = {
    url: options.url.replace(/\/+$/, '').replace(/\/(?:graphql|v1)$/, ''),
    fetch: options.fetch ?? ((...args: Parameters<Fetch>) => globalThis.fetch(...args)),
  };
  const tokens = createTokenSource({ ...gateway, clientId, clientSecret }, Date.now);

  /** Makes one attempt, and another with a new token if the first token is no longer accepted. */
  async function authorized(
    request: Omit<Parameters<typeof attempt>[1], 'signal'>,
    signal: AbortSignal,
  ): Promise<Answer> {
    for (let tries = 0; ; tries += 1) {
      const token = await tokens.get();
      const headers = { ...request.headers, Authorization: `Bearer ${token}` };
      const answer = await attempt(gateway, { ...request, headers, signal });
      const error = errorOf(answer);
      if (!error) return answer;
      if (error.kind === 'Unauthenticated') tokens.drop(token);
      if (error.kind !== 'Unauthenticated' || tries > 0) throw error;
    }
  }

  async function execute<Data>(
    query: string,
    variables: unknown,
    { signal, timeLimit = usualLimit, isRepeatable }: Call,
  ) {
    const repeatable = isRepeatable ?? !/^\s*(?:#.*\s+)*(?:fragment|mutation|subscription)\b/.test(query);
    const request = { method: 'POST', path: '/graphql', body: { query, variables } };
    const work = (limit: AbortSignal) => authorized(request, limit);
    const { body } = await persist(work, { timeLimit, isRepeatable: repeatable, retries, signal });
    return (body as { readonly data: Data }).data;
  }

  /** Executes one of the client's own operations. All of them are safe to retry. */
  const run = (query: string, variables: unknown, call: Call = {}) =>
    execute<{ readonly result: unknown }>(query, variables, { ...call, isRepeatable: true });

  const storeTransaction = async (input: DocumentInput, call?: Call) =>
    resultOf<StoredDocument>(await run(storeTransactionOperation, { input }, call), 'Transaction');

  return {
    quote: async (input, call = {}) =>
      resultOf<Quote>(
        await run(quoteOperation, { input }, { ...call, timeLimit: call.timeLimit ?? quoteTimeLimit }),
        'Quote',
      ),

    upsertCustomer: async (input, call) =>
      resultOf<StoredCustomer>(await run(upsertCustomerOperation, { input }, call), 'Customer'),

    findCustomer: async (key, call) =>
      (await run(findCustomerOperation, { by: { key: keyOf(key) } }, call)).result as StoredCustomer | null,

    storeTransaction,

    findTransaction: async (key, call) =>
      (await run(findTransactionOperation, { by: { key: keyOf(key) } }, call)).result as StoredDocument | null,

    refund: (input, call) =>
      storeTransaction({ ...input, transactionType: 'REFUND', transactionStatus: 'ACTIVE', requireLink: true }, call),

    cancelTransaction: async (key, reason, call) =>
      resultOf<StoredDocument>(
        await run(cancelTransactionOperation, { input: { by: { key: keyOf(key) }, reason } }, call),
        'Transaction',
      ),

    async validateAddress(address, call) {
      const data = await run(validateAddressOperation, { input: { address } }, call);
      type Validation = { readonly matchedAddresses: readonly AddressCandidate[] };
      return resultOf<Validation>(data, 'AddressValidation').matchedAddresses;
    },

    validateTaxNumber: async (input, call) =>
      resultOf<TaxNumberCheck>(await run(validateTaxNumberOperation, { input }, call), 'TaxNumberValidation'),

    async certificates(customer, call) {
      type Page = {
        readonly nodes: readonly Certificate[];
        readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
      };
      const found: Certificate[] = [];
      for (let after: string | null = null; ; ) {
        const { result } = await run(certificatesOperation, { by: { key: keyOf(customer) }, after }, call);
        const page: Page | undefined = (result as { readonly exemptions: Page } | null)?.exemptions;
        if (!page) throw new TollgateError({ kind: 'NotFound', code: 'NOT_FOUND', message: 'Customer not found.' });
        found.push(...page.nodes);
        if (!page.pageInfo.hasNextPage) return found;
        after = page.pageInfo.endCursor;
      }
    },

    graphql: <Data, Variables>(document: string | Operation<Data, Variables>, variables?: Variables, call: Call = {}) =>
      execute<Data>(`${document}`, variables, call),

    async rest<Body>(request: RestRequest, { signal, timeLimit = usualLimit }: Call = {}) {
      const { method, path, body, idempotencyKey = crypto.randomUUID() } = request;
      const headers: Record<string, string> = method === 'POST' ? { 'Idempotency-Key': idempotencyKey } : {};
      const work = (limit: AbortSignal) => authorized({ method, path, headers, body }, limit);
      const answer = await persist(work, { timeLimit, isRepeatable: method !== 'PATCH', retries, signal });
      return answer.body as Body;
    },
  };
}

/** Only the key of a record: the schema would refuse its other members. */
const keyOf = ({ source, externalId }: RecordKey): RecordKey => ({ source, externalId });
