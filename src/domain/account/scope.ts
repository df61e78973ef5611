/** What a token may do. */
export const scopes = [
  'customers:read',
  'customers:write',
  'transactions:read',
  'transactions:write',
  'exemptions:read',
  'exemptions:write',
  'tax:read',
  'nexus:read',
  'nexus:write',
  'audit:read',
  'admin',
] as const;

export type Scope = (typeof scopes)[number];
