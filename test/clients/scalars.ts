/** The TypeScript type of each scalar: amounts and instants stay text, because numbers would lose digits. */
export type Scalars = {
  Decimal: string;
  DateTime: string;
  Date: string;
  UUID: string;
  CountryCode: string;
  CurrencyCode: string;
  Duration: string;
  JSON: unknown;
  Upload: File;
};

/** The same for a code generator. */
export const scalarTypes = {
  Decimal: 'string',
  DateTime: 'string',
  Date: 'string',
  UUID: 'string',
  CountryCode: 'string',
  CurrencyCode: 'string',
  Duration: 'string',
  JSON: 'unknown',
  Upload: 'File',
} as const satisfies Record<keyof Scalars, string>;
