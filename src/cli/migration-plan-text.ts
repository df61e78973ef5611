import { formatCount } from '../domain/base/words.ts';
import type { PlannedLock, PlannedMigration, PlannedStep, Span } from '../stores/database/migration-plan.ts';

const longestStatement = 90;

/**
 * One line for each migration, for each statement that locks a table or may do so, and for each lock. Other statements
 * are only counted.
 */
export function planText(plan: readonly PlannedMigration[]): string[] {
  return plan.flatMap(({ name, steps }) => {
    const locking = steps.filter(({ locks }) => locks?.length !== 0);
    const others = steps.length - locking.length;
    return [
      name,
      ...locking.flatMap(stepText),
      ...(others > 0 ? [`  ${formatCount(others, 'statement')} without a lock on an existing table`] : []),
    ];
  });
}

function stepText({ statement, locks, takes }: PlannedStep): string[] {
  const text = statement.length > longestStatement ? `${statement.slice(0, longestStatement)}…` : statement;
  if (locks === null) return [`  ${text}`, '    unknown kind of statement: locks and time unknown'];
  return [`  ${text}: ${timeText(takes)}`, ...locks.map((lock) => `    ${lockText(lock)}`)];
}

function lockText({ table, rows, mode, blocks, held }: PlannedLock): string {
  return `${table} (${formatCount(rows, 'row')}): ${mode}, blocks ${blocks}, held: ${timeText(held)}`;
}

function timeText(span: Span | null): string {
  if (span === null) return 'unknown time';
  if (span.to < 0.1) return 'less than 0.1 s';
  const [from, to] = [Math.floor(span.from), Math.ceil(span.to)];
  return from === 0 ? `up to ${to} s` : `${from} to ${to} s`;
}
