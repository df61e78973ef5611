import { type DayOrder, DayOrderEvidence, plainDay } from '../base/day-order.ts';
import type { FileColumn } from './file-columns.ts';
import { amountColumns, type Cells } from './row-cells.ts';

/** The notation of dates and amounts in a file, detected from its first rows. */
type FileNotation = {
  /** Null if no date is conclusive, or if dates contradict each other. */
  readonly dayOrder: DayOrder | null;
  /**
   * Columns whose amounts have decimal commas: all amount columns if some amounts in the file require a comma and none
   * requires a point; otherwise, each column that meets this condition itself.
   */
  readonly withDecimalComma: ReadonlySet<FileColumn>;
};

const dayColumns = ['date', 'invoiceDate', 'orderDate', 'paymentDate'] as const;
/** Matches amounts such as `9,03` and `1.000,00`, but not `1,000`, whose comma may also separate thousands. */
const decimalComma = /^[-(+]?(?:\d{1,3}(?:\.\d{3})+|\d+),(?:\d{1,2}|\d{4,})\)?$|^[-(+]?\d{1,3}(?:\.\d{3})+,\d+\)?$/;
/** Matches amounts that cannot have a decimal comma, such as `9.03` and `1,000.00`. */
const decimalPoint = /\.\d{1,2}\)?$|\.\d{4,}\)?$|,.*\.|,.*,/;

export class NotationEvidence {
  readonly #days = new DayOrderEvidence();
  readonly #withComma = new Set<FileColumn>();
  readonly #withPoint = new Set<FileColumn>();

  /** Adds the evidence in a row. True if the row cannot be read before the notation of the file is known. */
  add(cells: Cells): boolean {
    let isOpen = false;
    for (const column of dayColumns) if (this.#days.add(cells[column])) isOpen = true;
    for (const column of amountColumns) {
      const cell = cells[column] ?? '';
      if (decimalComma.test(cell)) this.#withComma.add(column);
      else if (decimalPoint.test(cell)) this.#withPoint.add(column);
      else if (!/[.,]/.test(cell)) continue;
      isOpen ||= !decimalPoint.test(cell);
    }
    return isOpen;
  }

  get notation(): FileNotation {
    const isOne = this.#withComma.size > 0 && this.#withPoint.size === 0;
    const commas = isOne ? amountColumns : [...this.#withComma].filter((column) => !this.#withPoint.has(column));
    return { dayOrder: this.#days.order, withDecimalComma: new Set(commas) };
  }
}

/** The cells, converted to ISO dates and decimal points. A cell that contradicts the notation remains invalid. */
export function inPlainNotation(cells: Cells, { dayOrder, withDecimalComma }: FileNotation): Cells {
  const changed: { [Column in FileColumn]?: string } = { ...cells };
  for (const column of dayColumns) {
    const cell = cells[column];
    if (cell !== undefined) changed[column] = plainDay(cell, dayOrder);
  }
  for (const column of withDecimalComma) {
    const cell = cells[column];
    if (cell !== undefined && /[.,]/.test(cell)) changed[column] = withPoint(cell);
  }
  return changed;
}

/** Converts a decimal comma to a point. Any other cell becomes text that fails validation and shows the problem. */
function withPoint(cell: string): string {
  const isGrouped = /^[-(+]?\d{1,3}(?:\.\d{3})+(?:,\d+)?\)?$/.test(cell);
  const isPlain = /^[-(+]?\d+(?:,\d+)?\)?$/.test(cell);
  return isGrouped || isPlain ? cell.replaceAll('.', '').replace(',', '.') : `${cell} (decimal comma expected)`;
}
