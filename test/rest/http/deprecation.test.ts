import { pino } from 'pino';
import { expect, it } from 'vitest';
import { jsonReply, openRoute, type RestDependencies } from '../../../src/rest/http/route.ts';
import { createRest } from '../../../src/rest/router.ts';
import { inputs, reference } from '../../support/context.ts';
import { plainHttp } from '../../support/settings.ts';

const deprecated = {
  since: new Date('2026-01-01T00:00:00Z'),
  sunset: new Date('2027-01-01T00:00:00Z'),
  link: '/v1/docs/old-things',
};
const next = { Link: '</v1/old-things?cursor=a>; rel="next"' };
const deps = {
  stores: { checkWrites: async () => {} },
  rateBook: { current: () => reference, refusal: () => null },
  inputs,
  log: pino({ level: 'silent' }),
  http: plainHttp,
} as unknown as RestDependencies;
const rest = createRest(deps, [
  openRoute('GET', '/v1/old-things', async () => jsonReply(200, [], next), { deprecated }),
  openRoute('GET', '/v1/broken-things', () => Promise.reject(new Error('broken')), { deprecated }),
  openRoute('GET', '/v1/things', async () => jsonReply(200, [])),
]);

it('announces the removal of a route: since when, until when, and where to read more', async () => {
  const { headers } = await rest.request('/v1/old-things', {}, {});
  expect(headers.get('deprecation')).toBe('@1767225600');
  expect(headers.get('sunset')).toBe('Fri, 01 Jan 2027 00:00:00 GMT');
  expect(headers.get('link')).toBe(
    '</v1/old-things?cursor=a>; rel="next", </v1/docs/old-things>; rel="deprecation", </v1/docs/old-things>; rel="sunset"',
  );
});

it('announces it even if the request fails', async () => {
  const response = await rest.request('/v1/broken-things', {}, {});
  expect(response.status).toBe(500);
  expect(response.headers.get('sunset')).toBe('Fri, 01 Jan 2027 00:00:00 GMT');
});

it('announces nothing for other routes', async () => {
  const { headers } = await rest.request('/v1/things', {}, {});
  expect(headers.get('deprecation')).toBeNull();
  expect(headers.get('sunset')).toBeNull();
});
