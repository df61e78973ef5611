import type { BoundaryStack } from '../../../domain/rate-book/rate-layer.ts';
import type { IndexedState } from '../../../ports/rate-book-index.ts';
import { isNoCode, padded, readSstCode } from './jurisdiction-codes.ts';

/** The index of the first column of a boundary row that identifies a jurisdiction. */
const stateIndicatorAt = 23;
const countyAt = 24;
const placeAt = 25;
const tripletsAt = 29;
const tripletsEnd = 89;

/** A state has a few thousand stacks. The list is kept in memory, both here and where it is used. */
const stackLimit = 100_000;

/** The distinct stacks of jurisdictions in a boundary file, in order of first appearance. */
export class StackList {
  readonly #state: IndexedState;
  readonly #byCells = new Map<string, number>();
  readonly #byContent = new Map<string, number>();
  readonly stacks: BoundaryStack[] = [];

  constructor(state: IndexedState) {
    this.#state = state;
  }

  /** The index of the row's stack in the list, or its issue. */
  indexOf(cells: readonly string[]): number | string {
    const jurisdictions = cells.slice(stateIndicatorAt, tripletsEnd).join();
    const known = this.#byCells.get(jurisdictions);
    if (known !== undefined) return known;
    const stack = readStack(this.#state, cells);
    if (typeof stack === 'string') return stack;
    const content = JSON.stringify(stack);
    const index = this.#byContent.get(content) ?? this.stacks.length;
    if (index >= stackLimit) return `The file has more than ${stackLimit} different sets of jurisdictions.`;
    if (index === this.stacks.length) this.stacks.push(stack);
    this.#byContent.set(content, index);
    // The cache is bounded, because a file may contain anything.
    if (this.#byCells.size < stackLimit) this.#byCells.set(jurisdictions, index);
    return index;
  }
}

function readStack(state: IndexedState, cells: readonly string[]): BoundaryStack | string {
  let county = codeAt(cells, countyAt, 3);
  let place = codeAt(cells, placeAt, 5);
  const districts: { type: string; code: string }[] = [];
  for (let at = tripletsAt; at + 2 < Math.min(cells.length, tripletsEnd); at += 3) {
    const code = cells[at + 1]!.trim();
    const type = cells[at + 2]!.trim();
    if (isNoCode(code)) continue;
    const key = readSstCode(state, type, code);
    if (!key)
      return `Type ${type || '(empty)'} with code ${code} is not a jurisdiction (columns ${at + 1} to ${at + 3}).`;
    // Counties and cities also appear among the districts, whether or not their own columns are filled.
    if (key.level === 'COUNTY' && (county === null || county === key.code)) county = key.code;
    else if (key.level === 'CITY' && (place === null || place === key.code)) place = key.code;
    else if (key.level !== 'LOCATION' && key.level !== 'STATE' && !districts.some((other) => isSame(other, key))) {
      districts.push({ type: key.type, code: key.code });
    }
  }
  return { isStateTaxed: !isNoCode((cells[stateIndicatorAt] ?? '').trim()), county, place, districts };
}

function codeAt(cells: readonly string[], at: number, length: number): string | null {
  const code = (cells[at] ?? '').trim();
  return isNoCode(code) ? null : padded(code, length);
}

function isSame(one: { type: string; code: string }, other: { type: string; code: string }): boolean {
  return one.type === other.type && one.code === other.code;
}
