/** The permissions of a token. */
export const scopes = [
  'customers:read',
  'customers:write',
  'transactions:read',
  'transactions:write',
  'returns:read',
  'returns:write',
  'exemptions:read',
  'exemptions:write',
  'tax:read',
  'nexus:read',
  'nexus:write',
  'audit:read',
  'webhooks:read',
  'webhooks:write',
  'products:write',
  'admin',
] as const;

export type Scope = (typeof scopes)[number];

/** The scopes of a shop: quotes, customers and documents. */
export const scopesOfShop: readonly Scope[] = [
  'customers:read',
  'customers:write',
  'transactions:read',
  'transactions:write',
  'tax:read',
];

/** The sentence in a description that lists the required scopes; empty if no scope is required. */
export function needsSentence(needed: readonly Scope[]): string {
  const named = needed.map((scope) => `\`${scope}\``);
  const last = named.pop();
  if (last === undefined) return '';
  return named.length === 0 ? ` Needs the scope ${last}.` : ` Needs the scopes ${named.join(', ')} and ${last}.`;
}

export const scopeMeanings: Readonly<Record<Scope, string>> = {
  'customers:read': 'Read customers.',
  'customers:write': 'Store, change and erase customers.',
  'transactions:read': 'Read documents and their customers.',
  'transactions:write': 'Store, change and cancel documents. Responses include the documents and their customers.',
  'returns:read': 'Read liability, returns and their forms.',
  'returns:write': 'File and reopen returns, and mark documents as filed.',
  'exemptions:read': 'Read exemptions, their files, exemption coverage and certificate requests.',
  'exemptions:write': 'Store, change and import exemptions, attach files, and request certificates from customers.',
  'tax:read':
    'Request quotes, rates, rules, places, products, reasons for exemptions, exchange rates and tax number checks.',
  'nexus:read': 'Read nexus, registrations and thresholds.',
  'nexus:write': 'Declare nexus and registrations.',
  'audit:read': 'Read the audit trail.',
  'webhooks:read': 'Read webhook endpoints and their deliveries.',
  'webhooks:write': 'Create, change and test webhook endpoints, and resend events.',
  'products:write': 'Store, change and delete products with their tax codes.',
  admin: 'Change account settings and exchange rates, and manage clients.',
};

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
