export type Issuer = {
  readonly issuer: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  /** Where users sign out at the issuer; null if there is no such endpoint. */
  readonly endSessionEndpoint: string | null;
  readonly clientId: string;
  readonly scope: string;
};

/** The settings embedded in the page. */
type Settings = {
  readonly demo: { readonly path: string; readonly header: string } | null;
  readonly signIn: Issuer | null;
};

export const root = '/console';

export function readSettings(): Settings {
  return JSON.parse(document.getElementById('settings')?.textContent ?? '{"demo":null,"signIn":null}');
}
