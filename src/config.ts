import { z } from 'zod';

/*
 * | Variable             | Default                        | Meaning                                                        |
 * |----------------------|--------------------------------|----------------------------------------------------------------|
 * | `PORT`               | `4000`                         | 0 takes any free port                                          |
 * | `HOST`               | `127.0.0.1`; `0.0.0.0` with a server database | the address to listen on                        |
 * | `DATABASE_URL`       | the embedded store             | a PostgreSQL server: `postgres://user:password@host/database`  |
 * | `DATABASE_POOL_SIZE` | `10`                           | connections to the server, per replica                         |
 * | `DATA_DIR`           | `.data`                        | where the embedded store lives                                 |
 * | `SIGNING_KEY`        | made once, kept in the store   | the RSA key that signs tokens, as PKCS8 PEM; `\n` may stand for a line break |
 * | `TOKEN_ISSUER`       | `tollgate`                     | `iss` of our tokens                                            |
 * | `TOKEN_AUDIENCE`     | `tollgate`                     | `aud` of our tokens                                            |
 * | `OUTSIDE_ISSUER`     | none                           | `iss` of an issuer whose tokens are accepted too               |
 * | `OUTSIDE_JWKS_URL`   | none                           | where that issuer publishes its keys                           |
 * | `OUTSIDE_AUDIENCE`   | `TOKEN_AUDIENCE`               | `aud` that its tokens must have                                |
 * | `CORS_ORIGINS`       | none                           | origins that browsers may call from, separated by commas; `*` for any |
 * | `GRAPHQL_INTROSPECTION` | `true`                      | `false` does not show the GraphQL schema                       |
 * | `PERSISTED_DOCUMENTS` | none                          | a JSON file of GraphQL documents by their SHA-256              |
 * | `PERSISTED_DOCUMENTS_ONLY` | `false`                  | `true` executes no other GraphQL documents                     |
 * | `VIES_ENABLED`       | `false`                        | `true` asks the EU's register of VAT numbers                   |
 * | `VIES_REQUESTER`     | none                           | your own VAT number with its prefix; VIES then gives consultation numbers |
 * | `VIES_URL`           | that of the EU                 | the REST API of VIES, for a proxy or a test service            |
 * | `HMRC_CLIENT_ID`     | none                           | with `HMRC_CLIENT_SECRET`: asks the register of the United Kingdom |
 * | `HMRC_CLIENT_SECRET` | none                           | the secret of the application at HMRC                          |
 * | `HMRC_REQUESTER`     | none                           | your own UK VAT number; HMRC then gives consultation numbers   |
 * | `HMRC_URL`           | that of HMRC                   | `https://test-api.service.hmrc.gov.uk` is its sandbox          |
 * | `REGISTER_TIMEOUT_MS` | `6000`                        | how long a register may take to answer                         |
 * | `LOG_LEVEL`          | `info`                         | `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent` |
 */

export type AuthConfig = {
  /** PKCS8 PEM; null: a key of the store. */
  readonly signingKey: string | null;
  readonly issuer: string;
  readonly audience: string;
  readonly outside: { readonly issuer: string; readonly jwksUrl: string; readonly audience: string } | null;
};

export type DatabaseConfig =
  | { readonly kind: 'embedded'; readonly place: { readonly kind: 'directory'; readonly directory: string } }
  | { readonly kind: 'server'; readonly url: string; readonly poolSize: number };

/** The registers of tax numbers that are asked; null for one that is off. */
export type RegistersConfig = {
  readonly vies: {
    readonly url: string;
    readonly requester: { readonly memberState: string; readonly number: string } | null;
  } | null;
  readonly hmrc: {
    readonly url: string;
    readonly clientId: string;
    readonly clientSecret: string;
    readonly requester: string | null;
  } | null;
  readonly timeoutMs: number;
};

export type Config = {
  readonly port: number;
  readonly host: string;
  readonly database: DatabaseConfig;
  readonly auth: AuthConfig;
  readonly registers: RegistersConfig;
  readonly corsOrigins: readonly string[];
  readonly graphql: {
    readonly introspection: boolean;
    /** A file of documents; null for none. */
    readonly persistedDocuments: string | null;
    readonly persistedOnly: boolean;
  };
  readonly logLevel: string;
};

