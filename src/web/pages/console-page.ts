import { withoutTags } from '../../http/page.ts';
import type { ConsoleFiles } from './console-files.ts';
import type { SignInEndpoints } from './sign-in-endpoints.ts';

/** The data embedded in the console's page. */
type ConsoleSettings = {
  /** Where to get a demo token, which is never part of the page; null without a demo. */
  readonly demo: { readonly path: string; readonly header: string } | null;
  /** Where users sign in; null if only client ids and secrets are accepted. */
  readonly signIn: SignInEndpoints | null;
};

/** The page loads nothing from other origins. It sends nothing to them either, except to the sign-in issuer. */
export function consolePolicy(signIn: SignInEndpoints | null): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob:",
    ["connect-src 'self'", ...(signIn ? [new URL(signIn.tokenEndpoint).origin] : [])].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

export function renderConsole(files: ConsoleFiles, path: string, settings: ConsoleSettings): string {
  const at = (name: string) => `${path}/files/${name}`;
  const preloads = files.preloads.map((name) => `\n    <link rel="modulepreload" href="${at(name)}">`).join('');
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Tollgate</title>
    <link rel="icon" href="/favicon.ico" type="image/svg+xml">
    <link rel="stylesheet" href="${at(files.styles)}">${preloads}
    <script type="application/json" id="settings">${withoutTags(JSON.stringify(settings))}</script>
    <script type="module" src="${at(files.script)}"></script>
  </head>
  <body>
    <noscript>The console needs JavaScript. The API does not: see /v1/docs.</noscript>
    <div id="root"></div>
  </body>
</html>
`;
}
