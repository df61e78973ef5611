import { indexIn, onlyIndexes, plainStatement } from '../../../src/stores/database/concurrent-indexes.ts';
import { splitStatements } from '../../../src/stores/database/distribution/sql-statements.ts';

const name = String.raw`(?:IF (?:NOT )?EXISTS |ONLY |CONCURRENTLY )*"?(\w+)"?`;

/** Parts of a migration that would make statements of an earlier release fail, or read different data. */
const breaks: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`^DROP TABLE ${name}`, 'i'), 'drops the table'],
  [new RegExp(`^ALTER TABLE ${name}.*\\bDROP COLUMN`, 'i'), 'drops a column of'],
  [new RegExp(`^ALTER TABLE ${name}.*\\bRENAME\\b`, 'i'), 'renames in'],
  [new RegExp(`^ALTER TABLE ${name}.*\\bSET NOT NULL`, 'i'), 'requires a value in'],
  [new RegExp(`^ALTER TABLE ${name}.*\\bDROP DEFAULT`, 'i'), 'removes a default from'],
  [new RegExp(`^ALTER TABLE ${name}.*\\b(?:SET DATA )?TYPE\\b`, 'i'), 'changes a type in'],
  [new RegExp(`^ALTER TABLE ${name}.*\\bADD CONSTRAINT\\b(?!.*\\bPRIMARY KEY)`, 'i'), 'constrains'],
  [new RegExp(`^CREATE UNIQUE INDEX ${name} ON ${name}`, 'i'), 'constrains'],
  [
    new RegExp(
      `^ALTER TABLE ${name}(?=.*\\bADD COLUMN\\b)(?:[^,(]|\\([^)]*\\))*\\bNOT NULL\\b(?!.*\\bDEFAULT\\b)`,
      'i',
    ),
    'adds a required column to',
  ],
];

/** Effects of a migration on tables of earlier releases that would break those releases. */
export function breaksOf(sql: string): string[] {
  const { statements, created } = readMigration(sql);
  return statements.flatMap((statement) =>
    breaks.flatMap(([pattern, says]) => {
      const table = pattern.exec(statement)?.slice(1).at(-1);
      return table === undefined || created.includes(table) ? [] : [`${says} ${table}`];
    }),
  );
}

/**
 * Indexes of existing tables that would lock out writes, because they are built within the unit of work beside other
 * statements.
 */
export function lockingIndexesOf(sql: string): string[] {
  if (onlyIndexes(sql) !== null) return [];
  const { statements, created } = readMigration(sql);
  return statements.flatMap((statement) => {
    const index = indexIn(statement);
    return index === null || created.includes(index.table) ? [] : [`${index.name} on ${index.table}`];
  });
}

function readMigration(sql: string) {
  const statements = splitStatements(sql).map(plainStatement);
  const created = statements.flatMap(
    (statement) => new RegExp(`^CREATE TABLE ${name}`, 'i').exec(statement)?.[1] ?? [],
  );
  return { statements, created };
}

/** The last migration of the oldest release that is compatible with the migration; null if it is not stated. */
export function oldestBeside(sql: string): string | null {
  return /^UPDATE "compatibility" SET "oldest_migration" = '(\w+)';$/m.exec(sql)?.[1] ?? null;
}
