import { z } from 'zod';

const text = z.string().trim();
const flag = z.stringbool({ truthy: ['true'], falsy: ['false'], case: 'sensitive', error: 'must be true or false.' });
const vatNumber = text.transform((number) => number.toUpperCase().replaceAll(/[\s.-]/g, ''));
const isOrigin = (origin: string) => origin === '*' || (URL.canParse(origin) && new URL(origin).origin === origin);

function integer(from: number, to: number) {
  const message = `must be a whole number from ${from} to ${to}.`;
  const isInRange = (value: number) => value >= from && value <= to;
  return text.regex(/^\d+$/, message).transform(Number).refine(isInRange, message);
}

/** Register URLs receive secrets and VAT numbers, so they need TLS unless they are on localhost. */
const registerUrl = z
  .union(
    [z.url({ protocol: /^https$/ }), z.url({ protocol: /^http$/, hostname: /^(localhost|127\.0\.0\.1|\[::1\])$/ })],
    {
      error: 'must be an https URL; http is allowed for localhost only.',
    },
  )
  .transform((url) => url.replace(/\/+$/, ''));

/**
 * Plain HTTP is enough: an attacker on the network could delay a new rate book but not alter it, because rate books are
 * signed.
 */
const releaseUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https URL.' });

const publicKeys = text
  .transform((list) => list.split(',').flatMap((key) => key.trim() || []))
  .refine((keys) => keys.every((key) => /^MCowBQYDK2VwAyEA[\w+/]{43}=$/.test(key)), {
    error: 'must list Ed25519 public keys, each as SPKI in base64, separated by commas.',
  });

const origins = text
  .transform((list) => list.split(',').flatMap((origin) => origin.trim() || []))
  .superRefine((list, ctx) => {
    for (const origin of list.filter((origin) => !isOrigin(origin))) {
      ctx.addIssue(`must list origins such as https://shop.example.com, or *; ${origin} is not an origin.`);
    }
  });

