/** What each scalar is in TypeScript: amounts and instants stay text, since a number would lose digits. */
export type Scalars = {
  Decimal: string;
  DateTime: string;
  Date: string;
  UUID: string;
  CountryCode: string;
  CurrencyCode: string;
  JSON: unknown;
  Upload: File;
};

/** The same for a generator. */
export const scalarTypes = {
  Decimal: 'string',
  DateTime: 'string',
  Date: 'string',
  UUID: 'string',
  CountryCode: 'string',
  CurrencyCode: 'string',
  JSON: 'unknown',
  Upload: 'File',
} as const satisfies Record<keyof Scalars, string>;
