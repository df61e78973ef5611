import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';

describe('a variable that is probably misspelt', () => {
  it.each([
    ['DATABASE_UR', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASEURL', 'DATABASE_URL'],
    ['DATBAASE_ULR', 'DATABASE_URL'],
    ['database_url', 'DATABASE_URL'],
    ['DATABASE_HOST', 'DATABASE_URL'],
    ['DATA_DR', 'DATA_DIR'],
    ['DATADIR', 'DATA_DIR'],
    ['SINGING_KEY', 'SIGNING_KEY'],
    ['CORS_ORIGIN', 'CORS_ORIGINS'],
    ['CORS_ALLOWED', 'CORS_ORIGINS'],
    ['TOKEN_AUDIANCE', 'TOKEN_AUDIENCE'],
    ['OUTSIDE_JWKS', 'OUTSIDE_JWKS_URL'],
    ['VIES_ENABLE', 'VIES_ENABLED'],
    ['HMRC_ID', 'HMRC_URL'],
    ['GRAPHQL_INTROSPECT', 'GRAPHQL_INTROSPECTION'],
    ['PERSISTED_ONLY', 'PERSISTED_DOCUMENTS'],
  ])('%s is rejected, and %s is suggested', (name, nearest) => {
    expect(() => readConfig({ [name]: 'x' })).toThrow(`  ${name} is unknown; did you mean ${nearest}?`);
  });

  it('is reported together with invalid values', () => {
    expect(() => readConfig({ DATABASE_UR: 'postgres://db', PORT: 'http' })).toThrow(
      [
        'Invalid environment variables:',
        '  DATABASE_UR is unknown; did you mean DATABASE_URL?',
        '  PORT must be a whole number from 0 to 65535.',
      ].join('\n'),
    );
  });
});

it.each(['', '  '])('ignores an unknown variable without a value ("%s")', (value) => {
  expect(readConfig({ DATABASE_UR: value }).database.kind).toBe('embedded');
});

it('accepts the environments of shells, containers, npm and hosting platforms', () => {
  const names = `
    PATH HOME SHELL USER LANG LC_ALL TERM PWD OLDPWD SHLVL _ TZ EDITOR DISPLAY XDG_DATA_DIRS XDG_DATA_HOME XDG_RUNTIME_DIR
    HOSTNAME HOSTTYPE HOST_IP HOST_NAME HOSTS PORT_HTTP PORTS POST http_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY no_proxy
    LOGNAME LOG_LEVELS LOG_FORMAT LOG_LEVEL_ROOT LOGLEVEL LOG_DIR NODE_OPTIONS NODE_VERSION NODE_PATH NODE_ENVIRONMENT
    NODE_EXTRA_CA_CERTS SSL_CERT_DIR SSL_CERT_FILE npm_config_cache npm_package_version npm_lifecycle_event npm_execpath
    NPM_TOKEN GITHUB_TOKEN GITHUB_ACTIONS CI DEBUG FORCE_COLOR YARN_VERSION PGHOST PGPORT PGUSER PGPASSWORD PGDATABASE
    PGDATA POSTGRES_PASSWORD POSTGRES_URL REDIS_URL MYSQL_DATABASE DB_URL TEST_DATABASE_URL BENCH_DATABASE_URL
    KUBERNETES_SERVICE_HOST KUBERNETES_PORT KUBERNETES_PORT_443_TCP_ADDR GRAPHQL_SERVICE_HOST GRAPHQL_SERVICE_PORT_HTTP
    GRAPHQL_PORT GRAPHQL_PORT_4000_TCP GRAPHQL_PORT_4000_TCP_PROTO TOKEN_SERVER_SERVICE_HOST DATABASE_SERVICE_PORT
    DATABASE_PORT_5432_TCP_ADDR DYNO PORT0 RAILWAY_ENVIRONMENT FLY_REGION RENDER_SERVICE_ID AWS_REGION OTEL_SERVICE_NAME
    INVOCATION_ID JOURNAL_STREAM SYSTEMD_EXEC_PID MEMORY_PRESSURE_WATCH DATABRICKS_HOST DATADOG_URL DATA_SOURCE DATABASES
    KEY_VAULT_URL SECRET_KEY ENCRYPTION_KEY SIGNATURE_KEYS TRUSTED_PROXIES TRUST_STORE PRISMA_NATIVE_ENGINE`;
  const environment = Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, 'x']),
  );
  expect(readConfig(environment).database.kind).toBe('embedded');
});

it('accepts other database variables as alternatives to DATABASE_URL, as set by platforms', () => {
  const DATABASE_URL = 'postgres://user:secret@db:5432/tollgate';
  const environment = { DATABASE_URL, DATABASE_PUBLIC_URL: 'x', DATABASE_URL_UNPOOLED: 'x', DATABASE_HOST: 'x' };
  expect(readConfig(environment).database.kind).toBe('server');
  expect(() => readConfig({ ...environment, DATABASE_POOLSIZE: '5' })).toThrow('did you mean DATABASE_POOL_SIZE?');
});

describe('in production', () => {
  it('requires a database server or an explicitly chosen embedded store', () => {
    const NODE_ENV = 'production';
    expect(() => readConfig({ NODE_ENV })).toThrow('DATABASE_URL is required when NODE_ENV is production');
    expect(readConfig({ NODE_ENV, DATA_DIR: '/data' }).database.kind).toBe('embedded');
    expect(readConfig({ NODE_ENV, DATABASE_URL: 'postgres://db/tollgate' }).database.kind).toBe('server');
    expect(readConfig({ NODE_ENV: 'development' }).database.kind).toBe('embedded');
  });
});
