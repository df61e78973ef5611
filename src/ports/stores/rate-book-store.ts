import type { RateBookActivation, RateBookVersion } from '../../domain/rate-book/rate-book-version.ts';
import type { BoundaryQuery, BoundaryRow, RateLayer } from '../../domain/rate-book/rate-layer.ts';

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
