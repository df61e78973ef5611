import { GraphQLError, Kind, type ValueNode } from 'graphql';
import { isDuration } from '../../domain/account/test-clock.ts';
import { readNumber, toDecimalText } from '../../domain/base/amount.ts';
import { serviceIdInput } from '../../domain/base/fields.ts';
import { isCalendarDay, parseTimestamp } from '../../domain/base/timestamps.ts';
import { builder } from './builder.ts';
import { uploadScalar } from './upload.ts';

// Scalars check only the form of a value. The schema of the input checks the rest, such as whether a currency exists.

/** Marks scalars whose strings compiled queries pass through unchanged. */
const isText = { isText: true } as const;

builder.scalarType('Decimal', {
  description:
    'An exact decimal number, returned as a string, such as `"12.50"` or `"0.0825"`, to avoid floating-point errors. Amounts have at least the decimal places of their currency. Inputs can be strings or numbers.',
  specifiedByURL: 'https://www.w3.org/TR/xmlschema11-2/#decimal',
  extensions: isText,
  serialize: asIs,
  parseValue: parseDecimal,
  parseLiteral: (node) => parseDecimal(isNumeric(node) || node.kind === Kind.STRING ? node.value : null),
});
builder.scalarType('DateTime', {
  description: 'A time in UTC, in ISO 8601 format, such as `2026-06-15T12:00:00.000Z`.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339',
  serialize: (instant) => instant.toISOString(),
  parseValue: (value) => {
    const timestamp = typeof value === 'string' ? parseTimestamp(value) : null;
    if (!timestamp) throw invalid('DateTime', 'an instant, such as "2026-06-15T12:00:00Z"');
    return timestamp.at;
  },
});
builder.scalarType('JSON', {
  description: 'Any JSON value.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259',
  serialize: (value) => value,
});
builder.scalarType('Upload', uploadScalar);
addText('Date', {
  description: 'A calendar day without a time or time zone: `2026-06-15`.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339',
  expected: 'a calendar day, such as "2026-06-15"',
  read: (text) => (/^\d{4}-\d{2}-\d{2}$/.test(text) && isCalendarDay(text) ? text : null),
});
addText('Duration', {
  description: 'A duration in ISO 8601: `P30D`, `P1M`, `PT12H`. A leading minus makes it negative: `-P1D`.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339#appendix-A',
  expected: 'an ISO 8601 duration, such as "P30D"',
  read: (text) => (isDuration(text) ? text : null),
});
addText('UUID', {
  description:
    'The id this service assigned to a record: `0197a3c2-7d0e-7cc0-8000-3f2a5b8c9d1e`. Inputs are case-insensitive.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc9562',
  expected: 'the serviceId of a record, such as "0197a3c2-7d0e-7cc0-8000-3f2a5b8c9d1e", not its externalId',
  read: (text) => serviceIdInput.safeParse(text).data ?? null,
});
addText('CountryCode', {
  description:
    'A country by its ISO 3166-1 alpha-2 code: `US`, `DE`. In addition, `EU` means the other member states of the European Union together, and `XI` is Northern Ireland where it follows EU VAT law.',
  specifiedByURL: 'https://www.iso.org/iso-3166-country-codes.html',
  expected: 'a two-letter country code, such as "US"',
  read: (text) => (/^[a-z]{2}$/i.test(text) ? text.toUpperCase() : null),
});
addText('CurrencyCode', {
  description: 'A currency by its ISO 4217 code: `USD`, `EUR`.',
  specifiedByURL: 'https://www.iso.org/iso-4217-currency-codes.html',
  expected: 'a three-letter currency code, such as "USD"',
  read: (text) => (/^[a-z]{3}$/i.test(text) ? text.toUpperCase() : null),
});

type TextScalar = {
  readonly description: string;
  readonly specifiedByURL: string;
  readonly expected: string;
  /** The parsed text; null if the text does not have the form of the scalar. */
  read(text: string): string | null;
};

function addText(
  name: 'Date' | 'Duration' | 'UUID' | 'CountryCode' | 'CurrencyCode',
  { description, specifiedByURL, expected, read }: TextScalar,
): void {
  builder.scalarType(name, {
    description,
    specifiedByURL,
    extensions: isText,
    serialize: asIs,
    parseValue: (value) => {
      const text = typeof value === 'string' ? read(value) : null;
      if (text === null) throw invalid(name, expected);
      return text;
    },
  });
}

/** Records contain the final text, so no conversion is needed. */
function asIs(text: string): string {
  return text;
}

function parseDecimal(value: unknown): string {
  const number = readNumber(value);
  if (!number) throw invalid('Decimal', 'a number, such as 12.5');
  return toDecimalText(number);
}

function isNumeric(node: ValueNode) {
  return node.kind === Kind.INT || node.kind === Kind.FLOAT;
}

function invalid(scalar: string, expected: string): GraphQLError {
  return new GraphQLError(`${scalar} must be ${expected}.`);
}
