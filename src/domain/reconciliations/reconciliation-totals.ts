import type { Jurisdiction } from '../../tax/model/place.ts';
import { type Decimal, decimal, zero } from '../../tax/numbers/decimal.ts';
import { type DecimalText, toDecimalText } from '../base/amount.ts';
import { gatewayLimits } from '../base/limits.ts';
import { namesOf } from '../base/record.ts';
import { type DifferenceCause, differenceCause, type ReconciledRow, type Reconciliation } from './reconciliation.ts';
import type { RowFault } from './row-cells.ts';

type Sum = { rowCount: number; taxDifference: Decimal };
type Summed = Pick<
  Reconciliation,
  'rowCount' | 'equalCount' | 'faultCount' | 'faults' | 'differences' | 'causes' | 'jurisdictions'
>;

/** Adds up the documents in a file in constant memory. */
export class ReconciliationTotals {
  rowCount = 0;
  #equalCount = 0;
  #faultCount = 0;
  readonly #faults: RowFault[] = [];
  readonly #currencies = new Map<string, { rowCount: number; theirs: Decimal; ours: Decimal }>();
  readonly #causes = new Map<DifferenceCause, Map<string, Sum>>();
  readonly #jurisdictions = new Map<string, Sum & { readonly jurisdiction: Jurisdiction; readonly currency: string }>();

  addFaults(faults: readonly RowFault[]): void {
    this.#faultCount += faults.length;
    this.#faults.push(...faults.slice(0, gatewayLimits.reconciliation.faults - this.#faults.length));
  }

  add(row: ReconciledRow, jurisdiction: Jurisdiction | null): void {
    const { currency, cause, theirTaxAmount, taxAmount } = row;
    this.rowCount++;
    const sums = this.#currencies.get(currency) ?? { rowCount: 0, theirs: zero, ours: zero };
    this.#currencies.set(currency, sums);
    sums.rowCount++;
    if (theirTaxAmount !== null) sums.theirs = sums.theirs.plus(decimal(theirTaxAmount));
    if (taxAmount !== null) sums.ours = sums.ours.plus(decimal(taxAmount));
    if (cause === null) {
      this.#equalCount++;
      return;
    }
    const difference = decimal(row.taxDifference);
    const byCurrency = this.#causes.get(cause) ?? new Map<string, Sum>();
    this.#causes.set(cause, byCurrency);
    byCurrency.set(currency, increased(byCurrency.get(currency), difference));
    if (!jurisdiction) return;
    const key = `${jurisdiction.level} ${jurisdiction.id} ${currency}`;
    this.#jurisdictions.set(key, { jurisdiction, currency, ...increased(this.#jurisdictions.get(key), difference) });
  }

  finish(): Summed {
    return {
      rowCount: this.rowCount,
      equalCount: this.#equalCount,
      faultCount: this.#faultCount,
      faults: this.#faults,
      differences: [...this.#currencies].map(([currency, { rowCount, theirs, ours }]) => ({
        currency,
        rowCount,
        theirTaxAmount: toDecimalText(theirs),
        taxAmount: toDecimalText(ours),
        taxDifference: toDecimalText(ours.minus(theirs)),
      })),
      causes: namesOf(differenceCause).flatMap((cause) =>
        [...(this.#causes.get(cause) ?? [])].map(([currency, sum]) => ({ cause, currency, ...written(sum) })),
      ),
      jurisdictions: [...this.#jurisdictions.values()]
        .sort((one, other) => other.taxDifference.abs().comparedTo(one.taxDifference.abs()))
        .map(({ jurisdiction, currency, ...sum }) => ({ jurisdiction, currency, ...written(sum) })),
    };
  }
}

function increased(sum: Sum | undefined, difference: Decimal): Sum {
  if (!sum) return { rowCount: 1, taxDifference: difference };
  return { rowCount: sum.rowCount + 1, taxDifference: sum.taxDifference.plus(difference) };
}

function written({ rowCount, taxDifference }: Sum): { readonly rowCount: number; readonly taxDifference: DecimalText } {
  return { rowCount, taxDifference: toDecimalText(taxDifference) };
}

/** Keeps the largest values, up to a fixed number. */
export class Largest<Value> {
  readonly #most: number;
  readonly #sizeOf: (value: Value) => Decimal;
  /** Sorted by size, largest first. */
  readonly #values: Value[] = [];

  constructor(most: number, sizeOf: (value: Value) => Decimal) {
    this.#most = most;
    this.#sizeOf = sizeOf;
  }

  add(value: Value): void {
    const size = this.#sizeOf(value);
    const last = this.#values.at(-1);
    if (this.#values.length >= this.#most && (!last || size.lte(this.#sizeOf(last)))) return;
    const place = this.#values.findIndex((other) => this.#sizeOf(other).lt(size));
    this.#values.splice(place < 0 ? this.#values.length : place, 0, value);
    this.#values.splice(this.#most);
  }

  values(): readonly Value[] {
    return this.#values;
  }
}
