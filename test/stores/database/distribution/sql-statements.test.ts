import { expect, it } from 'vitest';
import { splitStatements } from '../../../../src/stores/database/distribution/sql-statements.ts';

it('splits a script at the semicolons between its statements', () => {
  expect(splitStatements('CREATE TABLE thing (id int);\n\nDROP TABLE thing ;')).toEqual([
    'CREATE TABLE thing (id int)',
    'DROP TABLE thing',
  ]);
  expect(splitStatements('SELECT 1')).toEqual(['SELECT 1']);
});

it.each([
  ['a text', "SELECT 'it''s; one'"],
  ['a quoted name', 'SELECT 1 AS "a;""b"'],
  ['the body of a function', 'CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $$ SELECT 1; $$'],
  ['a body with a tag', "CREATE FUNCTION f() RETURNS text LANGUAGE sql AS $x$ SELECT '$$;'; $x$"],
  ['a comment in the line', 'SELECT 1 -- one; and only\n + 2'],
  ['a comment in between', 'SELECT 1 /* one;\n * two; */ + 2'],
  ['a parameter', 'SELECT $1 - $2 / 3'],
])('leaves %s in one piece', (_, statement) => {
  expect(splitStatements(`${statement};SELECT 2;`)).toEqual([statement, 'SELECT 2']);
});

it('keeps a comment with the statement that follows it, and drops one that nothing follows', () => {
  expect(splitStatements("-- What it's for;\nSELECT 1;\n-- The end.\n")).toEqual(["-- What it's for;\nSELECT 1"]);
});
