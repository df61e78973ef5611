/** The part of autocannon that the bench uses; the package has no types. */
declare module 'autocannon' {
  type Request = {
    method?: string;
    path?: string;
    headers?: Record<string, string>;
    body?: string;
    /** Creates each request. */
    setupRequest?: (request: Request) => Request;
  };
  type Options = {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
    /** Ends the run early. */
    maxOverallRequests: number;
    /** Seconds. */
    timeout: number;
    requests: Request[];
  };
  type Result = { non2xx: number; errors: number; timeouts: number; resets: number };
  interface Run extends PromiseLike<Result> {
    on(
      event: 'response',
      listener: (client: unknown, statusCode: number, bytes: number, milliseconds: number) => void,
    ): void;
    stop(): void;
  }
  function autocannon(options: Options): Run;
  namespace autocannon {
    export type { Options, Request, Result, Run };
  }
  export = autocannon;
}
