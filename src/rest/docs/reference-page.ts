import { builtAddress } from '../../http/built-files.ts';
import { demoTokenHeader, demoTokenPath } from '../../http/demo-request.ts';
import { referencePolicy } from '../../http/page.ts';
import type { Reply } from '../http/route.ts';
import { pageReply } from './page-reply.ts';

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
