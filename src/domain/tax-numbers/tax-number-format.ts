/** The format of a country's tax numbers, in upper case without blanks, dots, hyphens or slashes. */
export type TaxNumberFormat = {
  readonly prefix: string | null;
  /** Regular expressions; at least one must match. */
  readonly patterns: readonly string[];
  /** Whether the EU's VIES register covers these numbers. */
  readonly isInVies: boolean;
};

/** The result of checking the format and checksum of a tax number, without querying a register. */
export type TaxNumberCheck = {
  /** Alpha-2 code of the issuer (France for Monaco); `XI` for Northern Ireland. */
  readonly country: string;
  /** The number with its prefix, in the issuer's spelling. */
  readonly number: string;
  readonly isValid: boolean;
  /** The error; null if the number may be valid. */
  readonly issue: 'FORM' | 'CHECKSUM' | null;
  /** Whether a checksum was verified. Not every country has or publishes a checksum. */
  readonly hasChecksum: boolean;
};
