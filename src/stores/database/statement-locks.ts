import { indexIn, plainStatement } from './concurrent-indexes.ts';
import { splitStatements } from './distribution/sql-statements.ts';

/** Lock modes from weakest to strongest. */
export const lockModes = [
  'ACCESS SHARE',
  'ROW SHARE',
  'ROW EXCLUSIVE',
  'SHARE UPDATE EXCLUSIVE',
  'SHARE',
  'SHARE ROW EXCLUSIVE',
  'EXCLUSIVE',
  'ACCESS EXCLUSIVE',
] as const;
export type LockMode = (typeof lockModes)[number];

/** How a statement processes the rows of a table; `unknown` may be anything. */
export type LockWork = 'nothing' | 'index' | 'partial index' | 'scan' | 'change' | 'unknown';

export type TableLock = { readonly table: string; readonly mode: LockMode; readonly work: LockWork };

/** A lock on a table, or on an index whose table only the store can determine. */
type Lock = TableLock | { readonly index: string; readonly mode: LockMode; readonly work: LockWork };

type Rule = readonly [pattern: RegExp, locks: (names: Record<string, string>, text: string) => readonly Lock[]];

const name = (group: string) => `(?:"?public"?\\.)?"?(?<${group}>\\w+)"?`;
const starting = (text: string) => new RegExp(`^${text.replaceAll(/\{(\w+)\}/g, (_, group) => name(group))}`, 'i');
const one = (table = '', mode: LockMode, work: LockWork = 'nothing') => [{ table, mode, work }];

const rules: readonly Rule[] = [
  [starting('(?:CREATE (?:OR REPLACE )?|DROP )(?:FUNCTION|PROCEDURE|TYPE|SEQUENCE)\\b'), () => []],
  [starting('ALTER TYPE \\S+ ADD VALUE\\b'), () => []],
  [starting('CREATE TABLE'), (_, text) => referencedIn(text)],
  [starting('DROP TABLE (?:IF EXISTS )?{table}$'), ({ table }) => one(table, 'ACCESS EXCLUSIVE')],
  [starting('ALTER TABLE (?:ONLY )?{table} (?<actions>.*)'), ({ table = '', actions = '' }) => alter(table, actions)],
  [
    starting('CREATE (?:OR REPLACE )?(?:CONSTRAINT )?TRIGGER \\S+ .*? ON {table}'),
    ({ table }) => one(table, 'SHARE ROW EXCLUSIVE'),
  ],
  [starting('DROP TRIGGER (?:IF EXISTS )?\\S+ ON {table}'), ({ table }) => one(table, 'ACCESS EXCLUSIVE')],
  [
    starting('DROP INDEX (?:IF EXISTS )?{index}$'),
    ({ index = '' }) => [{ index, mode: 'ACCESS EXCLUSIVE', work: 'nothing' }],
  ],
  [starting('INSERT INTO {table} (?:\\([^)]*\\) )?VALUES\\b'), ({ table }) => one(table, 'ROW EXCLUSIVE')],
  [starting('INSERT INTO {table}'), ({ table }) => one(table, 'ROW EXCLUSIVE', 'unknown')],
  [starting('(?:UPDATE|DELETE FROM) (?:ONLY )?{table}'), ({ table }) => one(table, 'ROW EXCLUSIVE', 'change')],
  [
    starting(`LOCK (?:TABLE )?{table} IN (?<mode>${lockModes.join('|')}) MODE$`),
    ({ table, mode = '' }) => one(table, lockModes.find((known) => known === mode.toUpperCase())!),
  ],
];

/** A constraint added as `NOT VALID` is not checked against existing rows. */
const checked = (text: string, work: LockWork) => (/ NOT VALID$/i.test(text) ? 'nothing' : work);

