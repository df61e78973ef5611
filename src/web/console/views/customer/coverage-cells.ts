import type { RootOf } from '../../base/graphql.ts';
import type { coverageOperation } from './operations.ts';

export type Cell = NonNullable<RootOf<typeof coverageOperation, 'customer'>['exemptionCoverage']>[number];

type Counts = { readonly covered: number; readonly expiring: number; readonly without: number };

/** States without a sales tax need no certificate, so they are not counted. */
export function countsOf(cells: readonly Pick<Cell, 'status'>[]): Counts {
  const count = (...statuses: Cell['status'][]) => cells.filter(({ status }) => statuses.includes(status)).length;
  return {
    covered: count('COVERED', 'EXPIRING_SOON'),
    expiring: count('EXPIRING_SOON'),
    without: count('GAP', 'NOT_ACCEPTED'),
  };
}

/** The cell that an arrow key, Home or End moves to, given the number of cells per row; null for other keys. */
export function nextCell(current: number, key: string, { length, perLine }: { length: number; perLine: number }) {
  const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: perLine, ArrowUp: -perLine }[key];
  if (key === 'Home') return 0;
  if (key === 'End') return length - 1;
  if (by === undefined) return null;
  const next = current + by;
  return next < 0 || next >= length ? current : next;
}
