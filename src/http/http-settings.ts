import type { AllowedOrigins } from './origins.ts';

/** The operator's settings for REST and GraphQL. */
export type HttpSettings = {
  readonly allowedOrigins: AllowedOrigins;
  /** The number of proxies in front of the gateway; each adds an address to `X-Forwarded-For`. */
  readonly trustedProxies: number;
  /** The URL at which clients reach the gateway, such as `https://tax.example.com`; null if not configured. */
  readonly publicUrl: string | null;
};
