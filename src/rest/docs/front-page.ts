import { demoTokenHeader, demoTokenPath } from '../../http/demo-request.ts';
import { icon } from '../../http/icon.ts';
import { escaped } from '../../http/page.ts';
import { openRoute, type Reply, type Route } from '../http/route.ts';
import { pageReply } from './page-reply.ts';

const jurisdictions: readonly (readonly [name: string, level: string, rate: string, amount: string, width: number])[] =
  [
    ['Minnesota', 'State', '6.875 %', '$6.88', 100],
    ['Hennepin County', 'County', '0.15 %', '$0.15', 2.2],
    ['Minneapolis', 'City', '0.5 %', '$0.50', 7.3],
    ['Hennepin County Transit Sales and Use Tax', 'District', '0.5 %', '$0.50', 7.3],
    ['Metro Area Transportation Sales and Use Tax', 'District', '0.75 %', '$0.75', 10.9],
    ['Metro Area Sales and Use Tax for Housing', 'District', '0.25 %', '$0.25', 3.6],
  ];

const rows = jurisdictions.map(
  ([name, level, rate, amount, width]) =>
    `<tr><th scope="row">${escaped(name)}<small>${level}</small></th><td class="bar"><svg aria-hidden="true" viewBox="0 0 100 6" preserveAspectRatio="none"><rect width="${width}" height="6" rx="1"/></svg></td><td>${rate}</td><td>${amount}</td></tr>`,
);

/** The cart shown before a calculation, or if a calculation is not possible. */
const cartExample = `<dl class="lines"><div><dt>Lamp<small>Taxed</small></dt><dd>$100.00</dd></div><div><dt>Coat<small>Clothing: not taxed in Minnesota</small></dt><dd>$80.00</dd></div><div class="sum"><dt>Tax<small>9.025 % of $100.00</small></dt><dd>$9.03</dd></div><div class="sum total"><dt>Total</dt><dd>$189.03</dd></div></dl>
<table><caption class="unseen">Tax by jurisdiction</caption><tbody>${rows.join('')}</tbody></table>`;

/** Paths that people often try first, although they are not part of the interface. */
export const frontRoutes: readonly Route[] = [
  openRoute('GET', '/', async ({ deps }) => frontPage(deps.demo !== null), { produces: ['text/html'] }),
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

const cards: readonly (readonly [href: string, name: string, meaning: string])[] = [
  ['#cart', 'Try a cart', 'Enter a ZIP code and see the tax on a cart by authority.'],
  ['/v1/docs', 'REST', 'Every operation with its fields, samples in five languages, and a form that sends it.'],
  ['/graphql', 'GraphQL', 'Request the fields you need. GraphiQL opens with examples in workflow order.'],
];

/** ZIP codes with interesting results. */
const places: readonly (readonly [zip: string, name: string])[] = [
  ['55401', 'Minneapolis'],
  ['60601', 'Chicago'],
  ['10001', 'New York'],
  ['98101', 'Seattle'],
  ['97201', 'Portland'],
];

const newToken =
  'curl -sS -X POST localhost:4000/v1/token -u "$CLIENT_ID:$CLIENT_SECRET" -d grant_type=client_credentials';

const calculation = `curl -sS localhost:4000/v1/transactions/calculate \\
  -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{
  "items": [{"name": "Lamp", "taxCode": "C1S1", "unitPrice": 100},
            {"name": "Coat", "taxCode": "C1S2", "unitPrice": 80}],
  "shippingAddress": {"zip": "55401", "country": "US"}}'`;

const query = `curl -sS localhost:4000/graphql \\
  -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"query":
  "{ transactions(first: 5) { nodes { externalId finalTransactionAmount customer { name } } } }"}'`;

function frontPage(hasDemo: boolean): Reply {
  return pageReply({
    title: 'Tollgate: a tax gateway',
    description:
      'A tax gateway that calculates US sales tax, VAT and GST, stores customers, exemption certificates and sales documents, and explains every figure.',
    script: 'front.js',
    settings: { demo: hasDemo ? { path: demoTokenPath, header: demoTokenHeader } : null },
    main: `<div class="front"><section class="hero" aria-labelledby="title"><div class="words">
<h1 id="title">Sales tax, VAT and GST, with a reason for every figure</h1>
<p class="lead">Tollgate calculates tax on carts, invoices and refunds in exact decimals. It stores customers, exemption certificates and sales documents, keeps each result unchanged, and prepares returns.</p>
<p class="actions"><a class="button primary" href="/console">Open the console</a><a class="button" href="/docs">Read the guides</a></p>
<nav class="cards" aria-label="Get started">${cards.map(card).join('')}</nav></div>${cart(hasDemo)}</section>
<section class="first" aria-labelledby="first"><h2 id="first">First requests</h2>
<ol class="steps"><li><h3 id="token-title">Get a token</h3><p class="soft" id="token-words">Use your client id and secret, then set <code>TOKEN</code> to the <code>access_token</code> in the response.</p>${code(newToken, ' id="token-line"')}</li>
<li><h3>Calculate a cart over REST</h3><p class="soft">Nothing is stored. <a href="/docs/quotes">More about quotes</a></p>${code(calculation)}</li>
<li><h3>Read the latest documents over GraphQL</h3><p class="soft">The same data, with only the fields you need. <a href="/docs/graphql">More about GraphQL</a></p>${code(query)}</li></ol></section></div>`,
  });
}

function card([href, name, meaning]: (typeof cards)[number]): string {
  return `<a class="panel card" href="${href}"><strong>${name}</strong><span>${meaning}</span></a>`;
}

const code = (text: string, attributes = '') => `<pre tabindex="0"${attributes}><code>${escaped(text)}</code></pre>`;

/** The script calculates the cart. Without a token it shows an example and labels it as such. */
function cart(hasDemo: boolean): string {
  const chips = places.map(
    ([zip, name]) =>
      `<button type="button" class="chip" data-zip="${zip}" aria-pressed="${zip === '55401'}">${name}</button>`,
  );
  const state = hasDemo
    ? 'Calculating …'
    : 'Example at the rates of Jul 1, 2026. Paste a token below to use today’s rates.';
  const token = hasDemo
    ? ''
    : `<form class="token-form" id="token-form"><label for="token">Token</label><input id="token" type="password" autocomplete="off" spellcheck="false" placeholder="from POST /v1/token"><p class="soft">The token stays on this page. People sign in at <a href="/console">the console</a>.</p></form>`;
  return `<section class="panel cart" id="cart" aria-labelledby="cart-title"><div class="cart-head"><h2 id="cart-title">A cart, calculated</h2>
<form id="zip-form"><label for="zip">Ship to ZIP code</label><input id="zip" inputmode="numeric" autocomplete="off" maxlength="5" value="55401"></form></div>
<div class="chips" role="group" aria-label="Places">${chips.join('')}</div>
<div id="result" class="result">${cartExample}</div>
<p id="state" class="state" role="status">${state}</p>${token}</section>`;
}
