/** A version of the rate book that an import made; the number 0 is the bundled data alone, which is not stored. */
export type RateBookVersion = {
  readonly number: number;
  readonly createdAt: Date;
  /** What was imported, in words. */
  readonly note: string;
  /** All layers over the bundled data, in order, the older ones of earlier imports included. */
  readonly layerIds: readonly string[];
};

export type RateBookActivation = { readonly number: number; readonly activatedAt: Date };
