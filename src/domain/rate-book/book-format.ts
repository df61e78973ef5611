import { z } from 'zod';
import { usLevels } from '../../tax/model/place.ts';
import { version as engine } from '../base/version.ts';
import { bookCells, bookRows } from './fact-rows.ts';

/*
 * The files of a rate book, as bundled with a release of the gateway and published between releases. Unknown members
 * are permitted: if the new members of a book change a tax, `minimumEngine` is the oldest release that reads them.
 */

/** The version of the rate book format. Increase it for a change that older gateways would misread. */
const bookFormat = 1;

/** Whether a version such as `2027.01.1` or `0.2.0` is later than another. */
export function isLaterVersion(one: string, other: string): boolean {
  const [left, right] = [one, other].map((version) => (version.match(/\d+/g) ?? []).map(Number));
  const index = Array.from({ length: Math.max(left!.length, right!.length) }).findIndex((_, at) => {
    return (left![at] ?? 0) !== (right![at] ?? 0);
  });
  return index >= 0 && (left![index] ?? 0) > (right![index] ?? 0);
}

/** Why this gateway release cannot read a book; null if it can. */
export function unreadableBook({
  version,
  format,
  minimumEngine,
}: {
  version: string;
  format: number;
  minimumEngine: string;
}): string | null {
  if (format <= bookFormat && !isLaterVersion(minimumEngine, engine)) return null;
  return `The rate book ${version} has format ${format} and requires Tollgate ${minimumEngine} or later. This is Tollgate ${engine}, which reads format ${bookFormat}.`;
}

const { text, texts, day, decimal, dated } = bookCells;
/** Kind and name of the source; books from early releases have only the name. */
const source = z.union([z.tuple([text, text]), text]);
/** Index into the sources of the same file. */
const sourceIndex = z.number().int().min(0);
const columns = <const Columns extends [z.ZodType, ...z.ZodType[]]>(...of: Columns) => z.tuple(of).rest(z.unknown());

/** Rate as a fraction, first day, last day, source, and any uncertainty. */
const rateOf = (cited: z.ZodType) => columns(decimal, day.nullable(), day.nullable(), cited);

const stateFile = z.looseObject({
  state: z.looseObject({
    code: z.string().length(2),
    name: text,
    fips: text,
    asOf: day,
    sourcing: text,
    levies: text,
    gaps: z.array(texts),
    localRateCap: decimal.nullable(),
    historyFrom: day.nullable(),
  }),
  sources: z.array(source),
  jurisdictions: z.array(
    columns(
      text, // id
      z.enum(usLevels),
      text, // name
      text, // code
      text.nullable(), // FIPS code
      text.nullable(), // county
      z.enum(['add', 'replaces_county', 'replaces_all']),
      day.nullable(), // introduction of the tax
      z.array(rateOf(sourceIndex)),
    ),
  ),
  /** ZIP code, place, county, city, districts, precision, further counties. */
  zips: z.array(
    columns(z.string().regex(/^\d{5}$/), text.nullable(), text.nullable(), text.nullable(), texts, text, texts),
  ),
  counties: z.array(columns(text, text, text.nullable())),
  aliases: z.array(columns(text, text)),
  cityDistricts: z.array(columns(text, texts, sourceIndex)).optional(),
  taxability: z.array(bookRows.taxability.extend({ source: sourceIndex })),
  holidays: z.array(bookRows.holiday.extend({ source: sourceIndex })),
  singleItemCaps: z.array(bookRows.cap.extend({ source: sourceIndex })),
  nexus: z.array(bookRows.threshold.extend({ source: sourceIndex })),
  remoteSellerRate: z.looseObject({ program: text, rate: decimal, from: day, source: sourceIndex }).optional(),
});

const bookHead = z.looseObject({
  /** Books without this member have format 1. */
  format: z.number().int().min(1).optional(),
  version: z
    .string()
    .regex(/^\d+(?:[.-]\d+)*$/)
    .max(40),
  asOf: day,
  /** The oldest gateway release that reads the book correctly. */
  minimumEngine: z
    .string()
    .regex(/^\d+\.\d+\.\d+$/)
    .optional(),
});

const { frequencies } = bookRows.dueDay.shape;
/** A place's rules for filing returns. */
const filingTerms = z.looseObject({ country: text, state: text.optional(), frequencies, ...dated });

