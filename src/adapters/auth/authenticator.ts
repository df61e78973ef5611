import type { ClientLimits } from '../../domain/account/client-limits.ts';
import { AppError, invalidField, invalidInput } from '../../domain/base/errors.ts';
import { networkOf } from '../../domain/base/network.ts';
import { isClientSecret } from '../../domain/clients/client-secret.ts';
import type { Authenticator, IssuedToken } from '../../ports/authenticator.ts';
import { type Principal, sendToken } from '../../ports/context.ts';
import type { CacheWatch } from '../../ports/observation.ts';
import type { SharedCounts } from '../../ports/shared-counts.ts';
import type { StoredClient } from '../../ports/stores/client-store.ts';
import type { Stores } from '../../ports/stores.ts';
import { type Account, createAccounts } from './accounts.ts';
import { createAttemptCounts, createAttemptLimit } from './attempt-limit.ts';
import { createBudgets } from './budgets.ts';
import { createCertificateLinks } from './certificate-links.ts';
import { countRequest, createWork } from './client-work.ts';
import { createExternalTokens, type ExternalIssuer } from './external-tokens.ts';
import { createIssuedTokens } from './issued-tokens.ts';
import { createPublishedKeys } from './published-keys.ts';
import { createReceipts } from './receipts.ts';
import { loadTokenKey } from './token-key.ts';
import { createTokenVerifier } from './token-verifier.ts';
import { createTurns, type TurnLimits } from './turns.ts';

export type AuthConfig = {
  /** A PKCS8 PEM; null for the key kept in the store. */
  readonly signingKey: string | null;
  /** 32 bytes that encrypt the key in the store; null to store it unencrypted. */
  readonly keyEncryptionKey: Uint8Array | null;
  /** `iss` and `aud` of issued tokens. */
  readonly issuer: string;
  readonly audience: string;
  /** Null unless tokens from another issuer are also accepted. */
  readonly external: ExternalIssuer | null;
  /** Requests per minute to this replica for a client without its own limit; 0 for no limit. */
  readonly requestsPerMinute: number;
  /** Total cost per minute of the requests by a tenant's clients without their own limits; 0 for no limit. */
  readonly costPerMinute: number;
  readonly turns: TurnLimits;
};

export type OperatorAuthenticator = Authenticator & {
  /** For the operator's commands and the demo: issues a token without the client's secret. */
  issueTokenTo(client: StoredClient, lifetimeSeconds?: number): Promise<IssuedToken>;
  waitingRequests(): number;
};

type AuthenticatorDependencies = {
  readonly stores: Stores;
  readonly config: AuthConfig;
  /** Absent unless the gateway has several workers. */
  readonly counts?: SharedCounts;
  readonly onCacheUsed?: CacheWatch;
  now(): Date;
};

export async function createAuthenticator(dependencies: AuthenticatorDependencies): Promise<OperatorAuthenticator> {
  const { stores, config, counts, onCacheUsed, now } = dependencies;
  const { signingKey, keyEncryptionKey: encryptionKey } = config;
  const key = await loadTokenKey({ signingKey, encryptionKey, store: stores.signingKeys, now });
  const publishedKeys = createPublishedKeys(key, stores.signingKeys, now);
  // Best effort: signing a receipt or a certificate link tries again.
  await publishedKeys.keep().catch(() => {});
  const issuedTokens = createIssuedTokens({ key, issuer: config.issuer, audience: config.audience, now });
  const externalTokens = config.external && createExternalTokens(config.external, now);
  const verifier = createTokenVerifier({ issuedTokens, externalTokens, onCacheUsed, now });
  const accounts = createAccounts(stores, now, onCacheUsed);
  const attemptLimit = createAttemptLimit(counts?.attempts ?? createAttemptCounts(now));
  const requests = createBudgets(now, counts?.passing('requests'));
  const costs = createBudgets(now, counts?.passing('cost'));
  const turns = createTurns(config.turns);
  // 0 means no limit.
  const perMinute = (limit: keyof ClientLimits, { limits }: Account) => (limits[limit] ?? config[limit]) || null;

  return {
    async authenticate(authorization) {
      if (authorization === null) return null;
      const { clientId, tenantId, scopes, issuedBy } = await verifier.verify(readBearer(authorization));
      const account = await accounts.find({ clientId, tenantId, issuedBy });
      if (!account)
        throw new AppError(
          'UNAUTHENTICATED',
          'The client or tenant of this token is unknown, or the client has been revoked.',
        );
      // A custom issuer may use the same client name in several tenants.
      const client = JSON.stringify([tenantId, clientId]);
      const requestLimit = { budgets: requests, key: client, perMinute: perMinute('requestsPerMinute', account) };
      const costKey = account.limits.costPerMinute === null ? tenantId : client;
      const cost = { budgets: costs, key: costKey, perMinute: perMinute('costPerMinute', account) };
      countRequest(requestLimit, cost);
      const work = createWork({ tenantId, turns, requests: requestLimit, cost });
      const principal: Principal = { clientId, tenantId, scopes };
      return { principal, tenant: account.tenant, recent: account.recent, work };
    },

    async issueToken({ clientId, clientSecret, scopes }, remoteAddress) {
      const succeed = await attemptLimit.count({ clientId, remoteAddress: networkOf(remoteAddress) });
      const client = await stores.clients.find(clientId);
      const isKnown = await isClientSecret(clientSecret, client ? secretHashesOf(client, now()) : []);
      if (!client || !isKnown || client.revokedAt) {
        throw new AppError('INVALID_CLIENT', 'Wrong client id or secret, or the client has been revoked.');
      }
      succeed();
      return issuedTokens.issue(scopes ? { ...client, scopes: narrowed(client, scopes) } : client);
    },

    issueTokenTo: (client, lifetimeSeconds) => issuedTokens.issue(client, lifetimeSeconds),
    receipts: createReceipts(key, stores.signingKeys, publishedKeys.keep),
    certificateLinks: createCertificateLinks({
      key,
      store: stores.signingKeys,
      keepKey: publishedKeys.keep,
      counts,
      now,
    }),
    publicKeys: async () => ({ keys: await publishedKeys.list() }),
    waitingRequests: turns.waiting,
  };
}

/** The old secret remains valid for a while after a rotation. */
function secretHashesOf({ secretHash, previousSecretHash, previousSecretUntil }: StoredClient, at: Date): string[] {
  const isValid = previousSecretHash !== null && previousSecretUntil !== null && at < previousSecretUntil;
  return isValid ? [secretHash, previousSecretHash] : [secretHash];
}

function narrowed({ scopes: own }: StoredClient, asked: readonly string[]): StoredClient['scopes'] {
  const path = ['scope'];
  const code = 'INVALID_SCOPE';
  if (asked.length === 0) throw invalidField(path, code, 'Name at least one scope, or omit scope to request all.');
  const issues = asked.flatMap((scope) => {
    if (own.some((known) => known === scope)) return [];
    return {
      path,
      code,
      message: `The client does not have the scope ${JSON.stringify(scope.slice(0, 100))}. Its scopes: ${own.join(' ')}.`,
    };
  });
  if (issues.length > 0) throw invalidInput(issues);
  return own.filter((scope) => asked.includes(scope));
}

function readBearer(authorization: string): string {
  const token = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
  if (token === undefined) throw new AppError('UNAUTHENTICATED', sendToken);
  return token;
}
