import type { GraphqlSettings } from '../../src/graphql/server.ts';
import type { HttpSettings } from '../../src/http/http-settings.ts';

/** The default settings of a gateway. */
export const plainHttp: HttpSettings = {
  allowedOrigins: { listed: [], loopback: false },
  trustedProxies: 0,
  publicUrl: null,
};

export const plainGraphql: GraphqlSettings = {
  introspection: true,
  persisted: { operations: new Map(), isOnly: false },
};
