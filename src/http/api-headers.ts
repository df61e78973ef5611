import type { Allowance } from '../domain/account/client-limits.ts';

/** The client's remaining requests, under header names that client libraries read. */
export function allowanceHeaders(allowance: Allowance | null | undefined): Readonly<Record<string, string>> {
  if (!allowance) return {};
  return {
    'RateLimit-Limit': String(allowance.limit),
    'RateLimit-Remaining': String(allowance.remaining),
    'RateLimit-Reset': String(allowance.resetSeconds),
  };
}

/** Headers of every response of both APIs: caches must not store responses, and browsers must not sniff or frame them. */
export const apiHeaders = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const;
