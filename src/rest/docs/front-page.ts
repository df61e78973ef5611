import { html } from 'hono/html';
import { icon } from '../../http/icon.ts';
import { openRoute, type Reply, type Route } from '../http/route.ts';
import { pageReply } from './html-page.ts';

/** The paths that people try first, although they are not part of the interface. */
export const frontRoutes: readonly Route[] = [
  openRoute('GET', '/', async ({ deps }) => frontPage(deps.demo !== null), { produces: ['text/html'] }),
  openRoute('GET', '/docs', async () => movedTo('/v1/docs'), { produces: ['text/html'] }),
  openRoute('GET', '/openapi.json', async () => movedTo('/v1/openapi.json')),
  openRoute(
    'GET',
    '/favicon.ico',
    async () => ({
      status: 200,
      body: icon,
      headers: { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=86400' },
    }),
    { produces: ['image/svg+xml'] },
  ),
];

function movedTo(path: string): Reply {
  return { status: 308, body: null, headers: { Location: path, 'Cache-Control': 'public, max-age=86400' } };
}

const links: readonly (readonly [href: string, name: string, meaning: string])[] = [
  ['/graphql', 'GraphiQL', 'Ask in GraphQL, with an example for every main task.'],
  ['/v1/docs', 'REST reference', 'Every operation, with samples and a form that sends it.'],
  ['/v1/docs/errors', 'Errors', 'What each error code means, and what to change.'],
  ['/v1/openapi.json', 'OpenAPI document', 'For client generators.'],
  ['/graphql/schema.graphql', 'GraphQL schema', 'In the schema definition language, for code generators.'],
  ['/.well-known/oauth-authorization-server', 'OAuth metadata', 'For libraries that get tokens.'],
  ['/health/ready', 'Health', 'Whether the gateway can serve.'],
];

function frontPage(hasDemo: boolean): Promise<Reply> {
  const rows = links.map(
    ([href, name, meaning]) => html`<tr><td><a href="${href}">${name}</a></td><td>${meaning}</td></tr>`,
  );
  const demo = hasDemo
    ? html`<p>This gateway has a demo tenant: GraphiQL and the REST reference open with a token of it.</p>`
    : '';
  return pageReply({
    title: 'Tollgate',
    body: html`<h1>Tollgate</h1>
<p>A tax gateway: it stores customers, exemption certificates and sales documents, and works out and records US sales tax, VAT and GST.</p>
${demo}<table>${rows}</table>
<h2>First request</h2>
<p>Get a token with your client id and secret, then ask for the tax of a cart:</p>
<pre>curl -X POST -d grant_type=client_credentials -u "$CLIENT_ID:$CLIENT_SECRET" $GATEWAY/v1/token

curl $GATEWAY/v1/transactions/calculate \\
  -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{
  "items": [{"name": "Lamp", "taxCode": "C1S1", "unitPrice": 100}],
  "shippingAddress": {"street": "250 Marquette Ave", "city": "Minneapolis", "state": "MN", "zip": "55401", "country": "US"}}'</pre>`,
  });
}
