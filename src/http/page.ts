import { version } from '../domain/base/version.ts';
import { builtAddress, preloadsOf } from './built-files.ts';

type Place = 'guides' | 'reference' | 'graphql' | 'console';

/** A page of the gateway, between the shared header and footer. */
export type Page = {
  readonly title: string;
  readonly description: string;
  /** The main part of the page, as HTML. */
  readonly main: string;
  /** The current page's link in the header. */
  readonly place?: Place;
  /** The page's script, by its name in the build. */
  readonly script?: string;
  /** The data for the script. The data is public: anyone can read it. */
  readonly settings?: object;
  /** Whether the page fills the window. Such a page has no footer and provides its own `<main>`. */
  readonly isFull?: boolean;
  /** Whether the page has no header and no footer, for people who do not use the rest of the gateway. */
  readonly isPlain?: boolean;
};

/** A page neither loads nor sends anything across origins, and has no inline scripts or styles. */
export const pagePolicy = policy("style-src 'self'");

/** The policy for the reference, which creates styles at run time. */
export const referencePolicy = policy("style-src 'self' 'unsafe-inline'");

/** The policy for a page with forms and without scripts. */
export const formPolicy = pagePolicy
  .replace("script-src 'self'", "script-src 'none'")
  .replace("connect-src 'self'", "connect-src 'none'")
  .replace("form-action 'none'", "form-action 'self'");

function policy(styles: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    styles,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The headers of a page, in addition to the common ones. */
export const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': pagePolicy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  // No page from another origin may embed this page or keep a reference to its window.
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'Cache-Control': 'no-store', // The page refers to the files of this release.
};

const places: readonly (readonly [place: Place, href: string, name: string])[] = [
  ['guides', '/docs', 'Guides'],
  ['reference', '/v1/docs', 'REST'],
  ['graphql', '/graphql', 'GraphQL'],
  ['console', '/console', 'Console'],
];

const mark = `<svg class="mark" viewBox="0 0 32 32" width="26" height="26" aria-hidden="true"><rect width="32" height="32" rx="7"/><path d="M7 9h18v4h-7v12h-4V13H7z"/></svg>`;

export function framedPage({
  title,
  description,
  main,
  place,
  script,
  settings,
  isFull = false,
  isPlain = false,
}: Page): string {
  const links = places.map(
    ([name, href, text]) => `<li><a href="${href}"${name === place ? ' aria-current="page"' : ''}>${text}</a></li>`,
  );
  const preloads = script ? preloadsOf(script) : [];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<meta name="description" content="${escaped(description)}">
<link rel="icon" href="/favicon.ico" type="image/svg+xml">
<link rel="stylesheet" href="${builtAddress(isFull ? 'reference.css' : 'page.css')}">
${preloads
  .map(
    (address) => `<link rel="modulepreload" href="${address}">
`,
  )
  .join('')}${
  settings
    ? `<script type="application/json" id="settings">${withoutTags(JSON.stringify(settings))}</script>
`
    : ''
}${
  script
    ? `<script type="module" src="${builtAddress(script)}"></script>
`
    : ''
}</head>
<body${isFull ? ' class="full"' : ''}>
<a class="skip" href="#${isFull ? 'reference' : 'content'}">Skip to content</a>
${isPlain ? '' : `<header class="top"><div class="top-in"><a class="brand" href="/">${mark}<span>Tollgate</span></a><nav aria-label="Site"><ul>${links.join('')}</ul></nav></div></header>`}
${
  isFull
    ? main
    : `<main id="content" tabindex="-1">${main}</main>${
        isPlain
          ? ''
          : `
${footer}`
      }`
}
</body>
</html>
`;
}

const footer = `<footer class="foot"><div class="foot-in"><p>Tollgate ${version}. Not tax advice.</p><ul>
<li><a href="/v1/openapi.json">OpenAPI document</a></li><li><a href="/graphql/schema.graphql">GraphQL schema</a></li><li><a href="/v1/docs/errors">Error codes</a></li><li><a href="/.well-known/oauth-authorization-server">OAuth metadata</a></li><li><a href="/health/ready">Health</a></li></ul></div></footer>`;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML, including quotes. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character]!);
}

/** Escapes tags in JSON, so that no text in it can close the script element. */
export const withoutTags = (json: string) => json.replaceAll('<', '\\u003c');
