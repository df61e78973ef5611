import type { AuthConfig } from '../adapters/auth/authenticator.ts';
import type { RegisterSettings } from '../adapters/registers/create-registers.ts';
import type { HttpSettings } from '../http/http-settings.ts';
import type { DatabaseLocation } from '../stores/database/database.ts';
import type { SignInSettings } from '../web/pages/sign-in-endpoints.ts';
import { findMisspelt } from './unknown-variables.ts';
import { isTraced, type Variables, variables } from './variables.ts';

const defaultPoolSize = 10;
const defaultPerWorker = 5;
const leastPerWorker = 2;

export type Config = {
  readonly port: number;
  /** Number of processes that serve requests; 1 for a single-process gateway. */
  readonly workers: number;
  readonly host: string;
  readonly keepAliveTimeoutMs: number;
  /** Time for which the gateway keeps serving after SIGTERM, while its readiness returns 503. */
  readonly shutdownGraceMs: number;
  readonly database: DatabaseLocation;
  /** Whether an embedded store has a demo tenant, whose token is available to the gateway's own pages. */
  readonly hasDemo: boolean;
  /** Maximum time that startup waits for a database server. */
  readonly databaseStartTimeoutMs: number;
  readonly auth: AuthConfig;
  readonly registers: RegisterSettings;
  readonly http: HttpSettings;
  readonly graphql: {
    readonly introspection: boolean;
    /** Whether the schema is an Apollo Federation subgraph. */
    readonly isSubgraph: boolean;
    /** Path to a JSON file, or null. */
    readonly persistedDocuments: string | null;
    readonly persistedOnly: boolean;
  };
  readonly rates: {
    /** URL to check for new rate books; null to disable checks. */
    readonly url: string | null;
    readonly isAutomatic: boolean;
    /** Public keys in addition to the built-in keys. */
    readonly keys: readonly string[];
  };
  /** Identity provider for the console; null if only clients can sign in. */
  readonly signIn: SignInSettings | null;
  /** Whether webhooks may be sent to private networks, over plain HTTP and to any port. */
  readonly webhookTargets: { readonly allowsPrivate: boolean };
  readonly logLevel: string;
  /**
   * Whether spans are sent to an OTLP endpoint; the libraries read the endpoint and its options from the environment.
   */
  readonly traces: boolean;
  /** Null if metrics are disabled. */
  readonly metricsPort: number | null;
  readonly metricsHost: string;
};

