import type { FactCorrection } from '../../domain/rate-book/rate-layer.ts';
import type { StoredRuling } from '../../domain/rate-book/ruling.ts';

/** The tenant's rulings. Each change creates a new revision of the whole set. */
export interface RulingStore {
  /** Rulings by number, including withdrawn rulings. */
  list(): Promise<StoredRuling[]>;
  /** Throws `CONFLICT` if the limit on rulings in force is exceeded. */
  add(facts: readonly FactCorrection[], at: Date): Promise<StoredRuling[]>;
  /** False if the ruling does not exist or is no longer in force. */
  withdraw(number: number, at: Date): Promise<boolean>;
}
