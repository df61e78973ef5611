export type CacheName = 'tokens' | 'clients' | 'tenants' | 'graphql_documents' | 'laws' | 'boundaries' | 'registers';

/** Called for every cache lookup, for metrics. */
export type CacheWatch = (cache: CacheName, isHit: boolean) => void;

/** Callbacks for statements and connections of the store, for metrics and traces. */
export type StoreWatch = {
  /**
   * Called when a statement is sent; the returned function is called when it has ended. The text contains no values
   * except constants.
   */
  onStatement(text: string): (error: unknown) => void;
  /** Called when a request gets a connection or fails to get one, with the waiting time in milliseconds. */
  onConnected?(waitedMs: number): void;
};

/** A request to another service. Only the host of `url` is shown, because the rest may be personal. */
type OutgoingCall = { readonly name: string; readonly method: 'GET' | 'POST'; readonly url: string };

/** Spans, for an operator who traces the gateway. Without tracing, the work runs without spans. */
export type Tracing = {
  /** Runs a use case as part of the traced request. */
  useCase<T>(name: string, work: () => T): T;
  /**
   * Sends a request with headers that continue the trace. `statusOf` returns the HTTP status of the response; null if
   * there was no response.
   */
  call<T>(
    call: OutgoingCall,
    send: (headers: Readonly<Record<string, string>>) => Promise<T>,
    statusOf: (answer: T) => number | null,
  ): Promise<T>;
};
