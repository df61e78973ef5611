/** A complete rate book without layers: bundled with a gateway release, or installed from a file. */
export type BookName = {
  readonly version: string;
  /** SHA-256 of the book's files, in base64url. */
  readonly digest: string;
};

/** The newest version format that this release reads: format 2 adds the book under the layers, and corrected facts. */
export const versionFormat = 2;

/** A rate book version created by an import or update; 0 is the bundled data, which is not stored. */
export type RateBookVersion = {
  readonly number: number;
  readonly createdAt: Date;
  /** A description of the import. */
  readonly note: string;
  /** All layers over the book, in order, including layers from earlier imports. */
  readonly layerIds: readonly string[];
  /** The installed book under the layers; null for the bundled book. */
  readonly base: BookName | null;
  /** A release that reads only earlier formats must not use the version, because it would ignore some facts. */
  readonly format: number;
};

/** A version in words; 0 is the bundled data. */
export function versionName(number: number): string {
  return number === 0 ? 'The bundled rate book' : `Version ${number} of the rate book`;
}

/** The last check for a new rate book, and the reason if it failed. */
export type RateBookCheck = { readonly checkedAt: Date; readonly failure: string | null };

export type RateBookActivation = { readonly number: number; readonly activatedAt: Date };
