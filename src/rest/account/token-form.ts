import type { HonoRequest } from 'hono';
import { AppError, type ErrorCode, errorCodes, invalidField } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { mediaTypeOf } from '../../http/media-type.ts';
import type { IssuedToken, TokenRequest } from '../../ports/authenticator.ts';
import { readBody } from '../http/body.ts';
import { asAppError } from '../http/problem.ts';
import { jsonReply, type OpenCall, type Reply } from '../http/route.ts';

/*
 * The client credentials grant of OAuth 2.0 (RFC 6749, 4.4) as OAuth libraries use it: requests are forms, and
 * responses and errors have the standard members.
 */

export const formType = 'application/x-www-form-urlencoded';

export function isForm(request: HonoRequest): boolean {
  return mediaTypeOf(request.header('content-type')) === formType;
}

export async function tokenFromForm({ request, remoteAddress, requestId, deps }: OpenCall): Promise<Reply> {
  const authorization = request.header('authorization');
  try {
    const asked = readForm(await readBody(request, gatewayLimits.restWithoutToken.bodyBytes), authorization);
    return jsonReply(200, tokenJson(await deps.authenticator.issueToken(asked, remoteAddress)), { Pragma: 'no-cache' });
  } catch (thrown) {
    const error = asAppError(thrown);
    if (errorCodes[error.code].status >= 500) {
      deps.log.error({ err: thrown, requestId, method: 'POST', path: '/v1/token' }, 'a request failed');
    }
    return errorReply(error, { usesBasic: authorization !== undefined });
  }
}

function tokenJson({ accessToken, tokenType, expiresIn, scopes }: IssuedToken) {
  return { access_token: accessToken, token_type: tokenType, expires_in: expiresIn, scope: scopes.join(' ') };
}

function readForm(body: ArrayBuffer | Uint8Array, authorization: string | undefined): TokenRequest {
  const form = new URLSearchParams(new TextDecoder().decode(body));
  const once = (name: string): string | null => {
    const [first, ...others] = form.getAll(name);
    if (others.length > 0) throw invalidField([name], 'REPEATED', `Send ${name} only once.`);
    return first ?? null;
  };
  const filled = (name: string) => once(name) || null;
  const grant = filled('grant_type');
  if (grant === null) throw invalidField(['grant_type'], 'REQUIRED', 'Send grant_type=client_credentials.');
  if (grant !== 'client_credentials') {
    throw invalidField(['grant_type'], 'UNSUPPORTED_GRANT', 'grant_type must be client_credentials.');
  }
  const scopes = once('scope')?.split(' ').filter(Boolean); // An empty list differs from a missing list: it requests no scopes.
  const credentials = credentialsOf(filled('client_id'), filled('client_secret'), authorization);
  return { ...credentials, ...(scopes && { scopes }) };
}

/** Client credentials, either from the Authorization header (RFC 6749, 2.3.1) or from the form. */
function credentialsOf(clientId: string | null, clientSecret: string | null, authorization: string | undefined) {
  const basic = authorization === undefined ? null : readBasic(authorization);
  if (basic && (clientSecret !== null || (clientId !== null && clientId !== basic.clientId))) {
    throw invalidField(
      ['client_secret'],
      'REPEATED',
      'Send the credentials either in the header or in the form, not both.',
    );
  }
  if (basic) return basic;
  if (clientId !== null && clientSecret !== null) return { clientId, clientSecret };
  throw new AppError(
    'INVALID_CLIENT',
    'Send client_id and client_secret, in the form or as HTTP Basic authentication.',
  );
}

function readBasic(authorization: string): { clientId: string; clientSecret: string } {
  const encoded = /^Basic +([A-Za-z0-9+/]+=*) *$/i.exec(authorization)?.[1];
  const [clientId, clientSecret] = encoded ? splitOnce(Buffer.from(encoded, 'base64').toString()) : [];
  if (clientId && clientSecret) return { clientId: formText(clientId), clientSecret: formText(clientSecret) };
  throw new AppError('INVALID_CLIENT', 'The Authorization header must be Basic with the client id and secret.');
}

function splitOnce(pair: string): readonly string[] {
  const colon = pair.indexOf(':');
  return colon < 0 ? [] : [pair.slice(0, colon), pair.slice(colon + 1)];
}

/** The standard form-encodes both values before they are joined. Unencoded text is accepted as well. */
function formText(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** Error codes from RFC 6749, 5.2. `temporarily_unavailable` is the code for an overloaded server. */
const oauthCodes: Partial<Record<ErrorCode, string>> = {
  INVALID_CLIENT: 'invalid_client',
  INVALID_INPUT: 'invalid_request',
  BODY_TOO_LARGE: 'invalid_request',
  MALFORMED_JSON: 'invalid_request',
  REQUEST_TIMEOUT: 'invalid_request',
  TOO_MANY_REQUESTS: 'temporarily_unavailable',
  NOT_READY: 'temporarily_unavailable',
};
const codesOfIssues: Readonly<Record<string, string>> = {
  UNSUPPORTED_GRANT: 'unsupported_grant_type',
  INVALID_SCOPE: 'invalid_scope',
};

function errorReply(error: AppError, { usesBasic }: { readonly usesBasic: boolean }): Reply {
  const code = codesOfIssues[error.issues[0]?.code ?? ''] ?? oauthCodes[error.code] ?? 'server_error';
  const { status } = errorCodes[error.code];
  return jsonReply(
    status,
    { error: code, error_description: describable(error.message) },
    {
      Pragma: 'no-cache',
      ...(status === 401 && { 'WWW-Authenticate': usesBasic ? 'Basic realm="tollgate"' : 'Bearer' }),
      ...(error.retryAfter !== null && { 'Retry-After': String(error.retryAfter) }),
    },
  );
}

/** Keeps only the characters that the standard allows in this member. */
function describable(message: string): string {
  return message.replaceAll('"', "'").replaceAll(/[^\x20-\x7e]|\\/g, '?');
}
