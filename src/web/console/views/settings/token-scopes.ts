import { clientsTexts } from '../../texts/settings.ts';

export type Scope = keyof typeof clientsTexts.scopeNames;

export const allScopes = Object.keys(clientsTexts.scopeNames) as readonly Scope[];

/** The default scopes of a shop, as in `clients create`. */
export const scopesOfShop: readonly Scope[] = [
  'customers:read',
  'customers:write',
  'transactions:read',
  'transactions:write',
  'tax:read',
];

/**
 * The scopes of the token, which are the only ones that a user can grant to a client. For other kinds of tokens, such
 * as those with roles, all scopes; the gateway refuses any that are not allowed.
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
