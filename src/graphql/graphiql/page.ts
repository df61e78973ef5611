import type { Example } from './examples/example.ts';
import type { GraphiqlFiles } from './files.ts';

type Page = {
  readonly files: GraphiqlFiles;
  readonly examples: readonly Example[];
  /** The one to fill in, if the page is for the demo's owner. */
  readonly token: string | null;
};

/**
 * Nothing comes from elsewhere and nothing goes there. The editor makes its style sheets while it runs, and its own fonts
 * and pictures stand in its styles, hence the exceptions for those.
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

/** The page that tries the API out: a few lines that name its files, and the settings that it starts with. */
export function renderPage({ files, examples, token }: Page): string {
  const settings = {
    title: 'Tollgate',
    icon: files.icon.path,
    tabs: examples.map(({ query, variables }) => ({ query, variables: pretty(variables) })),
    ...(token !== null && { headers: pretty({ Authorization: `Bearer ${token}` }) }),
    workers: {
      editorWorkerService: files.editorWorker.path,
      json: files.jsonWorker.path,
      graphql: files.graphqlWorker.path,
    },
  };
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Tollgate: GraphiQL</title>
    <meta name="description" content="Try out the GraphQL interface of Tollgate: examples that run, and its documentation.">
    <link rel="icon" href="${files.icon.path}">
    <link rel="stylesheet" href="${files.styles.path}">
    <script type="application/json" id="settings">${withoutTags(JSON.stringify(settings))}</script>
    <script defer src="${files.start.path}"></script>
    <script defer src="${files.graphiql.path}"></script>
  </head>
  <body>
    <noscript>This page needs JavaScript. The interface itself does not: send a POST request here.</noscript>
    <main id="root"><p class="loading">Loading GraphiQL …</p></main>
  </body>
</html>
`;
}

const pretty = (value: unknown) => JSON.stringify(value, null, 2);

/** So that no text of a setting ends the element it stands in. */
const withoutTags = (json: string) => json.replaceAll('<', '\\u003c');
