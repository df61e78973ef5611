import type { Tenant } from '../../domain/account/tenant.ts';
import { AppError, invalidField } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { parseInput } from '../../domain/base/parse-input.ts';
import { changedAt } from '../../domain/base/timestamps.ts';
import {
  type CertificateLink,
  type CertificateRequest,
  takesSubmissions,
} from '../../domain/certificate-requests/certificate-request.ts';
import { certificateInput } from '../../domain/certificate-requests/streamlined-certificate.ts';
import { declaredFileType } from '../../domain/exemptions/file-content.ts';
import { shareOfLink, withFileInMemory } from '../../files/uploads/files-in-memory.ts';
import type { FormPart } from '../../files/uploads/multipart.ts';
import type { CertificateLinks } from '../../ports/certificate-links.ts';
import { type Context, todayOf } from '../../ports/context.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import type { CertificateRequestStore } from '../../ports/stores/certificate-request-store.ts';
import type { Stores } from '../../ports/stores.ts';
import { type CheckedFile, readCheckedFile } from '../exemptions/exemption-file.ts';
import { retryOnConflict } from '../writing/optimistic-lock.ts';
import { completedCertificate } from './completed-certificate.ts';

/** The context of the buyer’s page. There is no session, and a link leads to a single request of one tenant. */
export type BuyerContext = Pick<Context, 'now' | 'requestId'> & {
  readonly links: CertificateLinks;
  readonly stores: Pick<Stores, 'forTenant'>;
  /** The rate book for the kind of tenant. */
  readonly referenceFor: (kind: Tenant['kind']) => ReferenceData;
};

/** A request as shown to its buyer. The only tenant data is the tenant's name. */
export type ShownRequest = {
  readonly seller: string;
  readonly states: readonly { readonly code: string; readonly name: string }[];
  /** Whether every state accepts the Streamlined certificate. */
  readonly takesForm: boolean;
  readonly expiresOn: string;
  readonly submittedAt: Date | null;
};
/** A request opened through a verified link. */
type OpenedRequest = { readonly link: CertificateLink; readonly shown: ShownRequest };
type Found = {
  readonly shown: ShownRequest;
  readonly request: CertificateRequest;
  readonly requests: CertificateRequestStore;
};

/** The author of a submission in the audit trail. */
const buyer = 'certificate-link';

/** The same error for every problem with a link, so that it does not reveal whether a request exists. */
const deadLink = () => new AppError('NOT_FOUND', 'This link is invalid or has expired. Ask the seller for a new one.');

async function find(ctx: BuyerContext, { tenantId, requestId }: CertificateLink): Promise<Found> {
  const actor = { clientId: buyer, requestId: ctx.requestId };
  const { account, certificateRequests } = ctx.stores.forTenant(tenantId, actor);
  const [tenant, [request]] = await Promise.all([account.find(), certificateRequests.findMany([requestId])]);
  if (!tenant || !request || !takesSubmissions(request, todayOf({ session: { tenant }, now: ctx.now }))) {
    throw deadLink();
  }
  const reference = ctx.referenceFor(tenant.kind);
  const states = request.states.map((code) => ({ code, facts: reference.findState(code) }));
  const shown = {
    seller: tenant.name,
    states: states.map(({ code, facts }) => ({ code, name: facts?.name ?? code })),
    takesForm: states.every(({ facts }) => facts?.streamlined != null),
    expiresOn: request.expiresOn,
    submittedAt: request.submittedAt,
  };
  return { shown, request, requests: certificateRequests };
}

export async function openCertificateRequest(
  ctx: BuyerContext,
  token: string,
  address: string,
): Promise<OpenedRequest> {
  const link = await ctx.links.read(token, address);
  if (!link) throw deadLink();
  return { link, shown: (await find(ctx, link)).shown };
}

/** The buyer’s submission: the fields of the form, or a file. */
export type BuyerAnswer =
  | { readonly fields: Readonly<Record<string, string>> }
  | { readonly parts: AsyncIterable<FormPart> };

/** Stores the buyer’s submission, replacing an earlier one. */
export async function answerCertificateRequest(
  ctx: BuyerContext,
  { link, shown }: OpenedRequest,
  answer: BuyerAnswer,
): Promise<void> {
  const sent = 'parts' in answer ? await paperIn(link, answer.parts) : filledIn(shown, answer.fields);
  const submittedAt = ctx.now();
  const paper = 'paper' in sent ? sent.paper : completedCertificate({ ...shown, ...link, ...sent, submittedAt });
  await retryOnConflict({ tenantId: link.tenantId, name: `certificate request ${link.requestId}` }, async () => {
    const { request, requests } = await find(ctx, link);
    const changed: CertificateRequest = {
      ...request,
      status: 'PENDING',
      submittedAt,
      certificate: 'paper' in sent ? null : sent.certificate,
      file: { ...paper.file, serviceId: request.serviceId, attachedAt: submittedAt },
      internalTimestamps: changedAt(request.internalTimestamps, submittedAt),
      version: request.version + 1,
    };
    return (await requests.submit(changed, paper.content, request.version)) || null;
  });
}

function filledIn({ states, takesForm }: ShownRequest, fields: Readonly<Record<string, string>>) {
  if (!takesForm)
    throw invalidField(
      ['file'],
      'REQUIRED',
      'The online form is not available for these states. Upload a certificate instead.',
    );
  return { certificate: parseInput(certificateInput(states.map(({ code }) => code)), fields) };
}

function paperIn(
  { tenantId, requestId }: CertificateLink,
  parts: AsyncIterable<FormPart>,
): Promise<{ paper: CheckedFile }> {
  return withFileInMemory(shareOfLink(tenantId, requestId), async () => {
    for await (const part of parts) {
      if (part.kind === 'field') continue;
      if (part.fileName === '') break;
      const sent = { name: part.fileName, mediaType: declaredFileType(part.mediaType), content: part.content };
      return { paper: await readCheckedFile(sent, gatewayLimits.exemptionFile.bytes) };
    }
    throw invalidField(['file'], 'REQUIRED', 'Choose the certificate file.');
  });
}
