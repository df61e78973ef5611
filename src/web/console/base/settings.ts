export type Issuer = {
  readonly issuer: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  /** Where people sign out there, too; null if the issuer has no such page. */
  readonly endSessionEndpoint: string | null;
  readonly clientId: string;
  readonly scope: string;
};

/** What the gateway has written into the page. */
type Settings = {
  readonly demo: { readonly path: string; readonly header: string } | null;
  readonly signIn: Issuer | null;
};

export const root = '/console';

export function readSettings(): Settings {
  return JSON.parse(document.getElementById('settings')?.textContent ?? '{"demo":null,"signIn":null}');
}
