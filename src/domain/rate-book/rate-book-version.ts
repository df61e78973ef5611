/** A version of the rate book that an import created; 0 is the bundled data alone, which is not stored. */
export type RateBookVersion = {
  readonly number: number;
  readonly createdAt: Date;
  /** A description of what was imported. */
  readonly note: string;
  /** All layers over the bundled data, in order, including those of earlier imports. */
  readonly layerIds: readonly string[];
};

export type RateBookActivation = { readonly number: number; readonly activatedAt: Date };
