import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseYaml } from '@redocly/openapi-core';
import { isPlainObject } from '../../src/domain/base/plain-object.ts';

export const root = fileURLToPath(new URL('../../', import.meta.url));

export type Instruction = { readonly name: string; readonly text: string };
export type Stage = {
  readonly from: string;
  readonly as: string | null;
  readonly instructions: readonly Instruction[];
};

/** The stages of src/build/deploy/Dockerfile; throws for a line that is not an instruction. */
export function readStages(text = readFileSync(`${root}src/build/deploy/Dockerfile`, 'utf8')): Stage[] {
  const lines = text
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n');
  const stages: (Stage & { instructions: Instruction[] })[] = [];
  for (const line of lines.filter((one) => one.trim() !== '')) {
    const [, name, rest] = /^([A-Z]+)\s+(.+)$/.exec(line) ?? [];
    if (name === undefined || rest === undefined) throw new Error(`No instruction: ${line}`);
    const [, from, as = null] = (name === 'FROM' && /^(\S+)(?: AS (\w+))?$/.exec(rest)) || [];
    if (from !== undefined) stages.push({ from, as, instructions: [] });
    else if (stages.length === 0) throw new Error(`Before the first FROM: ${line}`);
    else stages.at(-1)!.instructions.push({ name, text: rest });
  }
  return stages;
}

export const textsOf = (stage: Stage, name: string): string[] =>
  stage.instructions.filter((one) => one.name === name).map(({ text }) => text);

/** The words of a command in JSON form, which needs no shell. */
export function wordsOf(stage: Stage, name: 'CMD' | 'HEALTHCHECK'): string[] {
  const [text = ''] = textsOf(stage, name);
  return JSON.parse(text.slice(text.indexOf('[')));
}

/** The variables set by an image. */
export function environmentOf(stage: Stage): Record<string, string> {
  const pairs = textsOf(stage, 'ENV').flatMap((text) => text.split(/\s+/));
  return Object.fromEntries(pairs.map((pair) => pair.split('=', 2)));
}

export type Service = {
  readonly image?: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly ports?: readonly string[];
  readonly expose?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly volumes?: readonly string[];
  readonly stop_grace_period?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly mem_limit?: string;
};
type Composition = {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
};

/** src/build/deploy/compose.yaml, with variables filled in as by `docker compose`. */
export function readComposition(variables: Readonly<Record<string, string>>): Composition {
  const fill = (text: string) =>
    text.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind: string | undefined, more = '') => {
      const value = variables[name] ?? '';
      if (value === '' && kind === '?') throw new Error(more);
      return value === '' && kind === '-' ? more : value;
    });
  const filled = (value: unknown): unknown => {
    if (typeof value === 'string') return fill(value);
    if (Array.isArray(value)) return value.map(filled);
    return isPlainObject(value)
      ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filled(one)]))
      : value;
  };
  return filled(parseYaml(readFileSync(`${root}src/build/deploy/compose.yaml`, 'utf8'))) as Composition;
}

/** The objects of src/build/deploy/kubernetes.yaml, by kind. */
export function readManifest(): Readonly<Record<string, Record<string, unknown>>> {
  const documents = readFileSync(`${root}src/build/deploy/kubernetes.yaml`, 'utf8').split(/^---$/m);
  const objects = documents.map((text) => parseYaml(text) as Record<string, unknown>);
  return Object.fromEntries(objects.map((object) => [object.kind, object]));
}

/**
 * Whether src/build/deploy/Dockerfile.dockerignore excludes a file from the build: its last matching pattern decides.
 */
export function isIgnored(path: string): boolean {
  const patterns = readFileSync(`${root}src/build/deploy/Dockerfile.dockerignore`, 'utf8').split('\n');
  const fits = (pattern: string) => {
    const source = pattern.split(/(\*\*\/|\*)/).map((part) => {
      if (part === '**/') return '(.*/)?';
      return part === '*' ? '[^/]*' : part.replaceAll(/[.]/g, '\\$&');
    });
    return new RegExp(`^${source.join('')}(/.*)?$`).test(path);
  };
  const last = patterns.filter((one) => !/^(#|$)/.test(one)).findLast((one) => fits(one.replace(/^!/, '')));
  return last !== undefined && !last.startsWith('!');
}

/** The Prometheus expressions in src/build/deploy, in its alerts and its dashboard. */
export function readExpressions(): string[] {
  const alerts = parseYaml(readFileSync(`${root}src/build/deploy/alerts.yaml`, 'utf8')) as {
    readonly groups: readonly { readonly rules: readonly { readonly expr: string }[] }[];
  };
  const dashboard: { readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[] } =
    JSON.parse(readFileSync(`${root}src/build/deploy/dashboard.json`, 'utf8'));
  const groups = [...alerts.groups.map(({ rules }) => rules), ...dashboard.panels.map(({ targets }) => targets)];
  return groups.flat().map(({ expr }) => expr);
}

export const isFile = (path: string): boolean => existsSync(`${root}${path}`);
