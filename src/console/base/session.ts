import { computed, signal } from '@preact/signals';
import { navigate } from './router.ts';
import { readSettings, root } from './settings.ts';
import { finishSignIn, isReturning, startSignIn } from './sign-in.ts';

/** The token is kept in memory alone: it is gone when the page is. */
type Session =
  | { readonly kind: 'starting' }
  | { readonly kind: 'signed-out'; readonly reason: SignedOutReason }
  | { readonly kind: 'signed-in'; readonly token: string; readonly by: 'demo' | 'issuer' | 'client' };

type SignedOutReason = 'fresh' | 'expired' | 'left' | 'refused';

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
    navigate(finished?.returnTo ?? root, { replace: true });
    session.value = finished
      ? { kind: 'signed-in', token: finished.accessToken, by: 'issuer' }
      : { kind: 'signed-out', reason: 'refused' };
    return;
  }
  if (!(await fetchDemoToken())) session.value = { kind: 'signed-out', reason: 'fresh' };
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

/** Whether there is a fresh token now. Only the demo's needs nobody: people sign in again where they did before. */
export async function renewSession(): Promise<boolean> {
  return signedInBy.value === 'demo' ? fetchDemoToken() : false;
}

export function signedOut(): void {
  session.value = { kind: 'signed-out', reason: 'expired' };
}

export function signOut(): void {
  session.value = { kind: 'signed-out', reason: 'left' };
}
