import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';

const pem = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString()
  .trim();

const ratesKey = 'MCowBQYDK2VwAyEApNHNpxe+A1IHWMlLK/AGqjEU2+6MMlTx9hQmfUwZUMI=';

describe('readConfig', () => {
  it('accepts every variable of .env.example, with its values', () => {
    const example = readFileSync('.env.example', 'utf8').replaceAll(/^# (?=[A-Z_]+=)/gm, '');
    const given = parseEnv(example);
    expect(Object.keys(given).length).toBeGreaterThan(10);
    expect(readConfig(given)).toMatchObject({
      port: 4000,
      workers: 4,
      database: { kind: 'server' },
      http: { publicUrl: 'https://tax.example.com', trustedProxies: 1 },
      signIn: { clientId: 'tollgate-console' },
    });
  });

  it('has no required variables', () => {
    expect(readConfig({ PATH: '/bin', DATABASE_URL: '', PORT: ' ' })).toEqual({
      port: 4000,
      workers: 1,
      host: '127.0.0.1',
      keepAliveTimeoutMs: 65_000,
      shutdownGraceMs: 0,
      rates: { url: null, isAutomatic: false, keys: [] },
      webhookTargets: { allowsPrivate: false },
      databaseStartTimeoutMs: 60_000,
      database: { kind: 'embedded', place: { kind: 'directory', directory: '.data' } },
      auth: {
        signingKey: null,
        keyEncryptionKey: null,
        issuer: 'tollgate',
        audience: 'tollgate',
        external: null,
        requestsPerMinute: 60_000,
        costPerMinute: 60_000_000,
        turns: { inAll: 16, perTenant: 12, waitingPerTenant: 500 },
      },
      registers: { vies: null, hmrc: null, timeoutMs: 6000 },
      http: { allowedOrigins: { listed: [], loopback: true }, trustedProxies: 0, publicUrl: null },
      graphql: { introspection: true, isSubgraph: false, persistedDocuments: null, persistedOnly: false },
      signIn: null,
      logLevel: 'info',
      traces: false,
      hasDemo: true,
      metricsPort: null,
      metricsHost: '127.0.0.1',
    });
  });

  it('reads every variable', () => {
    const config = readConfig({
      PORT: '8080',
      WORKERS: '5',
      DATABASE_URL: 'postgres://user:secret@db:5432/tollgate',
      DATABASE_POOL_SIZE: '25',
      SIGNING_KEY: pem.replaceAll('\n', '\\n'),
      KEY_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
      TOKEN_ISSUER: 'https://tax.example',
      TOKEN_AUDIENCE: 'tax',
      OUTSIDE_ISSUER: 'https://login.example',
      OUTSIDE_JWKS_URL: 'https://login.example/keys',
      CONSOLE_CLIENT_ID: 'console',
      PREPARED_STATEMENTS: 'false',
      DATABASE_START_TIMEOUT: '5',
      SHUTDOWN_GRACE_MS: '20000',
      KEEP_ALIVE_TIMEOUT_MS: '120000',
      VIES_ENABLED: 'true',
      VIES_REQUESTER: 'de 136.695.976',
      VIES_URL: 'https://proxy.example/vies/',
      HMRC_CLIENT_ID: 'app',
      HMRC_CLIENT_SECRET: 'hunter2',
      HMRC_REQUESTER: 'GB 980 7806 84',
      RATES_URL: 'https://example.com/rates.json.gz',
      RATES_AUTOMATIC: 'true',
      RATES_PUBLIC_KEYS: `${ratesKey}, ${ratesKey}`,
      REGISTER_TIMEOUT_MS: '3000',
      WEBHOOK_PRIVATE_TARGETS: 'true',
      TRUST_PROXY: '2',
      CORS_ORIGINS: 'https://shop.example, http://localhost:3000',
      GRAPHQL_INTROSPECTION: 'false',
      PERSISTED_DOCUMENTS: 'documents.json',
      PERSISTED_DOCUMENTS_ONLY: 'true',
      LOG_LEVEL: 'warn',
      REQUESTS_PER_MINUTE: '0',
      METRICS_PORT: '9464',
      METRICS_HOST: '0.0.0.0',
      PUBLIC_URL: 'https://tax.example.com',
    });
    expect(config).toEqual({
      port: 8080,
      workers: 5,
      host: '0.0.0.0',
      keepAliveTimeoutMs: 120_000,
      shutdownGraceMs: 20_000,
      rates: { url: 'https://example.com/rates.json.gz', isAutomatic: true, keys: [ratesKey, ratesKey] },
      webhookTargets: { allowsPrivate: true },
      database: {
        kind: 'server',
        url: 'postgres://user:secret@db:5432/tollgate',
        poolSize: 5,
        preparesStatements: false,
        trailKey: new Uint8Array(32).fill(7),
      },
      databaseStartTimeoutMs: 5_000,
      auth: {
        signingKey: pem,
        keyEncryptionKey: new Uint8Array(32).fill(7),
        issuer: 'https://tax.example',
        audience: 'tax',
        requestsPerMinute: 0,
        costPerMinute: 60_000_000,
        turns: { inAll: 16, perTenant: 12, waitingPerTenant: 500 },
        external: { issuer: 'https://login.example', jwksUrl: 'https://login.example/keys', audience: 'tax' },
      },
      registers: {
        vies: { url: 'https://proxy.example/vies', requester: { memberState: 'DE', number: '136695976' } },
        hmrc: {
          url: 'https://api.service.hmrc.gov.uk',
          clientId: 'app',
          clientSecret: 'hunter2',
          requester: '980780684',
        },
        timeoutMs: 3000,
      },
      http: {
        allowedOrigins: { listed: ['https://shop.example', 'http://localhost:3000'], loopback: false },
        trustedProxies: 2,
        publicUrl: 'https://tax.example.com',
      },
      graphql: { introspection: false, isSubgraph: false, persistedDocuments: 'documents.json', persistedOnly: true },
      signIn: { issuer: 'https://login.example', clientId: 'console', scope: 'openid' },
      logLevel: 'warn',
      traces: false,
      hasDemo: false,
      metricsPort: 9464,
      metricsHost: '0.0.0.0',
    });
  });

  it('names every invalid variable at once, without repeating secrets', () => {
    const faulty = () =>
      readConfig({
        PORT: '70000',
        DATABASE_URL: 'mysql://user:hunter2@db/tollgate',
        DATABASE_POOL_SIZE: '0',
        SIGNING_KEY: 'hunter2',
        LOG_LEVEL: 'loud',
      });
    expect(faulty).toThrow(
      [
        'Invalid environment variables:',
        '  PORT must be a whole number from 0 to 65535.',
        '  DATABASE_URL must look like postgres://user:password@host:5432/database.',
        '  DATABASE_POOL_SIZE must be a whole number from 1 to 500.',
        '  SIGNING_KEY must be a PKCS8 PEM, which starts with -----BEGIN PRIVATE KEY-----.',
        '  LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.',
      ].join('\n'),
    );
    expect(faulty).not.toThrow('hunter2');
  });

  it.each([
    [{}, 10],
    [{ WORKERS: '2' }, 5],
    [{ WORKERS: '8' }, 5],
    [{ WORKERS: '4', DATABASE_POOL_SIZE: '30' }, 7],
    [{ WORKERS: '4', DATABASE_POOL_SIZE: '4' }, 2],
    [{ DATABASE_POOL_SIZE: '1' }, 1],
  ])('shares the connections among the workers: %o gives each %i', (environment, poolSize) => {
    const config = readConfig({ DATABASE_URL: 'postgres://db/tollgate', ...environment });
    expect(config.database).toMatchObject({ kind: 'server', poolSize });
  });

  it.each([
    [{ OUTSIDE_ISSUER: 'https://login.example' }, 'OUTSIDE_JWKS_URL is missing'],
    [{ OUTSIDE_JWKS_URL: 'https://login.example/keys' }, 'OUTSIDE_ISSUER is missing'],
    [{ CONSOLE_CLIENT_ID: 'console' }, 'CONSOLE_CLIENT_ID has no effect without OUTSIDE_ISSUER'],
    [{ OUTSIDE_ISSUER: 'tollgate', OUTSIDE_JWKS_URL: 'https://a.example' }, 'OUTSIDE_ISSUER must differ'],
    [{ OUTSIDE_ISSUER: 'x', OUTSIDE_JWKS_URL: 'ftp://a.example' }, 'OUTSIDE_JWKS_URL must be an http'],
    [{ WORKERS: '2' }, 'WORKERS must be 1 with an embedded store, which only one process can open: set DATABASE_URL.'],
    [{ WORKERS: '2', DATA_DIR: '/data' }, 'WORKERS must be 1 with an embedded store'],
    [{ WORKERS: '0', DATABASE_URL: 'postgres://db/x' }, 'WORKERS must be a whole number from 1 to 64.'],
    [{ DEMO: 'off' }, 'DEMO must be true or false'],
    [{ VIES_ENABLED: 'yes' }, 'VIES_ENABLED must be true or false'],
    [{ VIES_REQUESTER: 'DE136695976' }, 'VIES_REQUESTER has no effect'],
    [
      { VIES_ENABLED: 'true', VIES_REQUESTER: '136695976' },
      'VIES_REQUESTER must be a VAT number with its country prefix',
    ],
    [{ VIES_URL: 'http://proxy.example' }, 'VIES_URL must be an https URL'],
    [{ HMRC_CLIENT_ID: 'app' }, 'HMRC_CLIENT_SECRET is missing'],
    [{ HMRC_CLIENT_SECRET: 'hunter2' }, 'HMRC_CLIENT_ID is missing'],
    [{ HMRC_REQUESTER: 'DE136695976' }, 'HMRC_REQUESTER must be a UK VAT number'],
    [{ KEY_ENCRYPTION_KEY: 'c2hvcnQ=' }, 'KEY_ENCRYPTION_KEY must be 32 bytes in base64'],
    [{ CORS_ORIGINS: 'https://shop.example/path' }, 'CORS_ORIGINS must list origins'],
  ])('rejects %o: %s', (environment, message) => {
    expect(() => readConfig(environment)).toThrow(message);
  });
});
