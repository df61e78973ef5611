import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import type { Reply } from '../http/route.ts';

/** Escaped HTML, as made by Hono's `html`. */
export type Html = ReturnType<typeof html>;

const commonStyle = `
:root { color-scheme: light dark; --line: #8885; --faint: #8882; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 0 auto; padding: 1rem; overflow-wrap: break-word; }
a { color: #1d4f91; }
@media (prefers-color-scheme: dark) { a { color: #8ab4f8; } }
code, pre, textarea { font: 14px/1.45 ui-monospace, monospace; }
pre, textarea { background: var(--faint); padding: .6rem; overflow: auto; max-height: 28rem; border: 0; }
textarea, input { width: 100%; box-sizing: border-box; font: inherit; }
input, select, button { padding: .3rem .5rem; max-width: 100%; }
table { border-collapse: collapse; width: 100%; }
td, th { border-bottom: 1px solid var(--line); padding: .25rem .5rem; text-align: left; vertical-align: top; }
details { border: 1px solid var(--line); border-radius: .4rem; margin: .5rem 0; padding: .4rem .8rem; }
summary { cursor: pointer; }
.method { display: inline-block; min-width: 4rem; font-weight: 700; }
.faint { opacity: .75; }
`;

const sourceOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

type Page = {
  readonly title: string;
  readonly body: Html;
  readonly script?: string;
  /** Added to the style of all pages. */
  readonly style?: string;
};

/** A page that loads nothing and runs only its own script. */
export async function pageReply({ title, body, script, style: more = '' }: Page): Promise<Reply> {
  const style = commonStyle + more;
  const page = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${raw(style)}</style></head>
<body>${body}${script === undefined ? '' : html`<script>${raw(script)}</script>`}</body>
</html>`;
  const policy = [
    "default-src 'none'",
    `style-src ${sourceOf(style)}`,
    ...(script === undefined ? [] : [`script-src ${sourceOf(script)}`, "connect-src 'self'"]),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    status: 200,
    body: String(await page),
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy.join('; '),
      // No page of another origin may embed this one or keep a reference to its window.
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'X-Frame-Options': 'DENY',
    },
  };
}
