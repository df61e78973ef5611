import { html, raw } from 'hono/html';
import { type ErrorCode, errorCodes } from '../../domain/base/errors.ts';
import { builtAddress } from '../../http/built-files.ts';
import { demoTokenHeader, demoTokenPath } from '../../http/demo-request.ts';
import { referencePolicy } from '../../http/page.ts';
import type { Reply } from '../http/route.ts';
import { errorGuideOf } from '../openapi/error-guide.ts';
import { codesInOrder, problemExample } from '../openapi/responses.ts';
import { pageReply } from './page-reply.ts';

export async function errorIndexPage(): Promise<Reply> {
  const rows = codesInOrder.map(
    (code) =>
      html`<tr><td>${errorCodes[code].status}</td><td><a href="/v1/docs/errors/${code}"><code>${breakable(code)}</code></a></td><td>${errorCodes[code].title}</td><td>${errorCodes[code].retryable ? 'Yes' : 'No'}</td></tr>`,
  );
  return pageReply({
    title: 'Tollgate errors',
    description: 'Every error code of the REST and GraphQL APIs, with its meaning and fix.',
    place: 'reference',
    main: String(
      await html`<div class="prose"><p class="path"><a href="/v1/docs">REST reference</a></p><h1>Errors</h1>
<p>REST and GraphQL use the same codes. The <code>type</code> of a problem links to its page here.</p>
<div class="wide" tabindex="0" role="group" aria-label="Error codes"><table><thead><tr><th>Status</th><th>Code</th><th>Meaning</th><th>Retryable</th></tr></thead><tbody>${rows}</tbody></table></div></div>`,
    ),
  });
}

export async function errorPage(code: ErrorCode): Promise<Reply> {
  const { status, retryable, title } = errorCodes[code];
  const { meaning, remedy } = errorGuideOf(code);
  return pageReply({
    title: `${code}: ${title}`,
    description: meaning,
    place: 'reference',
    main: String(
      await html`<div class="prose"><p class="path"><a href="/v1/docs">REST reference</a> / <a href="/v1/docs/errors">Errors</a></p>
<h1><code>${code}</code></h1><p class="lead">${title}.</p><p>${meaning}</p>
<h2>How to fix it</h2><p>${remedy}</p>
<p>${retryable ? 'Retryable: the same request may succeed later.' : 'Not retryable: the same request would fail again.'}</p>
<h2>In REST</h2><p>Status ${status}, <code>application/problem+json</code>:</p>
<pre tabindex="0">${JSON.stringify(problemExample(code), null, 2)}</pre>
<h2>In GraphQL</h2><p>The same code, as <code>code</code> of a typed error or as <code>extensions.code</code> of a top-level one.</p></div>`,
    ),
  });
}

/** The code, with a possible line break after each underscore. */
const breakable = (code: ErrorCode) => raw(code.replaceAll('_', '_<wbr>'));

/**
 * The reference page, whose script renders the OpenAPI document. The page can fetch a demo token, which is never part
 * of its HTML.
 */
export function referencePage(hasDemo: boolean): Reply {
  return pageReply(
    {
      title: 'Tollgate: REST reference',
      description: 'Every operation of the REST API, with its fields, samples, errors and a form that sends it.',
      place: 'reference',
      script: 'reference.js',
      settings: {
        document: '/v1/openapi.json',
        viewer: builtAddress('scalar.js'),
        demo: hasDemo ? { path: demoTokenPath, header: demoTokenHeader } : null,
      },
      isFull: true,
      main: `<section id="reference" tabindex="-1"><p class="loading" id="loading">Loading the reference …</p></section> <noscript><p class="loading">The reference needs JavaScript. The <a href="/v1/openapi.json">OpenAPI document</a> has the same content.</p></noscript>`,
    },
    referencePolicy,
  );
}
