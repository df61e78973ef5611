import { z } from 'zod';
import { nexusFields } from '../../domain/nexus/nexus-input.ts';
import { euAware, nexusTrackerList } from '../../domain/nexus/nexus-query.ts';
import { nexus } from '../../domain/nexus/nexus-record.ts';
import { nexusTracker } from '../../domain/nexus/nexus-tracker-record.ts';
import { twinVariables } from '../http/declared-list.ts';
import { list } from '../http/members.ts';
import type { Operation } from '../http/operation.ts';
import { responseOf } from '../http/record-response.ts';
import { recordSelection } from '../selections/record-selection.ts';

const nexusResponse = responseOf(nexus);
const nexusTrackerResponse = responseOf(nexusTracker);
const nexusSelection = recordSelection(nexus);
const nexusTrackerSelection = recordSelection(nexusTracker);

const failures = '... on InvalidInput { issues { path code message } } ... on UserError { code message }';

export const listNexusOperation: Operation = {
  id: 'listNexus',
  tag: 'Nexus',
  summary: 'Read nexus and sales by place',
  description:
    'Declared nexus and sales by place, compared with the threshold. Without a place: all places with a threshold, sales or a declaration. Without `limit`, the whole list is streamed; with it, the Link header points to the next page.',
  responses: {
    200: {
      description: 'Nexus and sales by place.',
      schema: list(nexusTrackerResponse, 'Ordered by country and state.'),
      headers: ['Link'],
    },
  },
  problems: ['COUNTRY_NOT_COVERED', 'STILL_COUNTING'],
  examples: {
    minnesota: {
      summary: 'Minnesota on a day',
      query: { state: 'MN', asOf: '2026-07-01' },
      status: 200,
    },
    declared: {
      summary: 'Places with a declaration',
      query: { only: 'DECLARED', asOf: '2026-07-01' },
      status: 200,
    },
  },
  graphql: {
    document: `query ($filter: NexusTrackerFilter, $asOf: Date, $first: Int = 100) { nexusTrackers(filter: $filter, asOf: $asOf, first: $first) { nodes { ${nexusTrackerSelection} } } }`,
    at: 'nexusTrackers.nodes',
    variables: twinVariables(nexusTrackerList, ['asOf']),
    places: euAware,
  },
};

const declared = {
  physicalNexus: [{ validFrom: '2026-01-01', note: 'Office' }],
  registrations: [{ validFrom: '2026-02-01', number: '1234567', scheme: 'STANDARD' }],
};
const ofQuebec = { physicalNexus: declared.physicalNexus };

const ofThePath = z.unknown().optional().meta({ description: 'Ignored; the path identifies the place.' });
/** Omitted declarations end, so a misspelled member must not be treated as omitted. */
export const nexusBody = nexusFields.extend({ place: ofThePath, country: ofThePath, state: ofThePath }).strict();

export const putNexusOperation: Operation = {
  id: 'putNexus',
  tag: 'Nexus',
  summary: 'Declare nexus for a place',
  description:
    'Replaces all declarations for the place; omitted declarations are removed. Unknown members return 400. First and last days are inclusive.',
  body: { name: 'NexusInput', description: 'All declarations for the place.', schema: nexusBody },
  responses: {
    200: { description: 'Replaced, or unchanged.', schema: nexusResponse, headers: ['Location'] },
    201: { description: 'Created.', schema: nexusResponse, headers: ['Location'] },
  },
  problems: ['COUNTRY_NOT_COVERED'],
  isTagged: true,
  examples: {
    state: {
      summary: 'An office and a registration in a US state',
      path: { place: 'US-MN' },
      body: declared,
      status: 201,
    },
    again: {
      summary: 'The same request again',
      path: { place: 'US-MN' },
      body: declared,
      status: 200,
      variables: { input: { state: 'MN', ...declared } },
    },
    region: { summary: 'An office in a region', path: { place: 'CA-QC' }, body: ofQuebec, status: 201 },
    oneStopShop: {
      summary: 'The one-stop shop in a member state of the EU',
      path: { place: 'IE' },
      body: { registrations: [{ validFrom: '2026-01-01', number: 'IE6388047V', scheme: 'UNION_ONE_STOP_SHOP' }] },
      status: 201,
    },
  },
  graphql: {
    document: `mutation ($input: UpsertNexusInput!) { upsertNexus(input: $input) { __typename ... on Nexus { ${nexusSelection} } ${failures} } }`,
    at: 'upsertNexus',
  },
};

export const getNexusOperation: Operation = {
  id: 'getNexus',
  tag: 'Nexus',
  summary: 'Read the nexus declared for a place',
  description: 'The response can be sent back with PUT.',
  responses: { 200: { description: 'The declaration.', schema: nexusResponse } },
  problems: ['NOT_FOUND', 'COUNTRY_NOT_COVERED'],
  isTagged: true,
  examples: {
    state: {
      summary: 'Declarations for a US state',
      path: { place: 'US-MN' },
      status: 200,
    },
    region: {
      summary: 'Declarations for a region',
      path: { place: 'CA-QC' },
      status: 200,
    },
  },
  graphql: {
    document: `query ($filter: NexusTrackerFilter) { nexusTrackers(filter: $filter, first: 1) { nodes { declaration { ${nexusSelection} } } } }`,
    at: 'nexusTrackers.nodes.0.declaration',
  },
};

export const deleteNexusOperation: Operation = {
  id: 'deleteNexus',
  tag: 'Nexus',
  summary: 'End nexus for a place',
  description:
    'Periods in force end today, periods that begin later are removed, and past periods are kept. Safe to repeat: the response is the same even if nothing was declared.',
  responses: { 204: { description: 'The nexus has ended.' } },
  problems: ['COUNTRY_NOT_COVERED', 'CONFLICT'],
  isTagged: true,
  examples: {
    one: {
      summary: 'End nexus',
      path: { place: 'US-MN' },
      status: 204,
      variables: { input: { country: 'US', state: 'MN' } },
    },
  },
  graphql: {
    document: `mutation ($input: EndNexusInput!) { endNexus(input: $input) { __typename ... on EndedNexus { nexus { country state } } ${failures} } }`,
    at: 'endNexus',
  },
};