const otlpUrl = z.url({ protocol: /^https?$/, error: 'must be a URL such as http://localhost:4318.' });
const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
];

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** The environment variables listed in config/README.md. */
export const variables = z
  .object({
    PORT: integer(0, 65_535).default(4000),
    HOST: text.optional(),
    WORKERS: integer(1, 64).default(1),
    PUBLIC_URL: text
      .refine((url) => isOrigin(url) && /^https?:/.test(url), 'must be an origin such as https://tax.example.com.')
      .optional(),
    DATABASE_URL: z
      .url({ protocol: /^postgres(ql)?$/, error: 'must look like postgres://user:password@host:5432/database.' })
      .optional(),
    DATABASE_POOL_SIZE: integer(1, 500).optional(),
    DATABASE_START_TIMEOUT: integer(0, 3_600).default(60),
    PREPARED_STATEMENTS: flag.default(true),
    SHUTDOWN_GRACE_MS: integer(0, 600_000).optional(),
    KEEP_ALIVE_TIMEOUT_MS: integer(1_000, 3_600_000).default(65_000),
    REQUESTS_PER_MINUTE: integer(0, 1_000_000_000).default(60_000),
    COST_PER_MINUTE: integer(0, 1_000_000_000).default(60_000_000),
    METRICS_PORT: integer(1, 65_535).optional(),
    METRICS_HOST: text.default('127.0.0.1'),
    DATA_DIR: text.optional(),
    DEMO: flag.default(true),
    NODE_ENV: text.optional(),
    SIGNING_KEY: z
      .string()
      .transform((pem) => pem.replaceAll('\\n', '\n').trim())
      .refine((pem) => /^-----BEGIN PRIVATE KEY-----[\s\S]+-----END PRIVATE KEY-----$/.test(pem), {
        error: 'must be a PKCS8 PEM, which starts with -----BEGIN PRIVATE KEY-----.',
      })
      .optional(),
    KEY_ENCRYPTION_KEY: text
      .transform((base64) => Uint8Array.from(Buffer.from(base64, 'base64')))
      .refine(
        ({ length }) => length === 32,
        'must be 32 bytes in base64, such as the output of `openssl rand -base64 32`.',
      )
      .optional(),
    TOKEN_ISSUER: text.default('tollgate'),
    TOKEN_AUDIENCE: text.default('tollgate'),
    OUTSIDE_ISSUER: text.optional(),
    OUTSIDE_JWKS_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https URL.' }).optional(),
    OUTSIDE_AUDIENCE: text.optional(),
    CONSOLE_CLIENT_ID: text.optional(),
    CONSOLE_SCOPE: text.default('openid'),
    TRUST_PROXY: integer(0, 10).default(0),
    CORS_ORIGINS: origins.default([]),
    GRAPHQL_INTROSPECTION: flag.default(true),
    GRAPHQL_SUBGRAPH: flag.default(false),
    PERSISTED_DOCUMENTS: text.optional(),
    PERSISTED_DOCUMENTS_ONLY: flag.default(false),
    VIES_ENABLED: flag.default(false),
    VIES_REQUESTER: vatNumber
      .refine((number) => /^[A-Z]{2}[0-9A-Z+*]{2,12}$/.test(number), 'must be a VAT number with its country prefix.')
      .optional(),
    VIES_URL: registerUrl.default('https://ec.europa.eu/taxation_customs/vies/rest-api'),
    HMRC_CLIENT_ID: text.optional(),
    HMRC_CLIENT_SECRET: text.optional(),
    HMRC_REQUESTER: vatNumber
      .transform((number) => number.replace(/^GB/, ''))
      .refine((number) => /^\d{9}(\d{3})?$/.test(number), 'must be a UK VAT number of 9 or 12 digits.')
      .optional(),
    HMRC_URL: registerUrl.default('https://api.service.hmrc.gov.uk'),
    RATES_URL: releaseUrl.optional(),
    RATES_AUTOMATIC: flag.default(false),
    RATES_PUBLIC_KEYS: publicKeys.default([]),
    REGISTER_TIMEOUT_MS: integer(100, 60_000).default(6000),
    WEBHOOK_PRIVATE_TARGETS: flag.default(false),
    OTEL_EXPORTER_OTLP_ENDPOINT: otlpUrl.optional(),
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: otlpUrl.optional(),
    OTEL_EXPORTER_OTLP_PROTOCOL: text.optional(),
    OTEL_EXPORTER_OTLP_HEADERS: text.optional(),
    OTEL_SERVICE_NAME: text.optional(),
    OTEL_TRACES_SAMPLER: text.optional(),
    OTEL_TRACES_SAMPLER_ARG: text.optional(),
    OTEL_SDK_DISABLED: text.optional(),
    LOG_LEVEL: z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}.` }).default('info'),
  })
  .superRefine((values, ctx) => {
    const refuse = (name: keyof typeof values, message: string) =>
      ctx.addIssue({ code: 'custom', path: [name], message });
    const requireTogether = (one: keyof typeof values, other: keyof typeof values) => {
      const missing = [one, other].filter((name) => values[name] === undefined);
      if (missing.length === 1) refuse(missing[0]!, `is missing: set ${one} and ${other} together.`);
    };
    if (values.NODE_ENV === 'production' && values.DATABASE_URL === undefined && values.DATA_DIR === undefined) {
      refuse(
        'DATABASE_URL',
        'is required when NODE_ENV is production; to use an embedded store in production, set DATA_DIR.',
      );
    }
    if (values.WORKERS > 1 && values.DATABASE_URL === undefined) {
      refuse('WORKERS', 'must be 1 with an embedded store, which only one process can open: set DATABASE_URL.');
    }
    requireTogether('OUTSIDE_ISSUER', 'OUTSIDE_JWKS_URL');
    if (values.CONSOLE_CLIENT_ID !== undefined && values.OUTSIDE_ISSUER === undefined) {
      refuse('CONSOLE_CLIENT_ID', 'has no effect without OUTSIDE_ISSUER, the issuer of this client.');
    }
    requireTogether('HMRC_CLIENT_ID', 'HMRC_CLIENT_SECRET');
    if (values.OUTSIDE_ISSUER === values.TOKEN_ISSUER) refuse('OUTSIDE_ISSUER', 'must differ from TOKEN_ISSUER.');
    if (values.RATES_AUTOMATIC && values.RATES_URL === undefined) {
      refuse('RATES_AUTOMATIC', 'has no effect without RATES_URL.');
    }
    if (values.PERSISTED_DOCUMENTS_ONLY && values.PERSISTED_DOCUMENTS === undefined) {
      refuse('PERSISTED_DOCUMENTS', 'is required when PERSISTED_DOCUMENTS_ONLY is true.');
    }
    if (isTraced(values)) checkTracing(values, refuse);
    if (values.VIES_REQUESTER !== undefined && !values.VIES_ENABLED) {
      refuse('VIES_REQUESTER', 'has no effect unless VIES_ENABLED is true.');
    }
  });

export type Variables = z.output<typeof variables>;

type TracingVariables = Partial<Record<`OTEL_${string}`, string | undefined>>;

export function isTraced(values: TracingVariables): boolean {
  const isDisabled = values.OTEL_SDK_DISABLED?.toLowerCase() === 'true';
  return !isDisabled && (values.OTEL_EXPORTER_OTLP_ENDPOINT ?? values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) !== undefined;
}

/** Checked only if tracing is on; otherwise these variables may be meant for other programs. */
function checkTracing(values: TracingVariables, refuse: (name: keyof Variables, message: string) => void): void {
  const { OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: share } = values;
  if (values.OTEL_EXPORTER_OTLP_PROTOCOL === 'grpc') {
    refuse('OTEL_EXPORTER_OTLP_PROTOCOL', 'must be http/json: spans are sent over HTTP, usually to port 4318.');
  }
  if (sampler !== undefined && !samplers.includes(sampler)) {
    refuse('OTEL_TRACES_SAMPLER', `must be one of ${samplers.join(', ')}.`);
  }
  if (share !== undefined && !/^(0(\.\d+)?|1(\.0+)?)$/.test(share)) {
    refuse('OTEL_TRACES_SAMPLER_ARG', 'must be a fraction from 0 to 1, such as 0.1.');
  }
}
