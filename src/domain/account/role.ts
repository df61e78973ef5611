import { type Scope, scopes } from './scope.ts';

const reading = scopes.filter((scope) => scope.endsWith(':read'));

/** User roles, as in the `roles` claim of an external issuer, with their scopes. */
const scopesOfRoles: Readonly<Record<string, readonly Scope[]>> = {
  reader: reading,
  accountant: [
    ...reading,
    'customers:write',
    'transactions:write',
    'exemptions:write',
    'returns:write',
    'products:write',
  ],
  admin: scopes,
};

/** Roles of other products are ignored. */
export function scopesOfRole(role: string): readonly Scope[] {
  return Object.hasOwn(scopesOfRoles, role) ? scopesOfRoles[role]! : [];
}