/** Reads the environment; throws one error that names every fault. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== '');
  const result = variables.safeParse(Object.fromEntries(given));
  if (!result.success) throw new Error(faultsOf(result.error));
  return toConfig(result.data);
}

function integer(from: number, to: number) {
  const message = `must be a whole number from ${from} to ${to}.`;
  return z
    .string()
    .trim()
    .regex(/^\d+$/, message)
    .transform(Number)
    .refine((value) => value >= from && value <= to, message);
}

function url(protocols: RegExp, message: string) {
  return z
    .string()
    .trim()
    .refine((text) => URL.canParse(text) && protocols.test(new URL(text).protocol), message);
}

const text = z.string().trim();

/** Secrets and numbers go there: only over TLS, or to this very machine. */
const registerUrl = text
  .refine((address) => isSafe(address), 'must be an https URL; http will do for localhost alone.')
  .transform((address) => address.replace(/\/+$/, ''));

function isSafe(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname));
}

const withoutBlanks = text.transform((number) => number.toUpperCase().replaceAll(/[\s.-]/g, ''));

const flag = z.enum(['true', 'false'], { error: 'must be true or false.' });

const variables = z
  .object({
    PORT: integer(0, 65_535).default(4000),
    HOST: text.optional(),
    DATABASE_URL: url(/^postgres(ql)?:$/, 'must look like postgres://user:password@host:5432/database.').optional(),
    DATABASE_POOL_SIZE: integer(1, 500).default(10),
    DATA_DIR: text.default('.data'),
    SIGNING_KEY: z
      .string()
      .transform((pem) => pem.replaceAll('\\n', '\n').trim())
      .refine(
        (pem) => /^-----BEGIN PRIVATE KEY-----[\s\S]+-----END PRIVATE KEY-----$/.test(pem),
        'must be a PKCS8 PEM, which begins with -----BEGIN PRIVATE KEY-----.',
      )
      .optional(),
    TOKEN_ISSUER: text.default('tollgate'),
    TOKEN_AUDIENCE: text.default('tollgate'),
    OUTSIDE_ISSUER: text.optional(),
    OUTSIDE_JWKS_URL: url(/^https?:$/, 'must be an http or https URL.').optional(),
    OUTSIDE_AUDIENCE: text.optional(),
    CORS_ORIGINS: text.optional(),
    GRAPHQL_INTROSPECTION: flag.default('true'),
    PERSISTED_DOCUMENTS: text.optional(),
    PERSISTED_DOCUMENTS_ONLY: flag.default('false'),
    VIES_ENABLED: flag.default('false'),
    VIES_REQUESTER: withoutBlanks
      .refine((number) => /^[A-Z]{2}[0-9A-Z+*]{2,12}$/.test(number), 'must be a VAT number with its prefix.')
      .optional(),
    VIES_URL: registerUrl.default('https://ec.europa.eu/taxation_customs/vies/rest-api'),
    HMRC_CLIENT_ID: text.optional(),
    HMRC_CLIENT_SECRET: text.optional(),
    HMRC_REQUESTER: withoutBlanks
      .transform((number) => number.replace(/^GB/, ''))
      .refine((number) => /^\d{9}(\d{3})?$/.test(number), 'must be a UK VAT number of 9 or 12 digits.')
      .optional(),
    HMRC_URL: registerUrl.default('https://api.service.hmrc.gov.uk'),
    REGISTER_TIMEOUT_MS: integer(100, 60_000).default(6000),
    LOG_LEVEL: z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
        error: 'must be fatal, error, warn, info, debug, trace or silent.',
      })
      .default('info'),
  })
  .superRefine((values, ctx) => {
    if ((values.OUTSIDE_ISSUER === undefined) !== (values.OUTSIDE_JWKS_URL === undefined)) {
      const missing = values.OUTSIDE_ISSUER === undefined ? 'OUTSIDE_ISSUER' : 'OUTSIDE_JWKS_URL';
      ctx.addIssue({ code: 'custom', path: [missing], message: 'is missing: issuer and JWKS URL belong together.' });
    }
    if (values.OUTSIDE_ISSUER === values.TOKEN_ISSUER) {
      ctx.addIssue({ code: 'custom', path: ['OUTSIDE_ISSUER'], message: 'must differ from TOKEN_ISSUER.' });
    }
    if (values.PERSISTED_DOCUMENTS_ONLY === 'true' && values.PERSISTED_DOCUMENTS === undefined) {
      const message = 'is missing: with PERSISTED_DOCUMENTS_ONLY nothing could be executed.';
      ctx.addIssue({ code: 'custom', path: ['PERSISTED_DOCUMENTS'], message });
    }
    if (values.VIES_REQUESTER !== undefined && values.VIES_ENABLED === 'false') {
      ctx.addIssue({ code: 'custom', path: ['VIES_REQUESTER'], message: 'has no effect unless VIES_ENABLED is true.' });
    }
    if ((values.HMRC_CLIENT_ID === undefined) !== (values.HMRC_CLIENT_SECRET === undefined)) {
      const missing = values.HMRC_CLIENT_ID === undefined ? 'HMRC_CLIENT_ID' : 'HMRC_CLIENT_SECRET';
      ctx.addIssue({ code: 'custom', path: [missing], message: 'is missing: client id and secret belong together.' });
    }
    for (const origin of origins(values.CORS_ORIGINS)) {
      if (origin === '*' || (URL.canParse(origin) && new URL(origin).origin === origin)) continue;
      const message = `must list origins such as https://shop.example.com, or *; ${origin} is none.`;
      ctx.addIssue({ code: 'custom', path: ['CORS_ORIGINS'], message });
    }
  });