/** Reads the environment variables listed in README.md; throws one error that names every invalid variable. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== '');
  const names = given.map(([name]) => name);
  const misspelt = findMisspelt(names, Object.keys(variables.shape)).map(
    ({ name, nearest }) => `${name} is unknown; did you mean ${nearest}?`,
  );
  const result = variables.safeParse(Object.fromEntries(given));
  if (result.success && misspelt.length === 0) return toConfig(result.data);
  const issues = result.error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? [];
  throw new Error(['Invalid environment variables:', ...misspelt, ...issues].join('\n  '));
}

function toConfig(values: Variables): Config {
  const trailKey = values.KEY_ENCRYPTION_KEY;
  return {
    port: values.PORT,
    workers: values.WORKERS,
    host: values.HOST ?? (values.DATABASE_URL === undefined ? '127.0.0.1' : '0.0.0.0'),
    database:
      values.DATABASE_URL === undefined
        ? { kind: 'embedded', place: { kind: 'directory', directory: values.DATA_DIR ?? '.data' }, trailKey }
        : {
            kind: 'server',
            url: values.DATABASE_URL,
            poolSize: poolSizeOf(values),
            preparesStatements: values.PREPARED_STATEMENTS,
            trailKey,
          },
    hasDemo: values.DEMO && values.DATABASE_URL === undefined,
    metricsPort: values.METRICS_PORT ?? null,
    metricsHost: values.METRICS_HOST,
    traces: isTraced(values),
    databaseStartTimeoutMs: values.DATABASE_START_TIMEOUT * 1_000,
    keepAliveTimeoutMs: values.KEEP_ALIVE_TIMEOUT_MS,
    // An embedded store has a single process, so no other process can take over.
    shutdownGraceMs: values.SHUTDOWN_GRACE_MS ?? (values.DATABASE_URL === undefined ? 0 : 5_000),
    auth: authOf(values),
    registers: registersOf(values),
    http: {
      allowedOrigins: { listed: values.CORS_ORIGINS, loopback: values.DATABASE_URL === undefined },
      trustedProxies: values.TRUST_PROXY,
      publicUrl: values.PUBLIC_URL ?? null,
    },
    graphql: {
      introspection: values.GRAPHQL_INTROSPECTION,
      isSubgraph: values.GRAPHQL_SUBGRAPH,
      persistedDocuments: values.PERSISTED_DOCUMENTS ?? null,
      persistedOnly: values.PERSISTED_DOCUMENTS_ONLY,
    },
    rates: { url: values.RATES_URL ?? null, isAutomatic: values.RATES_AUTOMATIC, keys: values.RATES_PUBLIC_KEYS },
    signIn: signInOf(values),
    webhookTargets: { allowsPrivate: values.WEBHOOK_PRIVATE_TARGETS },
    logLevel: values.LOG_LEVEL,
  };
}

/** Connections per worker: an equal share of DATABASE_POOL_SIZE, but at least `leastPerWorker`. */
function poolSizeOf({ WORKERS: workers, DATABASE_POOL_SIZE: total }: Variables): number {
  const size = total ?? Math.max(defaultPoolSize, defaultPerWorker * workers);
  return workers === 1 ? size : Math.max(leastPerWorker, Math.floor(size / workers));
}

const leastAtOnce = 16;
const waitingPerTenant = 500;

/**
 * Allows two requests per database connection, because requests that need no connection keep the processor busy. A
 * single tenant cannot take all slots.
 */
function turnsOf(values: Variables): AuthConfig['turns'] {
  const inAll = values.DATABASE_URL === undefined ? leastAtOnce : Math.max(leastAtOnce, 2 * poolSizeOf(values));
  return { inAll, perTenant: Math.floor(inAll * 0.75), waitingPerTenant };
}

function authOf({ OUTSIDE_ISSUER: issuer, OUTSIDE_JWKS_URL: jwksUrl, ...values }: Variables): AuthConfig {
  const audience = values.OUTSIDE_AUDIENCE ?? values.TOKEN_AUDIENCE;
  return {
    signingKey: values.SIGNING_KEY ?? null,
    keyEncryptionKey: values.KEY_ENCRYPTION_KEY ?? null,
    issuer: values.TOKEN_ISSUER,
    audience: values.TOKEN_AUDIENCE,
    external: issuer === undefined || jwksUrl === undefined ? null : { issuer, jwksUrl, audience },
    requestsPerMinute: values.REQUESTS_PER_MINUTE,
    costPerMinute: values.COST_PER_MINUTE,
    turns: turnsOf(values),
  };
}

function signInOf({ OUTSIDE_ISSUER: issuer, CONSOLE_CLIENT_ID: clientId, CONSOLE_SCOPE: scope }: Variables) {
  return issuer === undefined || clientId === undefined ? null : { issuer, clientId, scope };
}

function registersOf({ HMRC_CLIENT_ID: clientId, HMRC_CLIENT_SECRET: clientSecret, ...values }: Variables) {
  const viesNumber = values.VIES_REQUESTER;
  const viesRequester = viesNumber ? { memberState: viesNumber.slice(0, 2), number: viesNumber.slice(2) } : null;
  const hmrcRequester = values.HMRC_REQUESTER ?? null;
  const hasHmrc = clientId !== undefined && clientSecret !== undefined;
  return {
    vies: values.VIES_ENABLED ? { url: values.VIES_URL, requester: viesRequester } : null,
    hmrc: hasHmrc ? { url: values.HMRC_URL, clientId, clientSecret, requester: hmrcRequester } : null,
    timeoutMs: values.REGISTER_TIMEOUT_MS,
  };
}
