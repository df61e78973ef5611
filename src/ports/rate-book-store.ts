import type { BoundaryQuery, BoundaryRow, RateLayer } from './rate-layer.ts';

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

/**
 * An import under way: nothing of it is seen by anybody before `commit`. It ends with `commit` or `discard`; one whose
 * process is gone is cleaned away by the next.
 */
export interface RateBookDraft {
  /** Writes rows of the boundaries layer that will have this id, any number at once. */
  addBoundaries(layerId: string, rows: readonly BoundaryRow[]): Promise<void>;
  /**
   * Makes a version of the newest one, or of `onto` (0 is the bundled data alone), with these layers over it. A layer of state rates or boundaries takes the place of
   * an earlier one of its kind for the same state; corrections are laid over all before. The ids of the layers must be
   * new; a boundaries layer must have as many rows as were written.
   */
  commit(version: {
    readonly layers: readonly RateLayer[];
    readonly note: string;
    readonly at: Date;
    readonly onto?: number;
  }): Promise<RateBookVersion>;
  /** Takes away what was written. */
  discard(): Promise<void>;
}

/** The versions of the rate book, shared by all tenants and replicas. */
export interface RateBookStore {
  /** Newest first. */
  list(): Promise<RateBookVersion[]>;
  find(number: number): Promise<RateBookVersion | null>;
  /** In the order of the ids. */
  findLayers(layerIds: readonly string[]): Promise<RateLayer[]>;
  /** Newest first; none where nothing but the bundled data was ever in force. */
  listActivations(limit: number): Promise<RateBookActivation[]>;
  /** Fails with `NOT_FOUND` where there is no such version; 0 is the bundled data alone. */
  activate(number: number, at: Date): Promise<void>;
  beginImport(): Promise<RateBookDraft>;
  /**
   * The rows of a layer whose range of ZIP codes holds `zip`: those of kind `ZIP`, those of kind `ZIP4` that hold
   * `plus4`, and those of kind `STREET` of one of the streets.
   */
  findBoundaries(layerId: string, at: BoundaryQuery): Promise<BoundaryRow[]>;
}
