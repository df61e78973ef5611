import { z } from 'zod';
import { readNumber } from '../../domain/base/amount.ts';
import type { Issue } from '../../domain/base/errors.ts';
import { boundedText } from '../../domain/base/fields.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import type { Comparators } from '../../domain/base/record-filter.ts';
import type { ListField } from '../../domain/lists/declared-list.ts';

export type FilterPath = readonly (string | number)[];

/** Collects all errors of a filter and counts its conditions while it is read. */
export class FilterReading {
  readonly issues: Issue[] = [];
  private conditions = 0;

  addIssue(path: FilterPath, code: string, message: string): void {
    this.issues.push({ path, code, message });
  }

  /** Whether the filter exceeds the limit on conditions, so that the rest can be skipped. */
  get isFull(): boolean {
    return this.conditions > gatewayLimits.filter.conditions;
  }

  /** Counts a condition toward the filter's limit. */
  count(path: FilterPath): void {
    const { conditions } = gatewayLimits.filter;
    if (++this.conditions === conditions + 1) {
      this.addIssue(path, 'TOO_LONG', `A filter may have at most ${conditions} conditions.`);
    }
  }
}

type Value = string | Date;
type AnyComparators = Comparators<Value>;

/** Checks that the store can compare these values with records, and that a record can match them. */
export function checkComparators(comparators: AnyComparators, path: FilterPath, reading: FilterReading): void {
  for (const [operator, given] of Object.entries(comparators)) {
    if (given == null) continue;
    reading.count(path);
    if (Array.isArray(given)) checkValues(given, [...path, operator], reading);
    else checkText(given, [...path, operator], reading);
  }
  checkRange(comparators, path, reading);
}

function checkValues(values: readonly unknown[], path: FilterPath, reading: FilterReading): void {
  const { values: most } = gatewayLimits.filter;
  if (values.length > most) reading.addIssue(path, 'TOO_LONG', `May contain at most ${most} values.`);
  else for (const [index, value] of values.entries()) checkText(value, [...path, index], reading);
}

/** Checks a GraphQL field that takes a value instead of conditions. */
export function checkValue({ of }: ListField, value: unknown, path: FilterPath, reading: FilterReading): void {
  reading.count(path);
  checkText(value, path, reading, of instanceof z.ZodType ? of : storable);
}

const storable = boundedText(0, 256);

function checkText(value: unknown, path: FilterPath, reading: FilterReading, schema: z.ZodType = storable): void {
  if (typeof value !== 'string' || readNumber(value)) return;
  const parsed = schema.safeParse(value);
  for (const { message, params } of parsed.error?.issues.filter((issue) => issue.code === 'custom') ?? []) {
    reading.addIssue(path, String(params?.code ?? 'INVALID_VALUE'), message);
  }
}

/** Reports an empty range, because an empty result would hide the mistake. */
function checkRange({ gt, gte, lt, lte }: AnyComparators, path: FilterPath, reading: FilterReading): void {
  for (const [lowest, lower] of Object.entries({ gt, gte })) {
    for (const [highest, upper] of Object.entries({ lt, lte })) {
      if (lower == null || upper == null) continue;
      const isExclusive = lowest === 'gt' || highest === 'lt';
      const order = compare(lower, upper);
      if (order < 0 || (order === 0 && !isExclusive)) continue;
      const [after, before] = isNumber(lower) ? ['greater than', 'less than'] : ['after', 'before'];
      const required = isExclusive ? `be ${after}` : `not be ${before}`;
      const message = `${highest} (${shown(upper)}) must ${required} ${lowest} (${shown(lower)}).`;
      reading.addIssue([...path, highest], 'OUT_OF_RANGE', message);
      return;
    }
  }
}

const isNumber = (value: Value) => readNumber(value) !== null;

function compare(lower: Value, upper: Value): number {
  const [one, other] = [readNumber(lower), readNumber(upper)];
  if (one && other) return one.comparedTo(other);
  return lower < upper ? -1 : lower > upper ? 1 : 0;
}

function shown(value: Value): string {
  return value instanceof Date ? value.toISOString() : value;
}
