import type { AllowedOrigins } from './origins.ts';

/** The operator's settings for both doors. */
export type HttpSettings = {
  readonly allowedOrigins: AllowedOrigins;
};

export const defaultHttpSettings: HttpSettings = {
  allowedOrigins: { listed: [], loopback: false },
};