const otherFiles = {
  'book.json': bookHead,
  'verified.json': z.looseObject({ asOf: day, days: z.record(z.string(), day) }),
  'us-delivery.json': z.looseObject({
    asOf: day,
    rules: z.array(bookRows.delivery.extend({ state: text, source })),
  }),
  'us-delivery-fees.json': z.looseObject({
    asOf: day,
    fees: z.array(
      z.looseObject({ state: text, name: text, amounts: z.array(columns(decimal, day, day.nullable(), source)) }),
    ),
  }),
  'us-exemption-reasons.json': z.looseObject({
    sources: z.array(source),
    rows: z.array(
      z.looseObject({ reason: text, acceptance: text, source: sourceIndex, states: z.union([texts, text]) }),
    ),
  }),
  'global/countries.json': z.looseObject({
    asOf: day,
    /** Alpha-2 and alpha-3 code, name, tax, currency, EU membership, inclusive prices, taxation, notice, rates. */
    countries: z.array(
      columns(
        ...([text, text, text, text, text, z.boolean(), z.boolean(), text, texts.nullable()] as const),
        z.array(rateOf(source)),
      ),
    ),
    notCovered: z.array(texts),
  }),
  'global/regions.json': z.looseObject({
    asOf: day,
    regions: z.array(
      z.looseObject({
        id: text,
        country: text,
        name: text,
        how: text,
        source,
        rates: z.array(rateOf(source)).optional(),
      }),
    ),
  }),
  'global/category-rates.json': z.looseObject({
    asOf: day,
    rates: z.array(bookRows.categoryRate.extend({ country: text, source })),
  }),
  'due-days.json': z.looseObject({
    dueDays: z.array(bookRows.dueDay.extend({ country: text, state: text.optional(), source })),
  }),
  'filing-discounts.json': z.looseObject({
    discounts: z.array(
      filingTerms.extend({
        tiers: z.array(z.union([z.tuple([decimal]), z.tuple([decimal, decimal])])),
        levels: z.enum(['STATE', 'ALL']),
        atLeast: decimal.optional(),
        atMost: decimal.optional(),
        atMostPerMonth: decimal.optional(),
        localRate: decimal.optional(),
        condition: text.optional(),
        source,
      }),
    ),
    prepayments: z.array(filingTerms.extend({ rule: text, source })),
  }),
  'planned-changes.json': z.looseObject({
    changes: z.array(z.looseObject({ country: text, from: day, rate: decimal, plan: text, source, readOn: day })),
  }),
  'global/imports.json': z.looseObject({
    asOf: day,
    goods: z.array(z.looseObject({ country: text, currency: text, per: text, source, ...dated })),
    services: z.array(z.looseObject({ country: text, sentence: text, source, ...dated })),
  }),
  'global/nexus.json': z.looseObject({
    asOf: day,
    thresholds: z.array(bookRows.thresholdAbroad.extend({ country: text, sellers: text, source })),
  }),
  'global/vat-numbers.json': z.looseObject({ source, formats: z.array(columns(text, text.nullable(), texts)) }),
  'tax-codes.json': z.looseObject({
    codes: z.array(columns(text, text, z.string(), text, text)),
    categories: z.array(columns(text)),
    conditions: z.record(z.string(), z.unknown()),
  }),
};
type FileName = keyof typeof otherFiles;

/** The first errors in a rate book file; empty for files without a fixed format. */
export function bookFileFaults(name: string, content: unknown): string[] {
  const form = name.startsWith('us/') ? stateFile : otherFiles[name as FileName];
  const issues = form?.safeParse(content).error?.issues ?? [];
  return issues.slice(0, 5).map(({ path, message }) => `${name}: ${path.join('.')}: ${message}`);
}

const laterFiles: readonly string[] = ['planned-changes.json', 'due-days.json', 'filing-discounts.json'];
/** Excludes files that were added after the first releases. */
export const requiredBookFiles: readonly string[] = Object.keys(otherFiles).filter(
  (name) => !laterFiles.includes(name),
);

const digest = z.string().length(43).meta({ description: 'SHA-256 in base64url.' });

const releaseHead = z.object({
  kind: z.literal('tollgate-rates'),
  format: z.number().int().min(1),
  version: bookHead.shape.version,
  asOf: day,
  minimumEngine: bookHead.shape.minimumEngine.unwrap(),
  /** Covers all files: for each file, its name, a line feed, its text and a line feed. */
  digest,
  /** Keyed by ISO 3166 code: `US-MN`, `DE`. */
  places: z.record(z.string(), z.object({ asOf: day, sources: texts, digest })),
});
export type ReleaseHead = z.output<typeof releaseHead>;

/** The content of a file such as `tollgate-rates-2027.01.1.json.gz`. */
export const releaseFile = z.object({
  head: releaseHead,
  signature: z.object({
    /** The first 16 characters of the SHA-256 of the public key, in base64url. */
    keyId: z.string().length(16),
    /** Ed25519 signature of the head as compact JSON, in base64. */
    value: z.string().length(88),
  }),
  // The digest of a book joins names and texts with line feeds, so a name must not contain a line feed.
  files: z
    .record(z.string().regex(/^(?:[\w-]+\/)*[\w-]+\.json$/), z.string())
    .meta({ description: 'The text of each file, by file name.' }),
});

/** The JSON Schema of release files, with the schema of each file in `contentSchema`. */
export function releaseSchema(): object {
  const { $schema, ...schema } = z.toJSONSchema(releaseFile);
  const contentOf = (form: z.ZodType) => {
    const { $schema: _, ...contentSchema } = z.toJSONSchema(form);
    return { type: 'string', contentMediaType: 'application/json', contentSchema };
  };
  const files = {
    type: 'object',
    required: requiredBookFiles,
    properties: Object.fromEntries(Object.entries(otherFiles).map(([name, form]) => [name, contentOf(form)])),
    patternProperties: { '^us/[A-Z]{2}\\.json$': contentOf(stateFile) },
    additionalProperties: { type: 'string' },
  };
  return {
    $schema,
    title: `Rate book of Tollgate, format ${bookFormat}`,
    ...schema,
    properties: { ...schema.properties, files },
  };
}
