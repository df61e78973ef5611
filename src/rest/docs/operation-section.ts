import { html } from 'hono/html';
import { isPlainObject } from '../../domain/base/plain-object.ts';
import { unknownOrigin } from '../openapi/document.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';
import { problemsOf } from '../openapi/responses.ts';
import type { Described } from './described-route.ts';
import type { Html } from './html-page.ts';
import { requestForm } from './request-form.ts';
import { kindOf } from './schema-tables.ts';

/** Everything about an operation, from its entry in the document: request, responses, samples, and a form. */
export function operationSection(route: Described, document: JsonSchema): Html {
  const { operation, method, scopes } = route;
  const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
  const entry = recordOf(recordOf(recordOf(document.paths)[path])[method.toLowerCase()]);
  return html`<details class="operation" id="${operation.id}"><summary><span class="method method-${method}">${method}</span> <code>${path}</code> ${operation.summary}</summary>
<p>${operation.description} <span class="faint">${needsOf(scopes)}.</span></p>
<div class="columns"><div>
${parameterTable(entry, document)}${bodyOf(route)}
<h3>Answers</h3><div class="wide"><table><tr><th>Status</th><th>Meaning</th></tr>${answers(route)}</table></div>
</div><div>
${samples(entry, document)}${sampleAnswer(entry)}
${'document' in operation.graphql ? html`<details><summary>The same in GraphQL</summary><pre>${operation.graphql.document}</pre></details>` : ''}
<h3>Try it</h3>${requestForm(route)}
</div></div></details>`;
}

function parameterTable(entry: JsonSchema, document: JsonSchema): Html | string {
  const parameters = listOf(entry.parameters).map((parameter) => resolved(parameter, document));
  if (parameters.length === 0) return '';
  const rows = parameters.map(({ name, in: place, required, description, schema }) => {
    const mark = required === true ? html` <span class="required">required</span>` : '';
    return html`<tr><td><code>${name}</code>${mark}</td><td>${place}</td><td>${kindOf(recordOf(schema))}</td><td>${description}</td></tr>`;
  });
  return html`<h3>Parameters</h3><div class="wide"><table><tr><th>Name</th><th>In</th><th>Type</th><th>Meaning</th></tr>${rows}</table></div>`;
}

function bodyOf({ operation: { body } }: Described): Html | string {
  if (!body) return '';
  const { alternative } = body;
  const other = alternative
    ? html`<p>Or <code>${alternative.mediaType}</code>: <a href="#schema-${alternative.name}">${alternative.name}</a>. ${alternative.description}</p>`
    : '';
  return html`<h3>Body</h3><p><code>${body.mediaType ?? 'application/json'}</code>: <a href="#schema-${body.name}">${body.name}</a>. ${body.description}</p>${other}`;
}

function answers(route: Described): Html[] {
  const { responses: good } = route.operation;
  const codes = problemsOf(route, route.operation).map(
    (code) => html`<a href="/v1/docs/errors/${code}"><code>${code}</code></a> `,
  );
  return [
    ...Object.entries(good).map(
      ([status, { description }]) => html`<tr><td>${status}</td><td>${description}</td></tr>`,
    ),
    html`<tr><td>else</td><td>${codes}</td></tr>`,
  ];
}

function samples(entry: JsonSchema, document: JsonSchema): Html | string {
  const shown = listOf(entry['x-codeSamples']);
  const { url } = recordOf(listOf(document.servers)[0]);
  const origin = url === '/' ? unknownOrigin : url;
  const options = shown.map(({ lang, label }) => html`<option value="${lang}">${label}</option>`);
  const texts = shown.map(
    ({ lang, source }, index) =>
      html`<pre data-lang="${lang}" data-origin="${origin}" ${index > 0 ? html`hidden` : ''}>${source}</pre>`,
  );
  return html`<div class="samples"><select data-languages aria-label="Language of the samples">${options}</select><h3>Sample</h3>${texts}</div>`;
}

/** The recorded answer to the first example. */
function sampleAnswer(entry: JsonSchema): Html | string {
  const responses = Object.entries(recordOf(entry.responses)).filter(([status]) => status.startsWith('2'));
  for (const [status, response] of responses) {
    const { examples } = recordOf(recordOf(recordOf(response).content)['application/json']);
    const [first] = Object.values(recordOf(examples));
    if (first === undefined) continue;
    return html`<details><summary>Sample answer: ${status}</summary><pre>${JSON.stringify(recordOf(first).value, null, 2)}</pre></details>`;
  }
  return '';
}

function resolved(value: JsonSchema, document: JsonSchema): JsonSchema {
  if (typeof value.$ref !== 'string') return value;
  return value.$ref
    .split('/')
    .slice(1)
    .reduce<JsonSchema>((at, name) => recordOf(at[name]), document);
}

const listOf = (value: unknown): readonly JsonSchema[] => (Array.isArray(value) ? value.map(recordOf) : []);

function recordOf(value: unknown): JsonSchema {
  return isPlainObject(value) ? value : {};
}

function needsOf(scopes: Described['scopes']): Html | string {
  if (scopes === null) return 'Open';
  if (scopes.length === 0) return 'Any valid token';
  return html`${scopes.length > 1 ? 'Scopes' : 'Scope'} ${scopes.map((scope) => html`<code>${scope}</code> `)}`;
}
