import { z } from 'zod';
import { csvField } from '../../domain/exemptions/exemption-csv-header.ts';
import { exemptionList } from '../../domain/exemptions/exemption-list.ts';
import { streamed, twinOf } from '../http/declared-list.ts';
import { list } from '../http/members.ts';
import type { Operation } from '../http/operation.ts';
import { exampleIds } from '../openapi/example-data.ts';
import { exemptionSelection, importSelection } from '../selections/graphql-selections.ts';
import { exemptionColumns } from './exemption-columns.ts';
import { exemptionImportResponse, exemptionResponse, upsertedExemptionsResponse } from './exemption-response.ts';

const failures = '... on InvalidInput { issues { path code message } } ... on UserError { code message }';
const example = {
  exemption: {
    customerId: exampleIds.customer,
    country: 'US',
    exemptionType: 'FULLY',
    certificate: { certificateId: 'CERT-7', name: 'Resale certificate' },
    validationDates: { fromDate: '2026-01-01' },
    taxCodes: ['C3S1'],
  },
  states: [{ abbreviation: 'WI' }],
};

const { customerId, ...terms } = example.exemption;
const inGraphql = { customerId, exemption: terms, states: example.states };

export const postExemptions: Operation = {
  id: 'upsertExemptions',
  isShownOnRequest: true,
  tag: 'Exemptions',
  summary: 'Store exemptions, one for each state',
  description:
    'Creates each exemption, or replaces the exemption with the same customer, country, state and certificate id. Without states, the exemption is country-wide. The response is empty unless `Prefer: return=representation` is sent.',
  body: {
    name: 'ExemptionInput',
    description: 'An exemption and its states.',
    schema: 'exemption',
    record: z.object({ exemption: exemptionResponse }),
  },
  responses: { 200: { description: 'The exemptions are stored.', schema: upsertedExemptionsResponse } },
  problems: ['CUSTOMER_NOT_FOUND', 'CONFLICT'],
  examples: {
    certificate: {
      summary: 'A certificate for one tax code in Wisconsin',
      body: example,
      status: 200,
      variables: { input: inGraphql },
    },
  },
  graphql: {
    document: `mutation ($input: UpsertExemptionsInput!) { upsertExemptions(input: $input) { __typename ... on UpsertedExemptions { exemptions { serviceId } } ${failures} } }`,
    at: 'upsertExemptions',
  },
};

export const listExemptionsOperation: Operation = {
  id: 'listExemptions',
  isCounted: true,
  tag: 'Exemptions',
  summary: 'List exemptions',
  description: `${exemptionList.description} ${streamed}`,
  responses: {
    200: { description: 'The exemptions.', schema: list(exemptionResponse, 'Newest first.'), headers: ['Link'] },
  },
  columns: exemptionColumns,
  examples: {
    customer: {
      summary: 'The exemptions of a customer in Wisconsin',
      query: { customerId: exampleIds.customer, state: 'WI', limit: '10' },
      status: 200,
    },
  },
  graphql: twinOf(
    exemptionList,
    `${exemptionSelection} customer { source externalId name }`,
    ' pageInfo { endCursor hasNextPage }',
  ),
};

export const getExemptionOperation: Operation = {
  id: 'getExemption',
  tag: 'Exemptions',
  summary: 'Read an exemption',
  description: 'All members of the exemption.',
  responses: { 200: { description: 'The exemption.', schema: exemptionResponse } },
  problems: ['NOT_FOUND'],
  isTagged: true,
  examples: {
    one: {
      summary: 'The exemption stored above; take its id from the list',
      path: { serviceId: exampleIds.exemption },
      status: 200,
    },
  },
  graphql: { document: `query ($by: ExemptionBy!) { exemption(by: $by) { ${exemptionSelection} } }`, at: 'exemption' },
};

export const patchExemptionOperation: Operation = {
  id: 'patchExemption',
  tag: 'Exemptions',
  summary: 'Update an exemption',
  description:
    'A JSON merge patch (RFC 7396). Customer, country and state cannot change. Set exemptionStatus to CANCELLED to end the exemption. Documents calculated with it keep their tax.',
  body: {
    name: 'ExemptionPatch',
    description: 'Members to change. Read-only members of the record are ignored.',
    schema: 'exemptionPatch',
    isPatch: true,
  },
  responses: { 200: { description: 'The whole exemption after the change.', schema: exemptionResponse } },
  problems: ['NOT_FOUND', 'KEY_MISMATCH', 'KEY_TAKEN', 'CONFLICT'],
  isTagged: true,
  examples: {
    cancel: {
      summary: 'Cancel it',
      path: { serviceId: exampleIds.exemption },
      body: { exemptionStatus: 'CANCELLED' },
      status: 200,
      variables: { input: { by: { serviceId: exampleIds.exemption }, patch: { exemptionStatus: 'CANCELLED' } } },
    },
  },
  graphql: {
    document: `mutation ($input: PatchExemptionInput!) { patchExemption(input: $input) { __typename ... on Exemption { ${exemptionSelection} } ${failures} } }`,
    at: 'patchExemption',
  },
};

const exampleFile = `customerId,states,certificateId,exemptionType\r\n${exampleIds.customer},IA,CERT-8,FULLY\r\n`;

export const importOperation: Operation = {
  id: 'importExemptions',
  tag: 'Exemptions',
  summary: 'Store exemptions from a CSV file',
  description: 'Stores the valid rows and reports the invalid rows. The file is streamed and can be up to 1 GB.',
  body: {
    name: 'ExemptionImportInput',
    description: 'Form with the file.',
    mediaType: 'multipart/form-data',
    schema: z.object({
      [csvField]: z.string().meta({
        contentMediaType: 'text/csv',
        description:
          'CSV file with a header line. GET /v1/exemption_imports/template returns a template with every column.',
      }),
    }),
  },
  responses: { 200: { description: 'Report on the file.', schema: exemptionImportResponse } },
  problems: ['MALFORMED_FORM'],
  examples: {
    dry: {
      summary: 'A dry run of one row',
      query: { dryRun: 'true' },
      body: { [csvField]: exampleFile },
      status: 200,
      variables: { input: { file: null, dryRun: true } },
    },
  },
  graphql: {
    document: `mutation ($input: ImportExemptionsInput!) { importExemptions(input: $input) { __typename ... on ExemptionImport { ${importSelection} } ${failures} } }`,
    at: 'importExemptions',
  },
};

export const templateOperation: Operation = {
  id: 'getExemptionImportTemplate',
  tag: 'Exemptions',
  summary: 'Download a CSV template for exemptions',
  description: 'A CSV file with a header line and no rows.',
  responses: {
    200: {
      description: 'The template.',
      mediaType: 'text/csv',
      schema: z.string().meta({ description: 'Header line with every column.' }),
    },
  },
  examples: { template: { summary: 'The template', status: 200 } },
  graphql: { none: 'GraphQL does not return files.' },
};
