import { computed, signal } from '@preact/signals';
import { navigate } from './router.ts';
import { readSettings } from './settings.ts';
import { endSessionUrl, finishSignIn, isReturning, renewTokens, startSignIn, type Tokens } from './sign-in.ts';

/** The token is only kept in memory: it is gone when the page is. */
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

/** The page starts here: with what the issuer sent back, otherwise with a token of the demo, if there is one. */
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
  if (!settings.signIn) throw new Error('The gateway has named no issuer.');
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
 * Whether there is a fresh token now. Requests that were refused together wait for one renewal: an issuer may accept a refresh token
 * only once. Clients sign in again.
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
  // Whoever signed out meanwhile stays so.
  if (typeof tokens === 'string' || session.value !== before) return false;
  signedInWith(tokens);
  return true;
}

export function signedOut(): void {
  session.value = { kind: 'signed-out', reason: 'expired' };
}

/** At the issuer, too, if it has a page for that: otherwise, the next person would be signed in without being asked. */
export function signOut(): void {
  const before = session.value;
  session.value = { kind: 'signed-out', reason: 'left' };
  if (before.kind !== 'signed-in' || before.by !== 'issuer' || !settings.signIn) return;
  const url = endSessionUrl(settings.signIn, before.tokens);
  if (url !== null) location.assign(url);
}
