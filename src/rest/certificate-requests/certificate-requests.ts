import { recordTag } from '../../domain/base/etag.ts';
import { parseInput } from '../../domain/base/parse-input.ts';
import {
  type CertificateRequest,
  certificateInvitation,
  certificateReminderList,
  certificateRequest,
  certificateRequestList,
} from '../../domain/certificate-requests/certificate-request.ts';
import {
  certificateDecisionFields,
  certificateDecisionInput,
  certificateRequestFields,
  certificateRequestInput,
  decisionProblems,
} from '../../domain/certificate-requests/certificate-request-input.ts';
import { fileTypes } from '../../domain/exemptions/exemption-file.ts';
import { requireAcceptable } from '../../http/media-type.ts';
import { createCertificateRequest } from '../../usecases/certificate-requests/create-certificate-request.ts';
import { decideCertificateRequest } from '../../usecases/certificate-requests/decide-certificate-request.ts';
import {
  type CertificateReminder,
  getCertificateInvitation,
  getCertificateRequest,
  listCertificateReminders,
  listCertificateRequests,
  readCertificateRequestFile,
} from '../../usecases/certificate-requests/list-certificate-requests.ts';
import { fileHeaders, streamOf } from '../exemptions/exemption-file.ts';
import { fileResponse } from '../exemptions/file-operations.ts';
import { readJson } from '../http/body.ts';
import { preconditionOf, taggedReply } from '../http/conditions.ts';
import { listRoute } from '../http/declared-list.ts';
import type { Operation } from '../http/operation.ts';
import { serviceIdOf } from '../http/record-name.ts';
import { jsonOf, responseOf } from '../http/record-response.ts';
import { jsonReply, type Route, route } from '../http/route.ts';
import { exampleIds } from '../openapi/example-data.ts';
import { recordSelection } from '../selections/record-selection.ts';

const path = '/v1/certificate_requests';
const byServiceId = `${path}/serviceId/:serviceId`;
const requestResponse = responseOf(certificateRequest);
const requestJson = jsonOf(certificateRequest);
const selection = recordSelection(certificateRequest);
const failures = '... on InvalidInput { issues { path code message } } ... on UserError { code message }';
const one = { serviceId: exampleIds.certificateRequest };

const createOperation: Operation = {
  id: 'createCertificateRequest',
  tag: 'Exemptions',
  summary: 'Request certificates from a customer',
  description:
    'Stores the request. The service sends no email: `invitation` contains the text and link to send in your own email, and the event `certificate.requested` notifies your systems.',
  body: {
    name: 'CertificateRequestInput',
    description: 'The customer and the states.',
    schema: certificateRequestFields,
  },
  responses: { 201: { description: 'The request.', schema: requestResponse, headers: ['Location', 'ETag'] } },
  problems: ['CUSTOMER_NOT_FOUND'],
  examples: {
    two: {
      summary: 'Two states',
      body: { customerId: exampleIds.customer, states: ['MN', 'WI'] },
      status: 201,
    },
  },
  graphql: {
    document: `mutation ($input: CreateCertificateRequestInput!) { createCertificateRequest(input: $input) { __typename ... on CertificateRequest { ${selection} } ${failures} } }`,
    at: 'createCertificateRequest',
  },
};

const getOperation: Operation = {
  id: 'getCertificateRequest',
  tag: 'Exemptions',
  summary: 'Read a certificate request',
  description: 'Includes the buyer’s submission.',
  responses: { 200: { description: 'The request.', schema: requestResponse } },
  problems: ['NOT_FOUND'],
  isTagged: true,
  examples: { one: { summary: 'One', path: one, status: 200 } },
  graphql: {
    document: `query ($by: CertificateRequestBy!) { certificateRequest(by: $by) { ${selection} } }`,
    at: 'certificateRequest',
  },
};

const invitationOperation: Operation = {
  id: 'getCertificateInvitation',
  tag: 'Exemptions',
  summary: 'Read the invitation text and link',
  description:
    'For use in your own email. Anyone with the link can respond to the request until it expires or is decided.',
  responses: { 200: { description: 'The text and link.', schema: responseOf(certificateInvitation) } },
  problems: ['NOT_FOUND'],
  examples: { one: { summary: 'One', path: one, status: 200 } },
  graphql: {
    document: `query ($by: CertificateRequestBy!) { certificateRequest(by: $by) { invitation { ${recordSelection(certificateInvitation)} } } }`,
    at: 'certificateRequest.invitation',
  },
};

