/** The operator's settings for REST and GraphQL. */
export type HttpSettings = {
  readonly allowedOrigins: AllowedOrigins;
  /** The number of proxies in front of the gateway; each adds an address to `X-Forwarded-For`. */
  readonly trustedProxies: number;
  /** The URL at which clients reach the gateway, such as `https://tax.example.com`; null if not configured. */
  readonly publicUrl: string | null;
};

/** The origins whose pages may send requests from a browser. */
export type AllowedOrigins = {
  /** `*` allows any origin. */
  readonly listed: readonly string[];
  /** Whether pages served from this machine, on any port, may send requests, as in frontend development. */
  readonly loopback: boolean;
};

const loopbackOrigin = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;

export function isAllowedOrigin({ listed, loopback }: AllowedOrigins, origin: string): boolean {
  return listed.includes('*') || listed.includes(origin) || (loopback && loopbackOrigin.test(origin));
}
