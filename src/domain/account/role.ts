import { type Scope, scopes } from './scope.ts';

const reading = scopes.filter((scope) => scope.endsWith(':read'));

/** Roles of people, as in the claim `roles` of an external issuer, and their scopes. */
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
