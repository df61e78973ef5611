import {
  type ExemptionReason,
  exemptionReasons,
  type ReasonAcceptance,
  unknownAcceptance,
} from '../../../../domain/exemptions/exemption-reason.ts';
import { asList, asOneOf, asRecord, asText, asTextOrNull, asTexts, type JsonRecord } from '../../files/json-file.ts';
import { asSources } from '../../files/source.ts';
import { sourceName } from './state-book.ts';

const where = 'exemption reasons';

/** Returns whether a state accepts a reason; `UNKNOWN` if there is no row. */
export function makeReasonAcceptance(file: JsonRecord, states: Iterable<string>) {
  const sources = asSources(file.sources, where);
  const all = [...states];
  const known = new Map<string, ReasonAcceptance>();
  for (const row of asList(file.rows, where).map((one) => asRecord(one, where))) {
    const reason = asOneOf(exemptionReasons, row.reason, where);
    const facts = {
      reason,
      acceptance: asOneOf(['ACCEPTED', 'LIMITED', 'NOT_ACCEPTED'] as const, row.acceptance, where),
      note: asTextOrNull(row.note, where),
      source: sourceName(sources, row.source),
      readOn: asText(row.readOn, where),
    };
    for (const state of row.states === 'ALL' ? all : asTexts(row.states, where)) {
      const key = keyOf(state, reason);
      if (known.has(key) || !all.includes(state)) throw new Error(`Rate book: ${where}: ${key} is wrong or repeated.`);
      known.set(key, { state, ...facts });
    }
  }
  return (state: string, reason: ExemptionReason): ReasonAcceptance =>
    known.get(keyOf(state, reason)) ?? unknownAcceptance(state, reason);
}

const keyOf = (state: string, reason: ExemptionReason): string => `${state} ${reason}`;