const decideOperation: Operation = {
  id: 'decideCertificateRequest',
  tag: 'Exemptions',
  summary: 'Accept, decline or withdraw a certificate request',
  description:
    'Accepting stores an exemption for each state, with the submitted file attached, in one step. Decisions are final: repeating the same decision changes nothing, and different terms are refused with `REQUEST_DECIDED`. Send `If-Match` to decide on the version you read: the buyer can replace the submission until you decide.',
  body: {
    name: 'CertificateDecisionInput',
    description: 'The decision.',
    schema: certificateDecisionFields,
  },
  responses: { 200: { description: 'The request.', schema: requestResponse, headers: ['ETag'] } },
  problems: decisionProblems,
  isTagged: true,
  examples: {
    withdrawn: {
      summary: 'No longer needed',
      path: one,
      body: { decision: 'REVOKED', reason: 'The customer mailed the certificate.' },
      status: 200,
      variables: {
        input: {
          by: one,
          decision: { decision: 'REVOKED', reason: 'The customer mailed the certificate.' },
        },
      },
    },
  },
  graphql: {
    document: `mutation ($input: DecideCertificateRequestInput!) { decideCertificateRequest(input: $input) { __typename ... on CertificateRequest { ${selection} } ${failures} } }`,
    at: 'decideCertificateRequest',
  },
};

const fileOperation: Operation = {
  id: 'getCertificateRequestFile',
  tag: 'Exemptions',
  summary: 'Download the file submitted by a buyer',
  description:
    'The original upload, or the completed form as a PDF. Browsers download the file instead of showing it. Uploads are not scanned for viruses.',
  responses: { 200: { description: 'The file.', ...fileResponse } },
  problems: ['NOT_FOUND'],
  examples: {},
  graphql: { none: 'GraphQL describes the file as CertificateRequest.file; its content is downloaded here.' },
};

const tagged = (request: CertificateRequest) => ({ ETag: recordTag(request) });

export const certificateRequestRoutes: readonly Route[] = [
  route(
    'POST',
    path,
    'exemptions:write',
    async ({ ctx, request }) => {
      const input = parseInput(certificateRequestInput, await readJson(request));
      return createdReply(await createCertificateRequest(ctx, input));
    },
    {
      recall: async ({ ctx }, serviceId) => createdReply(await getCertificateRequest(ctx, serviceId)),
      operation: createOperation,
    },
  ),
  listRoute(path, certificateRequestList, {
    tag: 'Exemptions',
    summary: 'List certificate requests',
    examples: { open: { summary: 'Undecided requests', query: { status: 'REQUESTED,PENDING', limit: '10' } } },
    read: listCertificateRequests,
  }),
  route(
    'GET',
    byServiceId,
    'exemptions:read',
    async ({ ctx, request }) => {
      preconditionOf(request); // A malformed header is refused here, before anything is read.
      const found = await getCertificateRequest(ctx, serviceIdOf(request));
      return taggedReply(request, recordTag(found), () => requestJson(found));
    },
    { operation: getOperation },
  ),
  route(
    'GET',
    `${byServiceId}/invitation`,
    'exemptions:write',
    async ({ ctx, request }) =>
      jsonReply(200, jsonOf(certificateInvitation)(await getCertificateInvitation(ctx, serviceIdOf(request)))),
    { operation: invitationOperation },
  ),
  route(
    'GET',
    `${byServiceId}/file`,
    'exemptions:read',
    async (call) => {
      const { file, pieces } = await readCertificateRequestFile(call.ctx, serviceIdOf(call.request));
      requireAcceptable(call.request.header('accept'), [file.mediaType]);
      const body = call.request.method === 'HEAD' ? null : streamOf(call, pieces());
      return { status: 200, body, headers: fileHeaders(file) };
    },
    { produces: fileTypes, operation: fileOperation },
  ),
  route(
    'POST',
    `${byServiceId}/decide`,
    'exemptions:write',
    async ({ ctx, request }) => {
      const serviceId = serviceIdOf(request);
      const input = parseInput(certificateDecisionInput, await readJson(request));
      const decided = await decideCertificateRequest(ctx, serviceId, input, preconditionOf(request));
      return jsonReply(200, requestJson(decided), tagged(decided));
    },
    { operation: decideOperation },
  ),
  listRoute<typeof certificateReminderList, CertificateReminder>('/v1/certificate_reminders', certificateReminderList, {
    tag: 'Exemptions',
    summary: 'List the reminders due today',
    examples: { all: { summary: 'All reminders', query: { limit: '10' } } },
    read: listCertificateReminders,
  }),
];

function createdReply(request: CertificateRequest) {
  const headers = { Location: `${path}/serviceId/${request.serviceId}`, ...tagged(request) };
  return jsonReply(201, requestJson(request), headers);
}
