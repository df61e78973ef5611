import type {
  BookName,
  RateBookActivation,
  RateBookCheck,
  RateBookVersion,
} from '../../domain/rate-book/rate-book-version.ts';
import type { BoundaryQuery, BoundaryRow, RateLayer } from '../../domain/rate-book/rate-layer.ts';

/**
 * An import in progress, invisible before `commit`. An import ends with `commit` or `discard`. If its process dies, the
 * next import removes it.
 */
export interface RateBookDraft {
  /** Writes any number of rows for the boundaries layer with this id. */
  addBoundaries(layerId: string, rows: readonly BoundaryRow[]): Promise<void>;
  /**
   * Creates a version from the newest version, or from `onto` (0 is the bundled data only), with these layers on top. A
   * layer of state rates or boundaries replaces the earlier layer of its kind for the same state; corrections apply on
   * top of all earlier layers. The ids of the layers must be new, and a boundaries layer must have the same number of
   * rows as were written. `base` is an archived book that replaces the book under the layers. Throws `CONFLICT`, and
   * stores nothing, if `newest` is no longer the newest version.
   */
  commit(version: {
    readonly layers: readonly RateLayer[];
    readonly note: string;
    readonly at: Date;
    readonly onto?: number;
    readonly base?: BookName;
    readonly newest?: number;
  }): Promise<RateBookVersion>;
  /** Deletes the written rows. */
  discard(): Promise<void>;
}

/** The files of a whole rate book, compressed. */
export type ArchivedBook = BookName & { readonly content: Uint8Array };

/** The versions of the rate book, shared by all tenants and replicas. */
export interface RateBookStore {
  /** All versions, newest first. */
  list(): Promise<RateBookVersion[]>;
  find(number: number): Promise<RateBookVersion | null>;
  /** The layers with these ids, in the same order. Throws `NOT_FOUND` for an unknown id. */
  findLayers(layerIds: readonly string[]): Promise<RateLayer[]>;
  /** The latest activations, newest first; empty if only the bundled data has ever been in force. */
  listActivations(limit: number): Promise<RateBookActivation[]>;
  /**
   * Activates a version and cancels a planned activation. Throws `NOT_FOUND` for an unknown version; 0 is the bundled
   * data. Throws `CONFLICT` if a version other than `over` is in force.
   */
  activate(number: number, at: Date, over?: number): Promise<void>;
  /** Plans an activation, replacing an earlier plan. Throws the same errors as `activate`. */
  planActivation(activation: RateBookActivation, over?: number): Promise<void>;
  /** The planned activation; null if no activation is planned. */
  findPlan(): Promise<RateBookActivation | null>;
  /**
   * Activates this version if it is planned and due; otherwise returns null. The version is activated only once, even
   * if several replicas call this.
   */
  activateDue(number: number): Promise<RateBookActivation | null>;
  /**
   * Claims the check for a new rate book. The claim expires at `until`; false if another caller holds it or the next
   * check is not due yet.
   */
  beginCheck(now: Date, until: Date): Promise<boolean>;
  endCheck(check: RateBookCheck, nextAt: Date): Promise<void>;
  /** The last check; null before the first check. */
  lastCheck(): Promise<RateBookCheck | null>;
  beginImport(): Promise<RateBookDraft>;
  /** The archived books, oldest first, without their content. */
  listArchived(): Promise<(Omit<ArchivedBook, 'content'> & { readonly archivedAt: Date })[]>;
  /**
   * The books of this version. A version has several books only if a release changed its book without a new version.
   */
  findArchived(version: string): Promise<ArchivedBook[]>;
  /**
   * Archives a book. Nothing changes if the book is already archived, for example by another replica that starts at the
   * same time.
   */
  archive(book: ArchivedBook, at: Date): Promise<void>;
  /**
   * The rows of a layer whose range of ZIP codes contains `zip`: all rows of kind `ZIP`, rows of kind `ZIP4` that
   * contain `plus4`, and rows of kind `STREET` with one of the streets.
   */
  findBoundaries(layerId: string, at: BoundaryQuery): Promise<BoundaryRow[]>;
}
