import { type Scope, scopes } from './scope.ts';

const reading = scopes.filter((scope) => scope.endsWith(':read'));

/** What people do, as an outside issuer names it in the claim `roles`, in scopes. */
const scopesOfRoles: Readonly<Record<string, readonly Scope[]>> = {
  reader: reading,
  accountant: [...reading, 'customers:write', 'transactions:write', 'exemptions:write', 'returns:write'],
  admin: scopes,
};

/** Roles of other products are ignored. */
export function scopesOfRole(role: string): readonly Scope[] {
  return Object.hasOwn(scopesOfRoles, role) ? scopesOfRoles[role]! : [];
}
