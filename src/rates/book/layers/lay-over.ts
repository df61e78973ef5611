import type {
  CorrectionsLayer,
  FactCorrection,
  RateCorrection,
  RateLayer,
} from '../../../domain/rate-book/rate-layer.ts';
import { type BookFiles, ownBook, readBookFiles, type StateFile } from '../files/book-files.ts';
import { asRecord, asText } from '../files/json-file.ts';
import { closeState, openState, type StateDraft, sourceIndex } from '../files/state-file.ts';
import { inOrderOfDays, reachZips } from './corrected-zips.ts';
import { type FactFiles, type LaidRows, layGlobalFact, layStateFact } from './fact-correction.ts';
import { layGlobalCorrection } from './global-correction.ts';
import { unfit } from './imported-words.ts';
import { gapIssues } from './rate-gaps.ts';
import type { RateLayerIssue } from './rate-layer-error.ts';
import { withoutMisfits } from './set-aside.ts';
import { type StateBoundaries, stateBoundaries } from './state-boundaries.ts';
import { layStateRates } from './state-rates.ts';
import { noteUnplaced } from './unplaced-jurisdictions.ts';
import { layUsCorrection } from './us-correction.ts';

/**
 * The days on which sources were read, if they differ from the day of the place: by imported source, and by place for
 * the bundled sources.
 */
export type SourceDays = {
  readonly bySource: ReadonlyMap<string, string>;
  readonly byPlace: ReadonlyMap<string, string>;
};

export type LayeredBook = {
  readonly files: BookFiles;
  /** Boundaries by state. */
  readonly boundaries: ReadonlyMap<string, StateBoundaries>;
  readonly sourceDays: SourceDays;
  /** The layers without the corrections that do not match the book. */
  readonly kept: readonly RateLayer[];
  /** The corrections that do not match the book and have no effect, each with the reason. */
  readonly setAside: readonly string[];
};

/**
 * Applies layers to the files of the rate book before the files are read, so that the reader's checks also cover
 * imports. Corrections that do not match the book are set aside. Throws a `RateLayerError` for an issue with a whole
 * layer.
 */
export function layOver(files: BookFiles, layers: readonly RateLayer[]): LayeredBook {
  if (layers.length === 0) {
    const sourceDays = { bySource: new Map(), byPlace: new Map() };
    return { files, boundaries: new Map(), sourceDays, kept: layers, setAside: [] };
  }
  const { work, issues } = layAll(files, layers);
  if (issues.length > 0) {
    const { kept, setAside } = withoutMisfits(layers, issues);
    const laid = layOver(files, kept);
    return { ...laid, setAside: [...setAside, ...laid.setAside] };
  }
  const boundaries = new Map<string, StateBoundaries>();
  for (const layer of layers) {
    if (layer.kind !== 'BOUNDARIES') continue;
    boundaries.set(layer.state, stateBoundaries(openBundled(work, layer.state)!, layer, layers));
  }
  for (const [code, state] of work.states) {
    if (!boundaries.has(code)) noteUnplaced(state, openBundled(work, code)!, layers);
  }
  const asOf = [asText(files.head.asOf, 'book'), ...layers.map((layer) => layer.asOf)].toSorted().at(-1);
  return {
    files: {
      ...files,
      ...work.global,
      head: { ...files.head, asOf },
      verified: withImportedDays(files.verified, work, layers),
      states: files.states.map((file) => {
        const state = work.states.get(file.code);
        if (!state) return file;
        const content = closeState(state);
        return { code: file.code, isBundled: false, read: () => content };
      }),
    },
    boundaries,
    sourceDays: sourceDaysOf(work, layers),
    kept: layers,
    setAside: [],
  };
}

function layAll(files: BookFiles, layers: readonly RateLayer[]) {
  const work: Work = {
    bundled: new Map(files.states.map((file) => [file.code, file])),
    states: new Map(),
    global: {
      countries: files.countries,
      regions: files.regions,
      categoryRates: files.categoryRates,
      delivery: files.delivery,
      dueDays: files.dueDays,
      nexus: files.nexus,
    },
  };
  const issues = layers.flatMap((layer, index) => lay(work, layer, layers.slice(index + 1)));
  if (issues.length === 0) issues.push(...gapIssuesOf(work, layers));
  return { work, issues };
}

function gapIssuesOf({ states, global }: Work, layers: readonly RateLayer[]): RateLayerIssue[] {
  const { countries, regions } = global;
  return gapIssues({ states, global: { countries: countries.countries, regions: regions.regions } }, layers);
}

function sourceDaysOf(work: Work, layers: readonly RateLayer[]): SourceDays {
  const bySource = layers.flatMap((layer) => {
    const sources =
      layer.kind === 'CORRECTIONS' ? [...layer.rows, ...(layer.facts ?? [])].map(({ source }) => source) : [];
    return [layer.source, ...sources].map((source): [string, string] => [source, layer.asOf]);
  });
  const byPlace = [...work.states.keys()].map((code): [string, string] => [
    `US-${code}`,
    openBundled(work, code)!.asOf,
  ]);
  return { bySource: new Map(bySource), byPlace: new Map(byPlace) };
}

