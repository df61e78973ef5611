import { testClock, testClockFields, testClockInput } from '../../domain/account/test-clock.ts';
import { parseInput } from '../../domain/base/parse-input.ts';
import { getTestClock, setTestClock } from '../../usecases/account/test-clock.ts';
import { readJson } from '../http/body.ts';
import type { Operation } from '../http/operation.ts';
import { jsonOf, responseOf } from '../http/record-response.ts';
import { emptyReply, jsonReply, type Route, route } from '../http/route.ts';
import { recordSelection } from '../selections/record-selection.ts';

const path = '/v1/test/clock';
const testClockJson = jsonOf(testClock);
const selection = recordSelection(testClock);
const failures = '... on InvalidInput { issues { path code message } } ... on UserError { code message }';
const setDocument = `mutation ($input: SetTestClockInput!) { setTestClock(input: $input) { __typename ... on TestClock { ${selection} } ${failures} } }`;

const getOperation: Operation = {
  id: 'getTestClock',
  tag: 'Tests',
  summary: 'Read the clock of a test tenant',
  description:
    'The clock that sets today’s date for this tenant. It determines when certificates expire, returns are due and nexus is reached.',
  responses: { 200: { description: 'The clock.', schema: responseOf(testClock) } },
  problems: ['LIVE_TENANT'],
  examples: { own: { summary: 'One’s own', status: 200 } },
  graphql: { document: `query { testClock { ${selection} } }`, at: 'testClock' },
};

const newYear = { now: '2027-01-01T12:00:00Z' };

const putOperation: Operation = {
  id: 'putTestClock',
  tag: 'Tests',
  summary: 'Set the clock of a test tenant',
  description:
    'The clock stays at the given time until it is set again. It affects only today’s date, certificate expiry, due dates, nexus and the resulting webhook events. Record timestamps, token expiry and rate limits use the real time, as do other tenants. Other replicas follow within a second.',
  body: { name: 'TestClockInput', description: 'The new time. Set exactly one member.', schema: testClockFields },
  responses: { 200: { description: 'The clock.', schema: responseOf(testClock) } },
  problems: ['LIVE_TENANT'],
  examples: {
    set: { summary: 'The start of a year', body: newYear, status: 200, variables: { input: newYear } },
  },
  graphql: { document: setDocument, at: 'setTestClock' },
};

const deleteOperation: Operation = {
  id: 'deleteTestClock',
  tag: 'Tests',
  summary: 'Return a test tenant to the real time',
  description: 'Safe to repeat.',
  responses: { 204: { description: 'The clock shows the real time.' } },
  problems: ['LIVE_TENANT'],
  examples: { reset: { summary: 'The real time', status: 204, variables: { input: { real: true } } } },
  graphql: { document: setDocument, at: 'setTestClock' },
};

export const testClockRoutes: readonly Route[] = [
  route('GET', path, 'any', async ({ ctx }) => jsonReply(200, testClockJson(await getTestClock(ctx))), {
    operation: getOperation,
  }),
  route(
    'PUT',
    path,
    'admin',
    async ({ ctx, request }) => {
      const clock = await setTestClock(ctx, parseInput(testClockInput, await readJson(request)));
      return jsonReply(200, testClockJson(clock));
    },
    { operation: putOperation },
  ),
  route(
    'DELETE',
    path,
    'admin',
    async ({ ctx }) => {
      await setTestClock(ctx, { real: true });
      return emptyReply;
    },
    { operation: deleteOperation },
  ),
];
