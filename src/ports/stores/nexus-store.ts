import type { NexusPlace } from '../../domain/nexus/nexus.ts';
import type { NexusDeclaration } from '../../domain/nexus/nexus-record.ts';
import type { AddedUpSales, ReachedDays, SalesQuestion } from '../../domain/nexus/nexus-sales.ts';
import type { DailySales } from '../../domain/nexus/sales-conversion.ts';

/**
 * Whether a declaration may be written, given all stored declarations. Guarded writes of a tenant run one at a time, so
 * that two concurrent requests cannot both pass.
 */
export type NexusGuard = (stored: readonly NexusDeclaration[]) => boolean;

/** A tenant's nexus declarations, and its sales by place. */
export interface NexusStore {
  find(place: NexusPlace): Promise<NexusDeclaration | null>;
  /** All declarations of the tenant: at most one for each state, country and region. */
  list(): Promise<NexusDeclaration[]>;
  /** Stores a new declaration; false if the guard refuses it or the place has one, perhaps from a concurrent request. */
  insert(declaration: NexusDeclaration, guard?: NexusGuard): Promise<boolean>;
  /** Writes the declaration if the stored version is `expectedVersion` and the guard agrees; false otherwise. */
  replace(declaration: NexusDeclaration, expectedVersion: number, guard?: NexusGuard): Promise<boolean>;
  /** Total sales by currency for each question, in order. */
  addUpSales(questions: readonly SalesQuestion[]): Promise<AddedUpSales[]>;
  /** Like `addUpSales`, without documents that are still being counted, for a report that mentions their absence. */
  addUpCountedSales(questions: readonly SalesQuestion[]): Promise<AddedUpSales[]>;
  /** The counted sales for each question, in order, by day and currency. */
  listDailySales(questions: readonly SalesQuestion[]): Promise<DailySales[][]>;
  /** The days on which sales reached the thresholds in these questions. All questions must be about states. */
  findReachedDays(questions: readonly SalesQuestion[]): Promise<ReachedDays[]>;
}