function toConfig(values: z.output<typeof variables>): Config {
  const isEmbedded = values.DATABASE_URL === undefined;
  const { OUTSIDE_ISSUER, OUTSIDE_JWKS_URL } = values;
  return {
    port: values.PORT,
    host: values.HOST ?? (isEmbedded ? '127.0.0.1' : '0.0.0.0'),
    database:
      values.DATABASE_URL === undefined
        ? { kind: 'embedded', place: { kind: 'directory', directory: values.DATA_DIR } }
        : { kind: 'server', url: values.DATABASE_URL, poolSize: values.DATABASE_POOL_SIZE },
    auth: {
      signingKey: values.SIGNING_KEY ?? null,
      issuer: values.TOKEN_ISSUER,
      audience: values.TOKEN_AUDIENCE,
      outside:
        OUTSIDE_ISSUER === undefined || OUTSIDE_JWKS_URL === undefined
          ? null
          : {
              issuer: OUTSIDE_ISSUER,
              jwksUrl: OUTSIDE_JWKS_URL,
              audience: values.OUTSIDE_AUDIENCE ?? values.TOKEN_AUDIENCE,
            },
    },
    registers: registersOf(values),
    corsOrigins: origins(values.CORS_ORIGINS),
    graphql: {
      introspection: values.GRAPHQL_INTROSPECTION === 'true',
      persistedDocuments: values.PERSISTED_DOCUMENTS ?? null,
      persistedOnly: values.PERSISTED_DOCUMENTS_ONLY === 'true',
    },
    logLevel: values.LOG_LEVEL,
  };
}

function registersOf(values: z.output<typeof variables>): RegistersConfig {
  const { HMRC_CLIENT_ID: clientId, HMRC_CLIENT_SECRET: clientSecret, VIES_REQUESTER } = values;
  const requester = VIES_REQUESTER
    ? { memberState: VIES_REQUESTER.slice(0, 2), number: VIES_REQUESTER.slice(2) }
    : null;
  return {
    vies: values.VIES_ENABLED === 'true' ? { url: values.VIES_URL, requester } : null,
    hmrc:
      clientId === undefined || clientSecret === undefined
        ? null
        : { url: values.HMRC_URL, clientId, clientSecret, requester: values.HMRC_REQUESTER ?? null },
    timeoutMs: values.REGISTER_TIMEOUT_MS,
  };
}

function origins(list: string | undefined): string[] {
  return (list ?? '').split(',').flatMap((origin) => origin.trim() || []);
}

function faultsOf(error: z.ZodError): string {
  const faults = error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`);
  return ['The environment has faults:', ...faults].join('\n');
}
