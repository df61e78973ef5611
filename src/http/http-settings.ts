import type { AllowedOrigins } from './origins.ts';

/** The operator's settings for both doors. */
export type HttpSettings = {
  readonly allowedOrigins: AllowedOrigins;
  /** How many proxies stand in front, each of which adds an address to `X-Forwarded-For`. */
  readonly trustedProxies: number;
  /** Where clients reach the gateway, such as `https://tax.example.com`; null if the operator has not said it. */
  readonly publicUrl: string | null;
};
