import { html } from 'hono/html';
import { isPlainObject } from '../../domain/base/plain-object.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';
import type { Html } from './html-page.ts';

/** The named schemas of the document, each as a table of its members. */
export function schemaTables(document: JsonSchema): Html[] {
  const components = recordOf(recordOf(document.components).schemas);
  return Object.entries(components).map(([name, schema]) => {
    const rows = rowsOf(recordOf(schema), '');
    return html`<details id="schema-${name}"><summary><code>${name}</code> ${wordsOf(schema)}</summary><div class="wide"><table>${rows}</table></div></details>`;
  });
}

function rowsOf(schema: JsonSchema, at: string): Html[] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const own = Object.entries(recordOf(schema.properties)).flatMap(([name, member]) => {
    const path = at + name;
    const mark = required.includes(name) ? '' : ' ?';
    const row = html`<tr><td><code>${path}</code>${mark}</td><td>${kindOf(recordOf(member))}</td><td>${wordsOf(member)}</td></tr>`;
    return [row, ...rowsOf(recordOf(member), `${path}.`)];
  });
  return schema.items === undefined ? own : [...own, ...rowsOf(recordOf(schema.items), at)];
}

export function kindOf(schema: JsonSchema): Html | string {
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  const values = schema.enum ?? schema['x-extensible-enum'];
  if (Array.isArray(values)) return values.map(String).join(', ');
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(alternatives)) return html`${alternatives.map((one) => html`${kindOf(recordOf(one))} `)}`;
  const type = [schema.type].flat().join(' or ');
  if (schema.items !== undefined) return html`list of ${kindOf(recordOf(schema.items))}`;
  return typeof schema.format === 'string' ? `${type} (${schema.format})` : type;
}

const wordsOf = (schema: unknown): string => String(recordOf(schema).description ?? '');

function recordOf(value: unknown): JsonSchema {
  return isPlainObject(value) ? value : {};
}