const actionRules: readonly Rule[] = [
  [starting('ADD (?:CONSTRAINT \\S+ )?FOREIGN KEY\\b'), ({ table }, text) => addForeignKey(table, text)],
  [
    starting('ADD (?:CONSTRAINT \\S+ )?CHECK\\b'),
    ({ table }, text) => one(table, 'ACCESS EXCLUSIVE', checked(text, 'scan')),
  ],
  [
    starting('ADD (?:CONSTRAINT \\S+ )?(?:PRIMARY KEY|UNIQUE)\\b'),
    ({ table }, text) => one(table, 'ACCESS EXCLUSIVE', / USING INDEX /i.test(text) ? 'nothing' : 'index'),
  ],
  [starting('VALIDATE CONSTRAINT\\b'), ({ table }) => one(table, 'SHARE UPDATE EXCLUSIVE', 'scan')],
  [
    starting('(?:ADD COLUMN|ADD) \\S+ \\S+'),
    ({ table }, text) => [...one(table, 'ACCESS EXCLUSIVE', workOfColumn(text)), ...referencedIn(text)],
  ],
  [starting('ALTER (?:COLUMN )?\\S+ SET NOT NULL$'), ({ table }) => one(table, 'ACCESS EXCLUSIVE', 'scan')],
  [starting('ALTER (?:COLUMN )?\\S+ (?:SET DATA )?TYPE\\b'), ({ table }) => one(table, 'ACCESS EXCLUSIVE', 'unknown')],
  [starting('ALTER (?:COLUMN )?\\S+ SET STATISTICS\\b'), ({ table }) => one(table, 'SHARE UPDATE EXCLUSIVE')],
  [
    starting('ALTER (?:COLUMN )?\\S+ (?:DROP (?:NOT NULL|DEFAULT)|SET (?:DEFAULT|STORAGE|COMPRESSION))\\b'),
    ({ table }) => one(table, 'ACCESS EXCLUSIVE'),
  ],
  [starting('(?:DROP|RENAME) '), ({ table }) => one(table, 'ACCESS EXCLUSIVE')],
];

/**
 * The locks taken by a migration statement, even on tables that its migration created; null for an unknown kind of
 * statement.
 */
export function locksOf(statement: string): readonly Lock[] | null {
  const plain = plainStatement(statement);
  if (/^DO \$/i.test(plain)) return locksOfBlock(statement);
  const index = indexIn(statement);
  if (index) return one(index.table, 'SHARE', / WHERE /i.test(plain) ? 'partial index' : 'index');
  return applyFirst(rules, plain, {});
}

/** The table created by a statement, which is invisible to others until its migration ends. */
export function madeBy(statement: string): string | null {
  return starting('CREATE TABLE (?:IF NOT EXISTS )?{table}').exec(plainStatement(statement))?.groups?.table ?? null;
}

function applyFirst(rules: readonly Rule[], text: string, names: Record<string, string>): readonly Lock[] | null {
  for (const [pattern, locks] of rules) {
    const match = pattern.exec(text);
    if (match) return locks({ ...names, ...match.groups }, text);
  }
  return null;
}

function alter(table: string, actions: string): readonly Lock[] {
  return splitActions(actions).flatMap(
    (action) => applyFirst(actionRules, action, { table }) ?? one(table, 'ACCESS EXCLUSIVE', 'unknown'),
  );
}

/** Splits at commas that are outside parentheses and string literals. */
function splitActions(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const [piece] of text.matchAll(/'(?:[^']|'')*'|[\s\S]/g)) {
    if (piece === '(') depth += 1;
    if (piece === ')') depth -= 1;
    if (piece === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += piece;
  }
  return parts.map((part) => part.trim());
}

function addForeignKey(table: string | undefined, text: string): readonly Lock[] {
  return [...one(table, 'SHARE ROW EXCLUSIVE', checked(text, 'scan')), ...referencedIn(text)];
}

function referencedIn(text: string): readonly Lock[] {
  const references = text.matchAll(new RegExp(`\\bREFERENCES ${name('table')}`, 'gi'));
  return [...references].flatMap(({ groups }) => one(groups?.table, 'SHARE ROW EXCLUSIVE'));
}

/** A default that is not volatile is stored in the catalog; a volatile default is written into each row. */
function workOfColumn(text: string): LockWork {
  const value = /\bDEFAULT (?<value>.*)/i.exec(text)?.groups?.value ?? '';
  const isFixed = !/\w\(/.test(value.replaceAll(/\b(?:now|current_setting)\(/gi, ''));
  if (!isFixed || /\bGENERATED\b|\b(?:small|big)?serial\b/i.test(text)) return 'unknown';
  if (/\b(?:PRIMARY KEY|UNIQUE)\b/i.test(text)) return 'index';
  return /\bCHECK\b/i.test(text) ? 'scan' : 'nothing';
}

/** Conditions and exceptions of a block determine what runs, so all of its statements are included. */
function locksOfBlock(statement: string): readonly Lock[] | null {
  const body = /\$(?<tag>\w*)\$(?<body>[\s\S]*)\$\k<tag>\$/.exec(statement)?.groups?.body ?? '';
  const inner = splitStatements(body)
    .map((one) => plainStatement(one).replace(/^(?:BEGIN|EXCEPTION WHEN \w+ THEN) /i, ''))
    .filter((one) => !/^(?:RAISE\b|END$|NULL$)/i.test(one))
    .map(locksOf);
  return inner.some((locks) => locks === null) ? null : inner.flatMap((locks) => locks ?? []);
}
