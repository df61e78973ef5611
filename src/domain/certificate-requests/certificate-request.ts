import { z } from 'zod';
import { addDays } from '../base/calendar.ts';
import { field, type RecordOf, record, states } from '../base/record.ts';
import { internalTimestamps } from '../base/timestamps.ts';
import { formatNames } from '../base/words.ts';
import { type ExemptionFile, exemptionFile } from '../exemptions/exemption-file.ts';
import { type DeclaredList, type FilterOf, storedFields } from '../lists/declared-list.ts';
import { streamlinedCertificate } from './streamlined-certificate.ts';

const certificateRequestStatus = states('CertificateRequestStatus', 'Progress of a certificate request.', {
  REQUESTED: 'The buyer has not submitted a certificate yet.',
  PENDING:
    'The buyer submitted a certificate. The certificate has no effect until you accept it, and can still be replaced.',
  ACCEPTED: 'You accepted the certificate, and its exemptions are stored.',
  DECLINED: 'You declined the certificate.',
  REVOKED: 'You withdrew the request.',
});

/** Default and maximum validity of a link, and the number of days between reminders. */
export const linkDays = { usual: 30, most: 366 };
export const reminderDays = 7;

export const certificateRequest = record(
  'CertificateRequest',
  'A request to a customer for exemption certificates in certain states. The buyer responds through a signed link, without an account.',
  {
    serviceId: field.uuid('Id that this service assigned to the request.'),
    customerId: field.uuid('`serviceId` of the customer.'),
    states: field.list(field.text('Code of a US state.', { examples: ['MN'] }), 3, 'Requested states, by code.'),
    status: field.choice(certificateRequestStatus, 'Progress from invitation to decision.'),
    expiresOn: field.day('Last day, in UTC, on which the link works.'),
    submittedAt: field.optional(
      field.instant('When the buyer last submitted a certificate.'),
      'if nothing was submitted',
    ),
    certificate: field.optional(
      field.part(streamlinedCertificate, 'Fields filled in by the buyer.'),
      'if the buyer did not fill in the form',
    ),
    file: field.optional(
      field.part(
        exemptionFile,
        'File uploaded by the buyer, or the completed form as a PDF. On acceptance, the file moves to the exemptions.',
      ),
    ),
    decisionReason: field.optional(field.text('Reason given for the decision.')),
    exemptionIds: field.list(
      field.uuid('`serviceId` of an exemption.'),
      3,
      'Exemptions stored when the request was accepted.',
    ),
    internalTimestamps: field.part(internalTimestamps, 'When this service stored and last changed the request.'),
    version: field.count('The number of changes to the request.', { only: 'GRAPHQL' }),
  },
);
export type CertificateRequest = Omit<RecordOf<typeof certificateRequest>, 'file'> & {
  readonly file: ExemptionFile | null;
};

export const certificateRequestList = {
  name: 'certificateRequests',
  of: certificateRequest,
  plural: 'certificate requests',
  scope: 'exemptions:read',
  description: 'Requests to customers for exemption certificates, newest first.',
  fields: {
    ...storedFields,
    serviceId: { kind: 'uuid' },
    customerId: {
      kind: 'uuid',
      description: '`serviceId` of the customer.',
      parameters: { customerId: 'eq' },
    },
    status: {
      kind: 'choice',
      of: certificateRequestStatus,
      description: 'Status of the request, such as `PENDING`.',
      parameters: { status: 'in' },
    },
    expiresOn: {
      kind: 'day',
      description: 'Last day, in UTC, on which the link works.',
      parameters: { expiresFrom: 'gte', expiresTo: 'lte' },
    },
  },
} as const satisfies DeclaredList;
export type CertificateRequestFilter = FilterOf<typeof certificateRequestList>;

/** Whether the buyer may still submit: the request is open, and the link has not expired. */
export function takesSubmissions({ status, expiresOn }: CertificateRequest, today: string): boolean {
  return (status === 'REQUESTED' || status === 'PENDING') && today <= expiresOn;
}

/** The text for the customer. The service itself sends no email. */
export const certificateInvitation = record(
  'CertificateInvitation',
  'Text for an email that you send to the customer, with the link for the buyer’s response.',
  {
    serviceId: field.uuid('`serviceId` of the request.'),
    customerId: field.uuid('`serviceId` of the customer.'),
    name: field.optional(field.text('Name of the customer.')),
    email: field.optional(field.text('Email address of the customer.')),
    subject: field.text('Subject of the email.'),
    text: field.text('Text of the email, with the link.'),
    link: field.text(
      'Signed link for this customer only; a path on this gateway if the operator has not set PUBLIC_URL.',
      { examples: ['https://tax.example.com/certificates/eyJhbGciOiJSUzI1NiJ9.eyJ0ZW5hbnRJZCI6IjAxOTgifQ.c2ln'] },
    ),
    expiresOn: field.day('Last day, in UTC, on which the link works.'),
  },
);
export type CertificateInvitation = RecordOf<typeof certificateInvitation>;

export const certificateReminderList = {
  name: 'certificateReminders',
  of: certificateInvitation,
  plural: 'reminders',
  scope: 'exemptions:write',
  description: `Unanswered certificate requests that are due for a reminder today: every ${reminderDays} days after the request, while the link works. Query once a day and send each text.`,
  fields: {
    customerId: {
      kind: 'uuid',
      description: '`serviceId` of the customer.',
      parameters: { customerId: 'eq' },
    },
  },
  filterName: 'CertificateReminderFilter',
} as const satisfies DeclaredList;
export type CertificateReminderFilter = FilterOf<typeof certificateReminderList>;

type Invited = Pick<CertificateRequest, 'expiresOn'> & {
  readonly seller: string;
  readonly stateNames: readonly string[];
  readonly link: string;
};

export function invitationText({ seller, stateNames, expiresOn, link }: Invited) {
  const where = formatNames(stateNames);
  return {
    subject: `Exemption certificate for ${seller}`,
    text: `${seller} asks for your sales tax exemption certificate in ${where}. Upload it, or fill in the form, by ${expiresOn}:\n\n${link}\n\nWithout a certificate, ${seller} has to charge sales tax.`,
  };
}

export const defaultExpiry = (today: string) => addDays(today, linkDays.usual);

/** The signed content of a certificate request link. */
export const certificateLink = z.strictObject({
  tenantId: z.uuid(),
  requestId: z.uuid(),
  /** The last day on which the link is valid, in UTC. */
  expiresOn: z.iso.date(),
});
export type CertificateLink = z.output<typeof certificateLink>;
