import { readFileSync, writeFileSync } from 'node:fs';
import { figure } from './report.ts';

const file = new URL('ratios.json', import.meta.url);

/** The scenarios repeated by the gate. */
export const guarded = /^(GraphQL (list|one|quote)|REST (GET one|PUT a new invoice|quote of 5))/;

/** A scenario may lose this share of its ratio before the gate fails: rounds on a busy machine differ by 15 %. */
const mostLost = 0.25;

type Ratios = Readonly<Record<string, number>>;

const committed = (): Ratios => JSON.parse(readFileSync(file, 'utf8')) as Ratios;

export function hasLost(name: string, ratio: number): boolean {
  return ratio < (committed()[name] ?? 0) * (1 - mostLost);
}

/** Throws if a scenario lost more than allowed. */
export function requireRatios(found: Ratios): void {
  for (const [name, ratio] of Object.entries(found)) {
    console.log(`${figure(ratio, 2)} (${figure(committed()[name] ?? null, 2)} before)  ${name}`);
  }
  const lost = Object.keys(found).filter((name) => hasLost(name, found[name]!));
  if (lost.length > 0)
    throw new Error(`Slower than the figures in ratios.json by more than a quarter: ${lost.join('; ')}`);
}

export function keepRatios(found: Ratios): void {
  const rounded = Object.entries(found).map(([name, ratio]) => [name, Number(ratio.toFixed(2))] as const);
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(rounded), null, 2)}\n`);
}
