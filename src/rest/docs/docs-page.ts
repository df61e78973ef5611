import { html } from 'hono/html';
import { type Operation, tags } from '../http/operation.ts';
import type { Reply, Route } from '../http/route.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';
import { parametersIn } from '../openapi/json-schema.ts';
import { namesInPath } from '../openapi/parameters.ts';
import { problemsOf } from '../openapi/responses.ts';
import { type Html, pageReply } from './html-page.ts';
import { schemaTables } from './schema-tables.ts';
import { tryScript } from './try-script.ts';

type Described = Route & { readonly operation: Operation };

type Settings = { readonly hasDemo: boolean };

/** The document as a page: every operation with a form that sends it. The page fetches the demo's token, if there is one. */
export function docsPage(routes: readonly Route[], document: JsonSchema, { hasDemo }: Settings): Promise<Reply> {
  const described = routes.flatMap((route): Described[] =>
    route.options?.operation ? [{ ...route, operation: route.options.operation }] : [],
  );
  const chapters = Object.entries(tags).map(
    ([tag, about]) =>
      html`<h2 id="${tag}">${tag}</h2><p>${about}</p>${described.filter(({ operation }) => operation.tag === tag).map(section)}`,
  );
  return pageReply({
    title: 'Tollgate: REST',
    script: tryScript,
    body: html`<h1>Tollgate</h1>
<p>The REST interface of the tax gateway. <a href="/v1/openapi.json">OpenAPI 3.1</a> · <a href="/v1/docs/errors">Errors</a> · <a href="/graphql">GraphQL</a></p>
<p>Open an operation, change the values in its form, and send it. Examples build on each other from top to bottom.</p>
<p><label>Token <input id="token" autocomplete="off" spellcheck="false" placeholder="from POST /v1/token" ${hasDemo ? html`data-demo` : ''}></label></p>
${chapters}<h2 id="schemas">Schemas</h2>${schemaTables(document)}`,
  });
}

function section(route: Described): Html {
  const { operation, method, scope } = route;
  const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
  const needs = scope === null ? 'Open' : scope === 'any' ? 'Any valid token' : html`Scope <code>${scope}</code>`;
  return html`<details id="${operation.id}"><summary><span class="method">${method}</span> <code>${path}</code> ${operation.summary}</summary>
<p>${operation.description} <span class="faint">${needs}.</span></p>
${form(route, path)}
<table><tr><th>Status</th><th>Answer</th></tr>${answers(route)}</table>
${'document' in operation.graphql ? html`<details><summary>The same in GraphQL</summary><pre>${operation.graphql.document}</pre></details>` : ''}
</details>`;
}

function form({ operation, method, scope, path: pattern }: Described, path: string): Html {
  const [first] = Object.values(operation.examples);
  const inPath = namesInPath(pattern).map((name) => field(name, 'path', first?.path?.[name]));
  const inQuery = (operation.query ? parametersIn(operation.query) : []).map(({ name, description }) =>
    field(name, 'query', first?.query?.[name], description),
  );
  const headers = [
    ...(operation.isTagged ? [field(method === 'GET' ? 'If-None-Match' : 'If-Match', 'header')] : []),
    ...(method === 'POST' && scope !== null ? [field('Idempotency-Key', 'header')] : []),
  ];
  const type = operation.body?.mediaType ?? 'application/json';
  return html`<form data-method="${method}" data-path="${path}" data-type="${type}" ${scope === null ? html`data-open` : ''}>
<table>${inPath}${inQuery}${headers}</table>${bodyField(operation)}<p><button>Send</button></p><pre><output></output></pre></form>`;
}

function field(name: string, place: string, value = '', words = ''): Html {
  return html`<tr><td><code>${name}</code> <span class="faint">${place}</span></td><td><input name="${name}" data-in="${place}" value="${value}" aria-label="${name}"><br><span class="faint">${words}</span></td></tr>`;
}

function bodyField({ body, examples }: Operation): Html | string {
  if (!body) return '';
  const shown = Object.values(examples).filter((example) => example.body !== undefined);
  const options = shown.map(({ summary, body: value }) => html`<option value="${textOf(value)}">${summary}</option>`);
  const choice = shown.length > 1 ? html`<select aria-label="Example">${options}</select>` : '';
  return html`<p>Body: <a href="#schema-${body.name}">${body.name}</a> ${choice}</p><textarea rows="12" aria-label="Body" spellcheck="false">${textOf(shown[0]?.body)}</textarea>`;
}

/** The one text of a form is its file. */
function textOf(body: unknown): string {
  const values = typeof body === 'object' && body !== null ? Object.values(body) : [];
  const [file] = values;
  if (values.length === 1 && typeof file === 'string') return file;
  return JSON.stringify(body, null, 2) ?? '';
}

function answers(route: Described): Html[] {
  const { responses: good } = route.operation;
  return [
    ...Object.entries(good).map(
      ([status, { description }]) => html`<tr><td>${status}</td><td>${description}</td></tr>`,
    ),
    html`<tr><td>else</td><td>${problemsOf(route, route.operation).map((code) => html`<a href="/v1/docs/errors/${code}"><code>${code}</code></a> `)}</td></tr>`,
  ];
}
