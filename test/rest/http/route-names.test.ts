import { expect, it } from 'vitest';
import { routeNames } from '../../../src/rest/router.ts';
import { operations } from '../../support/openapi.ts';

const nameOf = routeNames();

it.each([...new Set(operations.map(({ path }) => path))])('the log names %s without the keys in it', (path) => {
  const name = nameOf(path.replaceAll(/\{\w+\}/g, 'secret%2F1'));
  expect(name?.replaceAll(/:(\w+)(\{[^}]*\})?/g, '{$1}')).toBe(path);
});

it('the log has no name for paths that are no route', () => {
  expect(nameOf('/v1/customers/secret')).toBeNull();
});
