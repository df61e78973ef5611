/** A request to another service. Only the host of `url` is shown: the rest may be personal. */
export type OutgoingCall = { readonly name: string; readonly method: 'GET' | 'POST'; readonly url: string };

/** Spans, for an operator who traces the gateway. Where there is no tracing, the work just runs. */
export type Tracing = {
  /** Runs a use case as a part of the request that is traced. */
  useCase<T>(name: string, work: () => T): T;
  /** Sends a request with headers that continue the trace. `statusOf` is the HTTP status of the answer, or null without one. */
  call<T>(
    call: OutgoingCall,
    send: (headers: Readonly<Record<string, string>>) => Promise<T>,
    statusOf: (answer: T) => number | null,
  ): Promise<T>;
};
