import { versionPrecondition } from '../../domain/base/precondition.ts';
import {
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
import { authenticated } from '../../ports/context.ts';
import { createCertificateRequest } from '../../usecases/certificate-requests/create-certificate-request.ts';
import { decideCertificateRequest } from '../../usecases/certificate-requests/decide-certificate-request.ts';
import {
  countCertificateReminders,
  countCertificateRequests,
  getCertificateInvitation,
  getCertificateRequest,
  listCertificateReminders,
  listCertificateRequests,
} from '../../usecases/certificate-requests/list-certificate-requests.ts';
import { builder } from '../base/builder.ts';
import { checked } from '../base/checked-input.ts';
import { loadersOf } from '../base/context.ts';
import { errorsOf } from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { inputOf } from '../base/input-of.ts';
import { forgetLists } from '../base/loaded-records.ts';
import { loadNodesOf, NodeRef, nodeId } from '../base/node.ts';
import { byServiceId, inputBy, nullIfNotFound } from '../base/record-name.ts';
import { recordType } from '../base/record-type.ts';
import { ifVersionField } from '../base/shared-inputs.ts';
import { addStoredTimes } from '../base/timestamps.ts';
import { CustomerRef } from '../customers/customer.ts';
import { newestFirstField } from '../lists/declared-list.ts';

const RequestRef = recordType(certificateRequest, [NodeRef]);
const InvitationRef = recordType(certificateInvitation);

builder.objectFields(RequestRef, (t) => ({
  id: t.id(nodeId('CertificateRequest')),
  customer: t.field({
    type: CustomerRef,
    extensions: needsScopes('customers:read'),
    description: 'The recipient of the request.',
    resolve: async ({ customerId }, _args, ctx) => {
      const customer = await loadersOf(ctx).customerById.load(customerId);
      if (!customer) throw new Error(`Customer ${customerId} not found.`);
      return customer;
    },
  }),
  invitation: t.field({
    type: InvitationRef,
    extensions: { ...needsScopes('exemptions:write'), work: 10 },
    description: 'Text and link for your own email to the customer.',
    resolve: ({ serviceId }, _args, ctx) => getCertificateInvitation(ctx, serviceId),
  }),
}));
addStoredTimes(RequestRef);

loadNodesOf('CertificateRequest', 'exemptions:read', async (serviceIds, ctx) => {
  const found = await authenticated(ctx).stores.certificateRequests.findMany(serviceIds);
  const byId = new Map(found.map((one) => [one.serviceId, one]));
  return serviceIds.map((serviceId) => byId.get(serviceId) ?? null);
});

const { by: byRequest, serviceIdIn: requestId } = byServiceId('CertificateRequest', 'certificate request');

builder.queryField('certificateRequest', (t) =>
  t.field({
    type: RequestRef,
    nullable: true,
    extensions: needsScopes('exemptions:read'),
    description: 'A certificate request; null if unknown.',
    args: { by: t.arg(byRequest) },
    resolve: (_root, { by }, ctx) => nullIfNotFound(getCertificateRequest(ctx, requestId(by))),
  }),
);

newestFirstField(certificateRequestList, RequestRef, {
  read: listCertificateRequests,
  count: countCertificateRequests,
});

newestFirstField(certificateReminderList, InvitationRef, {
  read: listCertificateReminders,
  count: countCertificateReminders,
});

builder.mutationField('createCertificateRequest', (t) =>
  t.field({
    type: RequestRef,
    errors: errorsOf('CUSTOMER_NOT_FOUND'),
    extensions: needsScopes('exemptions:write'),
    description:
      'Requests exemption certificates from a customer for the given states. No email is sent: `invitation` contains the text and link for your own email.',
    args: {
      input: t.arg({
        ...checked(inputOf(certificateRequestFields), certificateRequestInput),
        required: true,
        description: 'The customer and the states.',
      }),
    },
    resolve: (_root, { input }, ctx) => createCertificateRequest(ctx, input.parsed),
  }),
);

const DecideInputRef = inputBy(
  'DecideCertificateRequestInput',
  'A certificate request with the decision.',
  byRequest,
  (t) => ({
    decision: t.field({
      ...checked(inputOf(certificateDecisionFields), certificateDecisionInput),
      required: true,
      description: 'The decision, and the terms of the exemptions.',
    }),
    ifVersion: ifVersionField(t),
  }),
);

builder.mutationField('decideCertificateRequest', (t) =>
  t.field({
    type: RequestRef,
    errors: errorsOf(...decisionProblems),
    extensions: needsScopes('exemptions:write'),
    description:
      'Accepts or declines the buyer’s submission, or withdraws the request. Accepting stores an exemption for each state, with the submitted file. Decisions are final. Send `ifVersion` to decide on the version you read: the buyer can replace the submission until you decide.',
    args: { input: t.arg({ type: DecideInputRef, required: true, description: 'The request and the decision.' }) },
    resolve: async (_root, { input: { by, decision, ifVersion } }, ctx) => {
      const precondition = versionPrecondition(ifVersion);
      const request = await decideCertificateRequest(ctx, requestId(by), decision.parsed, precondition);
      forgetLists(ctx);
      return request;
    },
  }),
);
