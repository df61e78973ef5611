import { html } from 'hono/html';
import { tags } from '../http/operation.ts';
import type { Reply, Route } from '../http/route.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';
import { type Described, describedRoutes } from './described-route.ts';
import { type Html, pageReply } from './html-page.ts';
import { operationSection } from './operation-section.ts';
import { referenceScript } from './reference-script.ts';
import { referenceStyle } from './reference-style.ts';
import { schemaTables } from './schema-tables.ts';
import { tryScript } from './try-script.ts';

type Settings = { readonly hasDemo: boolean };

/** The document as a page, where each operation has a form that sends it. The page fetches the demo's token, if there is one. */
export function docsPage(routes: readonly Route[], document: JsonSchema, { hasDemo }: Settings): Promise<Reply> {
  const chapters = Object.entries(tags).map(([tag, about]) => ({
    tag,
    about,
    routes: describedRoutes(routes).filter(({ operation }) => operation.tag === tag),
  }));
  return pageReply({
    title: 'Tollgate: REST reference',
    script: tryScript + referenceScript,
    style: referenceStyle,
    body: html`<a class="skip" href="#content">To the operations</a>
<header><h1>Tollgate: REST reference</h1>
<p><a href="/">Start</a> · <a href="/v1/openapi.json">OpenAPI 3.1</a> · <a href="/v1/docs/errors">Errors</a> · <a href="/graphql">GraphiQL</a></p>
<p>Open an operation, change the values in its form, and send it. Examples build on each other from top to bottom.</p>
<p><label>Token <input id="token" autocomplete="off" spellcheck="false" placeholder="from POST /v1/token" ${hasDemo ? html`data-demo` : ''}></label></p></header>
<div class="frame"><nav aria-label="Operations"><details open><summary>Operations</summary>
<p><input id="search" type="search" placeholder="Search ( / )" aria-label="Search operations" autocomplete="off"></p>
${chapters.map(({ tag, routes: own }) => navigation(tag, own))}<p><a href="#schemas">Schemas</a></p></details></nav>
<main id="content">${chapters.map(({ tag, about, routes: own }) => html`<h2 id="${tag}">${tag}</h2><p>${about}</p>${own.map((route) => operationSection(route, document))}`)}
<h2 id="schemas">Schemas</h2>${schemaTables(document)}</main></div>`,
  });
}

function navigation(tag: string, routes: readonly Described[]): Html {
  const entries = routes.map(({ operation: { id, summary }, method, path }) => {
    const words = `${tag} ${method} ${path} ${summary} ${id}`.toLowerCase();
    return html`<li data-words="${words}"><a href="#${id}"><span class="method method-${method}">${method}</span> ${summary}</a></li>`;
  });
  return html`<section><h2><a href="#${tag}">${tag}</a></h2><ul>${entries}</ul></section>`;
}
