import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import type { Authenticator } from './auth/authenticator.ts';
import type { ReferenceData } from './reference/reference-data.ts';
import type { Stores } from './stores/stores.ts';

export type AppDependencies = {
  readonly stores: Stores;
  readonly reference: ReferenceData;
  readonly authenticator: Authenticator;
  readonly log: Logger;
  /** Origins that browsers may call from; `*` for any. */
  readonly corsOrigins: readonly string[];
  /** A token to put into GraphiQL's headers; only the demo store has one. */
  readonly demoToken: string | null;
  now(): Date;
};

/** The gateway: one handler for web requests, and the same for Node's HTTP server. */
export type App = {
  /** `remoteAddress` is who asks, for rate limits. */
  fetch(request: Request, remoteAddress?: string): Promise<Response>;
  readonly listener: RequestListener;
};