/** The reasons why layers are incompatible with a rate book, if any. */
export function layerIssues(layers: readonly RateLayer[], bundled = ownBook): readonly RateLayerIssue[] {
  return layAll(readBookFiles(bundled), layers).issues;
}

type Work = {
  readonly bundled: ReadonlyMap<string, StateFile>;
  /** The states whose files a layer changes. */
  readonly states: Map<string, StateDraft>;
  readonly global: { countries: BookFiles['countries']; regions: BookFiles['regions'] } & FactFiles;
};

function lay(work: Work, layer: RateLayer, later: readonly RateLayer[]): RateLayerIssue[] {
  const { layerId } = layer;
  switch (layer.kind) {
    case 'CORRECTIONS': {
      const { rows, facts = [] } = layer;
      const laid: LaidRows = new Set();
      const issues = [
        ...rows.map((row) => layCorrection(work, row, later)),
        ...facts.map((fact) => layFact(work, fact, laid)),
      ].flatMap((messages, row) => messages.map((message) => ({ layerId, row, message })));
      if (issues.length === 0) layZips(work, layer.rows);
      for (const code of Object.keys(layer.lists ?? {})) noteList(work, layer, code);
      return issues;
    }
    case 'STATE_RATES':
    case 'BOUNDARIES': {
      const state = stateOf(work, layer.state);
      if (!state) return [{ layerId, row: null, message: unfit.state(layer.state) }];
      if (layer.kind === 'STATE_RATES') {
        return layStateRates(state, layer, openBundled(work, layer.state)!).map((message) => ({
          layerId,
          row: null,
          message,
        }));
      }
      sourceIndex(state, layer.source);
      return [];
    }
  }
}

function layCorrection(work: Work, row: RateCorrection, later: readonly RateLayer[]): string[] {
  if (row.validFrom !== null && row.validThrough !== null && row.validFrom > row.validThrough) {
    return [`The rate ends on ${row.validThrough}, before it begins on ${row.validFrom}.`];
  }
  if (row.country !== 'US' && row.country !== 'PR') return layGlobalCorrection(work.global, row);
  const code = stateOfCorrection(row);
  const state = code === null ? null : stateOf(work, code);
  if (!state) return [code === null ? 'A US rate requires a state.' : unfit.state(code)];
  // The correction was made to an official file that a later layer replaces, so a missing jurisdiction is not an issue.
  const isMoot = later.some((layer) => layer.kind === 'STATE_RATES' && layer.state === code);
  if (isMoot && row.name === null && !state.jurisdictions.has(row.jurisdictionId)) return [];
  return layUsCorrection(state, row);
}

function layFact(work: Work, fact: FactCorrection, laid: LaidRows): string[] {
  if (fact.country !== 'US') return layGlobalFact(work.global, fact);
  const state = stateOf(work, fact.subdivision ?? '');
  return state ? layStateFact(state, { files: work.global, laid }, fact) : [unfit.state(fact.subdivision)];
}

/** A list sets the date of the state's rates. An older list sets it only if it changes a rate. */
function noteList(work: Work, { lists, areListsOfOneDay, rows }: CorrectionsLayer, code: string): void {
  const state = stateOf(work, code);
  const day = lists?.[code];
  if (!state || day === undefined) return;
  const changesRates = rows.some((row) => stateOfCorrection(row) === code);
  if (!changesRates && state.listedOn >= day) return;
  state.listedBefore = areListsOfOneDay && state.listedOn < day ? state.listedOn : null;
  state.listedOn = day;
}

/** Days on which imports confirmed the rates of countries, and of states without local rates. */
function withImportedDays(verified: BookFiles['verified'], work: Work, layers: readonly RateLayer[]) {
  const days = { ...asRecord(verified.days, 'verified') };
  for (const { lists = {}, countries = {} } of layers) {
    const states = Object.entries(lists).filter(([code]) => {
      const rest = work.states.get(code)?.rest.state;
      return rest !== undefined && asRecord(rest, code).rateLists === undefined;
    });
    for (const [place, day] of [
      ...states.map(([code, day]) => [`US-${code}`, day] as const),
      ...Object.entries(countries),
    ])
      if (String(days[place] ?? '') < day) days[place] = day;
  }
  return { ...verified, days };
}

/** The jurisdiction of an obsolete correction may not exist. */
function layZips(work: Work, rows: readonly RateCorrection[]): void {
  for (const row of inOrderOfDays(rows.filter(({ zips }) => zips.length > 0))) {
    const state = stateOf(work, stateOfCorrection(row) ?? '');
    if (state?.jurisdictions.has(row.jurisdictionId)) reachZips(state, row);
  }
}

function stateOfCorrection({ country, subdivision }: RateCorrection): string | null {
  return country === 'PR' ? 'PR' : subdivision;
}

function stateOf(work: Work, code: string): StateDraft | null {
  const open = work.states.get(code);
  if (open) return open;
  const state = openBundled(work, code);
  if (state) work.states.set(code, state);
  return state;
}

/** Opens a new draft of a bundled state, without layers. */
function openBundled({ bundled }: Work, code: string): StateDraft | null {
  const file = bundled.get(code);
  if (!file) return null;
  return openState(file.read());
}
