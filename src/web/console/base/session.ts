import { computed, signal } from '@preact/signals';
import { navigate } from './router.ts';
import { readSettings } from './settings.ts';
import { endSessionUrl, finishSignIn, isReturning, renewTokens, startSignIn, type Tokens } from './sign-in.ts';

/** The token is kept only in memory, so closing the page discards it. */
type Session =
  | { readonly kind: 'starting' }
  | { readonly kind: 'signed-out'; readonly reason: SignedOutReason }
  | { readonly kind: 'signed-in'; readonly token: string; readonly by: 'demo' | 'client' }
  | { readonly kind: 'signed-in'; readonly token: string; readonly by: 'issuer'; readonly tokens: Tokens };

type SignedOutReason = 'fresh' | 'expired' | 'left' | 'refused' | 'denied' | 'unreachable';

const settings = readSettings();
const session = signal<Session>({ kind: 'starting' });
export const sessionKind = computed(() => session.value.kind);
export const signedOutReason = computed(() => (session.value.kind === 'signed-out' ? session.value.reason : null));
export const signedInBy = computed(() => (session.value.kind === 'signed-in' ? session.value.by : null));
export const canUseIssuer = settings.signIn !== null;

export function authorization(): Record<string, string> {
  return session.value.kind === 'signed-in' ? { Authorization: `Bearer ${session.value.token}` } : {};
}

/** Starts the session with the issuer's response or, without a response, with a demo token if available. */
export async function startSession(): Promise<void> {
  if (settings.signIn && isReturning()) {
    const finished = await finishSignIn(settings.signIn);
    navigate(finished.returnTo, { replace: true });
    if (finished.kind === 'signed-in') signedInWith(finished.tokens);
    else session.value = { kind: 'signed-out', reason: finished.kind };
    return;
  }
  if (!(await fetchDemoToken())) session.value = { kind: 'signed-out', reason: 'fresh' };
}

function signedInWith(tokens: Tokens): void {
  session.value = { kind: 'signed-in', token: tokens.accessToken, by: 'issuer', tokens };
}

async function fetchDemoToken(): Promise<boolean> {
  const { demo } = settings;
  if (!demo) return false;
  const answer = await fetch(demo.path, { method: 'POST', headers: { [demo.header]: '1' } }).catch(() => null);
  if (!answer?.ok) return false;
  const { accessToken } = await answer.json();
  session.value = { kind: 'signed-in', token: String(accessToken), by: 'demo' };
  return true;
}

export function signInAtIssuer(): Promise<void> {
  if (!settings.signIn) throw new Error('No issuer is configured.');
  return startSignIn(settings.signIn, `${location.pathname}${location.search}`);
}

export type ClientSignIn = 'signed-in' | 'wrong' | 'busy' | 'unreachable';

/** For operators: the credentials are sent once and not kept. */
export async function signInAsClient(clientId: string, clientSecret: string): Promise<ClientSignIn> {
  const answer = await fetch('/v1/token', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ clientId, clientSecret }),
  }).catch(() => null);
  if (!answer || answer.status >= 500) return 'unreachable';
  if (answer.status === 429) return 'busy';
  if (!answer.ok) return 'wrong';
  const { accessToken } = await answer.json();
  session.value = { kind: 'signed-in', token: String(accessToken), by: 'client' };
  return 'signed-in';
}

let renewing: Promise<boolean> | null = null;

/**
 * Whether a fresh token is available. Requests refused at the same time wait for one renewal: an issuer may accept a
 * refresh token only once. Sessions started with client credentials cannot be renewed.
 */
export function renewSession(): Promise<boolean> {
  renewing ??= renew().finally(() => {
    renewing = null;
  });
  return renewing;
}

async function renew(): Promise<boolean> {
  const before = session.value;
  if (before.kind !== 'signed-in') return false;
  if (before.by === 'demo') return fetchDemoToken();
  if (before.by !== 'issuer' || !settings.signIn) return false;
  const tokens = await renewTokens(settings.signIn, before.tokens);
  // A user who has signed out in the meantime stays signed out.
  if (typeof tokens === 'string' || session.value !== before) return false;
  signedInWith(tokens);
  return true;
}

export function signedOut(): void {
  session.value = { kind: 'signed-out', reason: 'expired' };
}

/**
 * Also signs out at the issuer, if it has an endpoint for that. Otherwise the next person could sign in without
 * entering credentials.
 */
export function signOut(): void {
  const before = session.value;
  session.value = { kind: 'signed-out', reason: 'left' };
  if (before.kind !== 'signed-in' || before.by !== 'issuer' || !settings.signIn) return;
  const url = endSessionUrl(settings.signIn, before.tokens);
  if (url !== null) location.assign(url);
}
