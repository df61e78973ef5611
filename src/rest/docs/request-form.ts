import { html } from 'hono/html';
import type { Operation } from '../http/operation.ts';
import { parametersIn } from '../openapi/json-schema.ts';
import { namesInPath } from '../openapi/parameters.ts';
import type { Described } from './described-route.ts';
import type { Html } from './html-page.ts';

/** A form that sends the request, filled in with its first example. */
export function requestForm({ operation, method, scopes, path }: Described): Html {
  const [first] = Object.values(operation.examples);
  const inPath = namesInPath(path).map((name) => field(name, 'path', first?.path?.[name]));
  const inQuery = (operation.query ? parametersIn(operation.query) : []).map(({ name }) =>
    field(name, 'query', first?.query?.[name]),
  );
  const headers = [
    ...(operation.isTagged ? [field(method === 'GET' ? 'If-None-Match' : 'If-Match', 'header')] : []),
    ...(method === 'POST' && scopes !== null ? [field('Idempotency-Key', 'header')] : []),
  ];
  const type = operation.body?.mediaType ?? 'application/json';
  const pattern = path.replaceAll(/:(\w+)/g, '{$1}');
  return html`<form data-method="${method}" data-path="${pattern}" data-type="${type}" ${scopes === null ? html`data-open` : ''}>
<table>${inPath}${inQuery}${headers}</table>${bodyField(operation)}<p><button>Send</button></p><pre><output></output></pre></form>`;
}

function field(name: string, place: string, value = ''): Html {
  return html`<tr><td><code>${name}</code> <span class="faint">${place}</span></td><td><input name="${name}" data-in="${place}" value="${value}" aria-label="${name}"></td></tr>`;
}

function bodyField({ body, examples }: Operation): Html | string {
  if (!body) return '';
  const shown = Object.values(examples).filter((example) => example.body !== undefined);
  const options = shown.map(({ summary, body: value }) => html`<option value="${textOf(value)}">${summary}</option>`);
  const choice = shown.length > 1 ? html`<p><select aria-label="Example">${options}</select></p>` : '';
  return html`${choice}<textarea rows="12" aria-label="Body" spellcheck="false">${textOf(shown[0]?.body)}</textarea>`;
}

/** A form with a single text member has a file as that member. */
function textOf(body: unknown): string {
  const values = typeof body === 'object' && body !== null ? Object.values(body) : [];
  const [file] = values;
  if (values.length === 1 && typeof file === 'string') return file;
  return JSON.stringify(body, null, 2) ?? '';
}
