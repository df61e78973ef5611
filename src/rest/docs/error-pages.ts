import { html } from 'hono/html';
import { type ErrorCode, errorCodes } from '../../domain/base/errors.ts';
import type { Reply } from '../http/route.ts';
import { errorGuide } from '../openapi/error-guide.ts';
import type { ErrorGuide } from '../openapi/record-error-guide.ts';
import { codesInOrder, problemExample } from '../openapi/responses.ts';
import { pageReply } from './html-page.ts';

/** The list of all errors. */
export function errorIndexPage(): Promise<Reply> {
  const rows = codesInOrder.map(
    (code) =>
      html`<tr><td>${errorCodes[code].status}</td><td><a href="/v1/docs/errors/${code}"><code>${code}</code></a></td><td>${errorCodes[code].title}</td></tr>`,
  );
  return pageReply({
    title: 'Errors of Tollgate',
    body: html`<p><a href="/v1/docs">Documentation</a></p><h1>Errors</h1>
<p>The same codes are used by REST and by GraphQL.</p>
<table><tr><th>Status</th><th>Code</th><th>Means</th></tr>${rows}</table>`,
  });
}

/** What one error means, and what to change. */
export function errorPage(code: ErrorCode): Promise<Reply> {
  const { status, title } = errorCodes[code];
  const { meaning, remedy }: ErrorGuide = errorGuide[code];
  return pageReply({
    title: `${code}: ${title}`,
    body: html`<p><a href="/v1/docs">Documentation</a> · <a href="/v1/docs/errors">Errors</a></p>
<h1><code>${code}</code></h1><p><strong>${title}.</strong> ${meaning}</p>
<h2>What to change</h2><p>${remedy}</p>
<h2>In REST</h2><p>Status ${status}, <code>application/problem+json</code>:</p>
<pre>${JSON.stringify(problemExample(code), null, 2)}</pre>
<h2>In GraphQL</h2><p>The same code, as <code>code</code> of a typed error or as <code>extensions.code</code> of a top-level one.</p>`,
  });
}
