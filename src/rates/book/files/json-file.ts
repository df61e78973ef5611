import { readFileSync } from 'node:fs';

/** The folder of the rate book; a build copies it next to the compiled files. */
export const dataFolder = new URL('../data/', import.meta.url);

export type JsonRecord = Readonly<Record<string, unknown>>;
export type JsonList = readonly unknown[];

export function readJsonFile(name: string): JsonRecord {
  return asRecord(JSON.parse(readFileSync(new URL(name, dataFolder), 'utf8')), name);
}

// The readers below narrow the result of JSON.parse. Their errors identify the row.

export function asRecord(value: unknown, where: string): JsonRecord {
  return isRecord(value) ? value : fail(value, 'an object', where);
}

export function asList(value: unknown, where: string): JsonList {
  return Array.isArray(value) ? value : fail(value, 'a list', where);
}

export function asText(value: unknown, where: string): string {
  return typeof value === 'string' ? value : fail(value, 'a text', where);
}

export function asTextOrNull(value: unknown, where: string): string | null {
  return value === null || value === undefined ? null : asText(value, where);
}

export function asTexts(value: unknown, where: string): readonly string[] {
  return value === undefined ? [] : asList(value, where).map((one) => asText(one, where));
}

export function asNumber(value: unknown, where: string): number {
  return typeof value === 'number' ? value : fail(value, 'a number', where);
}

export function asFlag(value: unknown, where: string): boolean {
  return typeof value === 'boolean' ? value : fail(value, 'true or false', where);
}

export function asOneOf<Choice extends string>(choices: readonly Choice[], value: unknown, where: string): Choice {
  return choices.find((choice) => choice === value) ?? fail(value, choices.join(' or '), where);
}

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fail(value: unknown, wanted: string, where: string): never {
  throw new Error(`Rate book: ${where}: expected ${wanted}, found ${JSON.stringify(value)?.slice(0, 80)}`);
}
