import { AppError, errorCodes } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import type { Enumeration } from '../../domain/base/record.ts';
import { formatNames } from '../../domain/base/words.ts';
import {
  businessType,
  fieldLength,
  numberField,
  signedBox,
  streamlinedForm,
  streamlinedReason,
} from '../../domain/certificate-requests/streamlined-certificate.ts';
import { fileTypes } from '../../domain/exemptions/exemption-file.ts';
import { readForm } from '../../files/uploads/multipart.ts';
import { requireLength } from '../../files/uploads/whole-file.ts';
import { escaped, formPolicy } from '../../http/page.ts';
import { sentInTime } from '../../http/slow-senders.ts';
import { certificatesPath } from '../../ports/certificate-links.ts';
import {
  answerCertificateRequest,
  type BuyerAnswer,
  type BuyerContext,
  openCertificateRequest,
  type ShownRequest,
} from '../../usecases/certificate-requests/answer-certificate-request.ts';
import { formType, isForm } from '../account/token-form.ts';
import { pageReply } from '../docs/page-reply.ts';
import { isMultipart, readBody, requireUncoded } from '../http/body.ts';
import { asAppError } from '../http/problem.ts';
import { parameter } from '../http/record-name.ts';
import { type OpenCall, openRoute, type Reply, type Route } from '../http/route.ts';

/*
 * The page where a buyer responds to a certificate request: a form without scripts. Every invalid link gets the same
 * response, and the only fact shown about the tenant is its name.
 */

const path = `${certificatesPath}:token`;
const { bodyBytes: formBytes } = gatewayLimits.restWithoutToken;
/** Enough time for a phone on a slow network to send 10 MB. */
const sendingMs = 60_000;
/** Allows for the form fields around the file. */
const multipartBytes = gatewayLimits.exemptionFile.bytes + formBytes;

export const certificatePageRoutes: readonly Route[] = [
  openRoute(
    'GET',
    path,
    (call) =>
      shown(call, async (ctx, token) =>
        page(200, (await openCertificateRequest(ctx, token, call.remoteAddress)).shown),
      ),
    { produces: ['text/html'] },
  ),
  openRoute(
    'POST',
    path,
    (call) =>
      shown(call, async (ctx, token) => {
        const opened = await openCertificateRequest(ctx, token, call.remoteAddress);
        let fields: Readonly<Record<string, string>> = {};
        try {
          const answer = await answerIn(call);
          if ('fields' in answer) ({ fields } = answer);
          await answerCertificateRequest(ctx, opened, answer);
          return { status: 303, body: null, headers: { Location: call.request.path, 'Cache-Control': 'no-store' } };
        } catch (thrown) {
          const error = asAppError(thrown);
          const isTheirs = error.issues.length > 0 || error.code in refusedFile;
          if (!isTheirs) throw thrown;
          return page(400, opened.shown, { error, fields });
        }
      }),
    { produces: ['text/html'], consumes: formType },
  ),
];

const accepted = 'PDF, PNG, JPEG, WebP or TIFF, at most 10 MB.';
/** Messages for buyers whose submission is refused without issues. */
const refusedFile: Readonly<Partial<Record<string, string>>> = {
  UNSUPPORTED_MEDIA_TYPE: `Choose another file: ${accepted}`,
  BODY_TOO_LARGE: `The submission is too large. Accepted files: ${accepted}`,
  MALFORMED_FORM: 'The submission is incomplete. Try again.',
};

/** Every failure is shown as a page, and the link is never logged. */
async function shown(call: OpenCall, answer: (ctx: BuyerContext, token: string) => Promise<Reply>): Promise<Reply> {
  const { deps, request, requestId } = call;
  const ctx: BuyerContext = {
    links: deps.authenticator.certificateLinks,
    stores: deps.stores,
    referenceFor: (kind) => deps.rateBook.current(kind),
    requestId,
    now: deps.now,
  };
  try {
    return await answer(ctx, parameter(request, 'token'));
  } catch (thrown) {
    const error = asAppError(thrown);
    const { status } = errorCodes[error.code];
    if (status >= 500) deps.log.error({ err: error, requestId, path }, 'a request failed');
    const message = status >= 500 ? 'Something went wrong. Try again later.' : error.message;
    const reply = plainPage(
      status,
      'Exemption certificate',
      `<h1>Exemption certificate</h1><p class="lead" role="alert">${escaped(message)}</p>`,
    );
    if (error.retryAfter === null) return reply;
    return { ...reply, headers: { ...reply.headers, 'Retry-After': String(error.retryAfter) } };
  }
}

async function answerIn({ request }: OpenCall): Promise<BuyerAnswer> {
  requireUncoded(request);
  if (isForm(request)) {
    const form = new URLSearchParams(new TextDecoder().decode(await readBody(request, formBytes)));
    return { fields: Object.fromEntries(form) };
  }
  if (!isMultipart(request)) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the form fields, or a form with the file.');
  }
  requireLength(request.header('content-length'), multipartBytes);
  const body = (request.raw.body ?? new Blob().stream()).values({ preventCancel: true });
  return { parts: readForm(inTime(body), request.header('content-type') ?? '') };
}

