import type { NexusDeclaration, NexusPlace } from '../../domain/nexus/nexus.ts';
import type { CurrencySales, ReachedDays, SalesQuestion } from '../../domain/nexus/nexus-sales.ts';

/** What a tenant declared of places, and its sales there. */
export interface NexusStore {
  find(place: NexusPlace): Promise<NexusDeclaration | null>;
  /** All of them: a tenant has at most one for each state, country and region. */
  list(): Promise<NexusDeclaration[]>;
  /** False when the place has a declaration, also by a request that came in between. */
  insert(declaration: NexusDeclaration): Promise<boolean>;
  /** Writes the declaration if the stored version is still `expectedVersion`; false otherwise. */
  replace(declaration: NexusDeclaration, expectedVersion: number): Promise<boolean>;
  /** Adds up documents, for each question in its order: what was sold in each currency. */
  addUpSales(questions: readonly SalesQuestion[]): Promise<(readonly CurrencySales[])[]>;
  /** When sales came to the thresholds of questions about states. */
  findReachedDays(questions: readonly SalesQuestion[]): Promise<ReachedDays[]>;
}
