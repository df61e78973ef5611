import { readFileSync } from 'node:fs';
import { isPlainObject } from '../../src/domain/base/plain-object.ts';
import { root } from './deployment.ts';

type Field = { readonly type: string; readonly isRequired: boolean };

/** Interfaces of the package `kubernetes-types`, which is generated from the OpenAPI document of Kubernetes. */
const interfaces = new Map<string, ReadonlyMap<string, Field>>();
const aliases = new Map<string, string>();

for (const file of ['api/resource', 'apps/v1', 'batch/v1', 'core/v1', 'meta/v1', 'policy/v1']) {
  const text = readFileSync(`${root}node_modules/kubernetes-types/${file}.d.ts`, 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\{\s*\[name: string\]: (.+);\s*\}/g, 'Record<$1>');
  for (const [, name, type] of text.matchAll(/^export type (\w+) = (.+);$/gm)) aliases.set(name!, type!);
  for (const [, name, body] of text.matchAll(/^export interface (\w+) \{([^}]*)\}/gm)) {
    const fields = [...body!.matchAll(/^\s*(?:readonly )?"?([\w$-]+)"?(\??): (.+);$/gm)].map(
      ([, field, optional, type]) => [field!, { type: type!, isRequired: optional === '' }] as const,
    );
    interfaces.set(name!, new Map(fields));
  }
}

/** Differences between an object and its published type: unknown and missing fields, and values of another type. */
export function faultsOf(value: unknown, type: string, path = type): string[] {
  const wrong = [`${path} is no ${type}`];
  if (type.includes(' | ')) return type.split(' | ').some((one) => faultsOf(value, one).length === 0) ? [] : wrong;
  if (['string', 'number', 'boolean'].includes(type)) return typeof value === type ? [] : wrong;
  if (type.startsWith('"')) return JSON.stringify(value) === type ? [] : wrong;
  const [, holder, item] = /^(Array|Record)<(.+)>$/.exec(type) ?? [];
  if (holder === 'Array') {
    return Array.isArray(value) ? value.flatMap((one, index) => faultsOf(one, item!, `${path}[${index}]`)) : wrong;
  }
  if (aliases.has(type)) return faultsOf(value, aliases.get(type)!, path);
  if (!isPlainObject(value)) return wrong;
  const entries = Object.entries(value);
  if (holder === 'Record') return entries.flatMap(([name, one]) => faultsOf(one, item!, `${path}.${name}`));
  const fields = interfaces.get(type);
  if (!fields) throw new Error(`Unknown type ${type}`);
  const missing = [...fields].filter(([name, { isRequired }]) => isRequired && !(name in value));
  return [
    ...missing.map(([name]) => `${path}.${name} is missing`),
    ...entries.flatMap(([name, one]) => {
      const field = fields.get(name);
      return field ? faultsOf(one, field.type, `${path}.${name}`) : [`${path}.${name} is unknown`];
    }),
  ];
}