async function* inTime(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  const until = performance.now() + sendingMs;
  const pieces = body[Symbol.asyncIterator]();
  for (;;) {
    const piece = await sentInTime(pieces.next(), until - performance.now());
    if (piece.done) return;
    yield piece.value;
  }
}

function plainPage(status: number, title: string, main: string): Reply {
  const description = 'A seller asks for an exemption certificate.';
  const reply = pageReply(
    { title, description, isPlain: true, main: `<div class="certificate">${main}</div>` },
    formPolicy,
  );
  return { ...reply, status };
}

const longDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

type Refused = { readonly error: AppError; readonly fields: Readonly<Record<string, string>> };

function page(status: number, opened: ShownRequest, refused?: Refused): Reply {
  const { seller, states, takesForm, expiresOn, submittedAt } = opened;
  const where = formatNames(states.map(({ name }) => name));
  const lead = `<h1>Exemption certificate for ${escaped(seller)}</h1>
<p class="lead">${escaped(seller)} asks for your sales tax exemption certificate in ${escaped(where)}. This link works until ${longDay.format(new Date(expiresOn))} (UTC).</p>`;
  const sent = submittedAt
    ? `<p class="panel" role="status">Submitted at ${submittedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC. ${escaped(seller)} will decide whether to accept it. Until then, you can replace it below.</p>`
    : '';
  const main = `${lead}${sent}${refused ? refusal(refused.error) : ''}${paperForm()}${takesForm ? streamlined(opened, refused) : ''}`;
  return plainPage(status, `Exemption certificate for ${seller}`, main);
}

function refusal({ issues, code, message }: AppError): string {
  const messages =
    issues.length > 0 ? issues.map((issue) => labelled(issue.path, issue.message)) : [refusedFile[code] ?? message];
  return `<div class="panel" role="alert"><p>Nothing was stored:</p><ul>${messages.map((one) => `<li>${escaped(one)}</li>`).join('')}</ul></div>`;
}

/** Messages name the field, but buyers see its label. */
function labelled(fieldPath: readonly (string | number)[], message: string): string {
  const name = String(fieldPath.at(-1) ?? '');
  const label = fieldPath[0] === 'numbers' ? `Identification number in ${name}` : (labels[name] ?? name);
  return message.startsWith(`${name} `) ? message.replace(name, `“${label}”`) : message;
}

const labels: Readonly<Record<string, string>> = {
  purchaserName: 'Name of purchaser',
  street: 'Business address',
  city: 'City',
  state: 'State',
  zip: 'ZIP code',
  country: 'Country',
  businessType: 'Type of business',
  businessTypeText: 'Explanation, if other',
  reason: 'Reason for exemption',
  reasonText: 'Name, number or explanation',
  signedBy: 'Printed name',
  signerTitle: 'Title',
  signature: 'Declaration',
  file: 'File',
};

function paperForm(): string {
  return `<form class="panel" method="post" enctype="multipart/form-data" aria-labelledby="paper"><h2 id="paper">Upload a certificate</h2>
<p><label>File <input type="file" name="file" required accept="${fileTypes.join(',')}"></label></p>
<p class="soft">${accepted}</p><p><button class="button primary">Upload</button></p></form>`;
}

function streamlined({ states }: ShownRequest, refused?: Refused): string {
  const value = (name: string) => escaped(refused?.fields[name] ?? '');
  const text = (name: string, label = labels[name] ?? name, isRequired = true) =>
    `<p><label>${escaped(label)} <input name="${name}" maxlength="${fieldLength(name)}" value="${value(name)}"${isRequired ? ' required' : ''}></label></p>`;
  const choice = (name: string, { values }: Enumeration) => {
    const options = Object.entries(values).map(
      ([one, words]) =>
        `<option value="${one}"${refused?.fields[name] === one ? ' selected' : ''}>${escaped(words)}</option>`,
    );
    return `<p><label>${labels[name]} <select name="${name}" required><option value=""></option>${options.join('')}</select></label></p>`;
  };
  const numbers = states.map(({ code, name }) => text(numberField(code), `Identification number in ${name}`, false));
  return `<form class="panel" method="post" aria-labelledby="form"><h2 id="form">Or fill in the ${escaped(streamlinedForm.name)}</h2>
<p class="soft">For all purchases from this seller. Not all states allow all exemptions; you are responsible for knowing whether you qualify.</p>
${['purchaserName', 'street', 'city', 'state', 'zip', 'country'].map((name) => text(name)).join('')}
${choice('businessType', businessType)}${text('businessTypeText', labels.businessTypeText, false)}
${choice('reason', streamlinedReason)}${text('reasonText', labels.reasonText, false)}${numbers.join('')}
${text('signedBy')}${text('signerTitle')}
<p><label><input type="checkbox" name="signature" value="${signedBox}" required> ${escaped(streamlinedForm.declaration)}</label></p>
<p><button class="button primary">Sign and submit</button></p></form>`;
}
