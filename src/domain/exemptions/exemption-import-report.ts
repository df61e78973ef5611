import { gatewayLimits } from '../base/limits.ts';
import { type EnumerationValue, states } from '../base/record.ts';
import { formatCount } from '../base/words.ts';

export const exemptionImportStatus = states('ExemptionImportStatus', 'Outcome of the import of a file of exemptions.', {
  SUCCESS: 'Every row is valid.',
  PARTIAL: 'Some rows are valid; others are not.',
  FAILED: 'No row is valid.',
  STOPPED:
    'Reading stopped early, because the file is unreadable, nearly all rows are invalid, or the form has another field. The valid rows before that point remain valid.',
});
/** The description of `message`. */
export const importMessage = 'Summary of the import, such as `2 of 3 rows were stored.`';

/** Report on the import of a CSV file of exemptions. */
export type ExemptionImport = {
  readonly status: EnumerationValue<typeof exemptionImportStatus>;
  readonly message: string;
  readonly isDryRun: boolean;
  /** Non-empty rows that were read, and the number of valid rows. */
  readonly rowCount: number;
  readonly successCount: number;
  /** Unknown customers, each listed once; the first 1,000. */
  readonly notFoundCustomers: readonly string[];
  /** Unknown states, as written, each listed once; the first 1,000. */
  readonly skippedStates: readonly string[];
  readonly errors: readonly ImportIssue[];
  readonly errorsLeftOut: number;
  readonly ignoredColumns: readonly string[];
};

export type ImportIssue = {
  /** The line in the file where the row begins. */
  readonly line: number;
  /** Column; null if the issue is about the whole row. */
  readonly field: string | null;
  readonly code: string;
  readonly message: string;
};

const mostKept = 1_000;

/** Collects the report on a file in bounded memory, however many issues it has. */
export class ExemptionImportReport {
  rowCount = 0;
  successCount = 0;
  #errorCount = 0;
  #stoppedAt: number | null = null;
  readonly #errors: ImportIssue[] = [];
  readonly #notFoundCustomers = new Set<string>();
  readonly #skippedStates = new Set<string>();

  add(issue: ImportIssue): void {
    if (this.#errorCount++ < mostKept) this.#errors.push(issue);
  }

  addNotFound(customer: string): void {
    if (this.#notFoundCustomers.size < mostKept) this.#notFoundCustomers.add(customer);
  }

  addSkipped(state: string): void {
    if (this.#skippedStates.size < mostKept) this.#skippedStates.add(state);
  }

  /** Whether to stop reading, because the file has too many invalid rows. */
  get isHopeless(): boolean {
    const invalid = this.rowCount - this.successCount;
    return invalid >= gatewayLimits.csv.invalidRows && invalid > 9 * this.successCount;
  }

  /** Records the last issue, which is always reported. */
  stop(line: number, message: string): void {
    this.#stoppedAt = line;
    this.#errorCount++;
    this.#errors.splice(mostKept - 1);
    this.#errors.push({ line, field: null, code: 'STOPPED', message });
  }

  finish(isDryRun: boolean, ignoredColumns: readonly string[]): ExemptionImport {
    return {
      status: this.#status(),
      message: this.#message(isDryRun),
      isDryRun,
      rowCount: this.rowCount,
      successCount: this.successCount,
      notFoundCustomers: [...this.#notFoundCustomers],
      skippedStates: [...this.#skippedStates],
      errors: this.#errors,
      errorsLeftOut: this.#errorCount - this.#errors.length,
      ignoredColumns,
    };
  }

  #status(): ExemptionImport['status'] {
    if (this.#stoppedAt !== null) return 'STOPPED';
    if (this.successCount === this.rowCount) return 'SUCCESS';
    return this.successCount > 0 ? 'PARTIAL' : 'FAILED';
  }

  #message(isDryRun: boolean): string {
    const stored = this.successCount === 1 ? 'was stored' : 'were stored';
    const did = isDryRun ? 'would be stored; this was a dry run' : stored;
    const counted = `${this.successCount} of ${formatCount(this.rowCount, 'row')} ${did}.`;
    if (this.#stoppedAt === null) return counted;
    return `${counted} Nothing from line ${this.#stoppedAt} on was read. Fix the file and send it again.`;
  }
}
