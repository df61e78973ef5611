import type { Demo } from '../../domain/account/demo.ts';
import { demoTokenHeader, demoTokenPath } from '../../http/demo-request.ts';
import { withoutTags } from '../../http/page.ts';
import { type Example, liveEvent } from './examples.ts';
import type { GraphiqlFiles } from './files.ts';

type Page = {
  readonly files: GraphiqlFiles;
  readonly examples: readonly Example[];
  /** The page can fetch a demo token, which is never part of its HTML; null without a demo. */
  readonly demo: Demo | null;
};

/**
 * The page neither loads nor sends anything across origins. `unsafe-inline` and `data:` are needed because the editor
 * creates style sheets at run time and embeds its fonts and images in them.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "connect-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The HTML of the page, with links to its files and its initial settings. */
export function renderPage({ files, examples, demo }: Page): string {
  const settings = {
    title: 'Tollgate',
    icon: files.icon.path,
    tabs: examples.filter(({ isOpened }) => isOpened).map(tabOf),
    more: examples.filter(({ isOpened }) => !isOpened).map((one) => ({ name: nameOf(one), ...tabOf(one) })),
    ...(demo && { demo: { path: demoTokenPath, header: demoTokenHeader, live: liveEvent(demo) } }),
    workers: {
      editorWorkerService: files.editorWorker.path,
      json: files.jsonWorker.path,
      graphql: files.graphqlWorker.path,
    },
  };
  const more = examples
    .filter(({ isOpened }) => !isOpened)
    .map((one) => `<option value="${nameOf(one)}">${titleOf(one)}</option>`)
    .join('');
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Tollgate: GraphiQL</title>
    <meta name="description" content="Explore the Tollgate GraphQL API: runnable examples and reference documentation.">
    <link rel="icon" href="${files.icon.path}">
    <link rel="stylesheet" href="${files.styles.path}">
    <script type="application/json" id="settings">${withoutTags(JSON.stringify(settings))}</script>
    <script defer src="${files.start.path}"></script>
    <script defer src="${files.graphiql.path}"></script>
  </head>
  <body>
    <noscript>This page needs JavaScript. The API does not: send a POST request to this address.</noscript>
    <header class="site"><h1><a class="home" href="/"><img src="${files.icon.path}" alt="" width="24" height="24">Tollgate</a></h1>
    <label for="more"><span>More examples</span><select id="more"><option value="">More examples …</option>${more}</select></label>
    <nav aria-label="Site"><a href="/docs">Guides</a><a href="/v1/docs">REST</a><a href="/console">Console</a></nav></header>
    <main id="root"><p class="loading">Loading GraphiQL …</p></main>
  </body>
</html>
`;
}

const tabOf = ({ query, variables }: Example) => ({ query, variables: pretty(variables) });

/** The name of the operation, such as ReadLiability. */
const nameOf = ({ query }: Example) => /^(?:query|mutation|subscription) (\w+)/m.exec(query)?.[1] ?? '';

/** The name in words: ReadLiability becomes "Read liability". */
function titleOf(example: Example): string {
  const words = nameOf(example).replaceAll(/(?!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.replace(' ec sales', ' EC sales');
}

const pretty = (value: unknown) => JSON.stringify(value, null, 2);
