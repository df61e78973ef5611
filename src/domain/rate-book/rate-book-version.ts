/** A whole rate book without layers: bundled with a release of the gateway, or installed from a file. */
export type BookName = {
  readonly version: string;
  /** SHA-256 of its files, in base64url. */
  readonly digest: string;
};

/** The newest format of versions that this release reads: 2 adds the book under the layers, and corrected facts. */
export const versionFormat = 2;

/** A version of the rate book that an import or update created; 0 is the bundled data, which is not stored. */
export type RateBookVersion = {
  readonly number: number;
  readonly createdAt: Date;
  /** A description of what was imported. */
  readonly note: string;
  /** All layers over the book, in order, including those of earlier imports. */
  readonly layerIds: readonly string[];
  /** The installed book under the layers; null for the one that is bundled with the gateway. */
  readonly base: BookName | null;
  /** A release that reads earlier formats only must not use it: it would ignore some of its facts. */
  readonly format: number;
};

/** The last check for a new rate book, and why it failed. */
export type RateBookCheck = { readonly checkedAt: Date; readonly failure: string | null };

export type RateBookActivation = { readonly number: number; readonly activatedAt: Date };
