/** What the gateway has written into the page. */
type Settings = {
  readonly demo: { readonly path: string; readonly header: string } | null;
  readonly signIn: {
    readonly authorizationEndpoint: string;
    readonly tokenEndpoint: string;
    readonly clientId: string;
    readonly scope: string;
  } | null;
};

export const root = '/console';

export function readSettings(): Settings {
  return JSON.parse(document.getElementById('settings')?.textContent ?? '{"demo":null,"signIn":null}');
}
