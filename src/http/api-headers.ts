import type { Allowance } from '../domain/account/client-limits.ts';

type Allowances = { readonly requests: Allowance | null; readonly cost: Allowance | null };

export const allowanceHeaderNames = [
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
] as const;

type AllowanceHeaders = { readonly [Name in (typeof allowanceHeaderNames)[number]]?: string };

/**
 * The headers for the client's remaining budget. Requests have the header names that client libraries read; requests
 * and cost are also in the form of draft-ietf-httpapi-ratelimit-headers.
 */
export function allowanceHeaders(allowances: Allowances | undefined): AllowanceHeaders {
  if (!allowances) return {};
  const { requests, cost } = allowances;
  const policies: string[] = [];
  const left: string[] = [];
  for (const [name, allowance] of [['requests', requests] as const, ['cost', cost] as const]) {
    if (!allowance) continue;
    policies.push(`"${name}";q=${allowance.limit};w=60`);
    left.push(`"${name}";r=${allowance.remaining};t=${allowance.resetSeconds}`);
  }
  return {
    ...(requests && {
      'RateLimit-Limit': String(requests.limit),
      'RateLimit-Remaining': String(requests.remaining),
      'RateLimit-Reset': String(requests.resetSeconds),
    }),
    ...(left.length > 0 && { 'RateLimit-Policy': policies.join(', '), RateLimit: left.join(', ') }),
  };
}

/**
 * Headers of every response from both APIs: caches must not store responses, and browsers must not sniff or frame them.
 */
export const apiHeaders = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const;
