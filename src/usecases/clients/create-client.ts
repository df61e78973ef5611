import { scopes as allScopes, type Scope } from '../../domain/account/scope.ts';
import { AppError, invalidInput } from '../../domain/base/errors.ts';
import type { ClientInput } from '../../domain/clients/client-input.ts';
import { authorize, type Context, type Principal } from '../../ports/context.ts';
import { type ClientWithSecret, issueClient } from './issued-client.ts';

/**
 * Creates a client with at most the scopes of the token and the limits of its client. The secret is only returned here.
 */
export async function createClient(ctx: Context, input: ClientInput): Promise<ClientWithSecret> {
  const { stores, principal } = authorize(ctx, 'admin');
  const scopes = ownScopes(principal, input.scopes);
  const { requestsPerMinute = null, costPerMinute = null } = (await stores.clients.find(principal.clientId)) ?? {};
  const { tenantId } = principal;
  return issueClient(
    stores.clients,
    { tenantId, name: input.name, scopes, requestsPerMinute, costPerMinute },
    ctx.now(),
  );
}

/** The requested scopes in the order of `allScopes`, without duplicates. Throws for a scope that the token lacks. */
function ownScopes({ scopes: own }: Principal, asked: readonly string[]): Scope[] {
  const issues = [...asked.entries()].flatMap(([index, scope]) => {
    if (allScopes.some((known) => known === scope && own.has(known))) return [];
    const message = `The token lacks the scope ${scope}, so it cannot grant that scope to a client.`;
    return [{ path: ['scopes', index], code: 'INVALID_SCOPE', message }];
  });
  if (issues.length > 0) throw invalidInput(issues);
  return allScopes.filter((scope) => asked.includes(scope));
}

/** A secret grants the scopes of its client, so a token with fewer scopes must not obtain one. */
export function requireScopesOf({ scopes: own }: Principal, { scopes }: { readonly scopes: readonly Scope[] }): void {
  const lacking = scopes.filter((scope) => !own.has(scope));
  if (lacking.length === 0) return;
  throw new AppError('FORBIDDEN', `The client has scopes that the token lacks: ${lacking.join(', ')}.`);
}
