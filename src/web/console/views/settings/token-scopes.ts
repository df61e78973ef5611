import { clientsTexts } from '../../texts/settings.ts';

export type Scope = keyof typeof clientsTexts.scopeNames;

export const allScopes = Object.keys(clientsTexts.scopeNames) as readonly Scope[];

/** What a shop needs, as `clients create` gives it. */
export const scopesOfShop: readonly Scope[] = [
  'customers:read',
  'customers:write',
  'transactions:read',
  'transactions:write',
  'tax:read',
];

/**
 * The scopes of a token, as far as it says: nobody can give others to a client. All of them for a token of another form, such as
 * one with roles; the gateway refuses what it does not allow.
 */
export function scopesOfToken(authorization: string | undefined): readonly Scope[] {
  const claims = authorization?.split('.')[1];
  if (claims === undefined) return allScopes;
  try {
    const { scope, roles } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')));
    if (typeof scope !== 'string' || roles !== undefined) return allScopes;
    const held = scope.split(' ');
    return allScopes.filter((one) => held.includes(one));
  } catch {
    return allScopes;
  }
}
