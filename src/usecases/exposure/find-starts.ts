import { createConverter, currenciesFor, daysFor } from '../../domain/exchange-rates/conversion.ts';
import { firstMeasuredDay, reachedNexus } from '../../domain/exposure/collection-start.ts';
import type { CollectionStart } from '../../domain/exposure/exposed-places.ts';
import type { ExposureQuestion } from '../../domain/exposure/exposure-query.ts';
import type { NexusDeclaration } from '../../domain/nexus/nexus-record.ts';
import type { NexusThreshold } from '../../domain/nexus/nexus-threshold.ts';
import { salesQuestions, thresholdOn } from '../../domain/nexus/nexus-tracker.ts';
import type { DailySales } from '../../domain/nexus/sales-conversion.ts';
import type { Context } from '../../ports/context.ts';
import type { TenantStores } from '../../ports/stores.ts';
import type { Notice } from '../../tax/model/assessment.ts';
import { nameOfPlace } from '../nexus/nexus-places.ts';

type Found = { readonly starts: readonly CollectionStart[]; readonly notices: readonly Notice[] };

/**
 * The day from which the tax of each state counts as due. States without such a day are omitted. Uses at most three SQL
 * statements.
 */
export async function findStarts(
  { reference }: Pick<Context, 'reference'>,
  stores: TenantStores,
  question: ExposureQuestion,
  states: readonly string[],
): Promise<Found> {
  if (states.length === 0) return { starts: [], notices: [] };
  const { from, to } = question;
  const asked = states.map((state) => {
    const name = nameOfPlace(reference, { country: 'US', state });
    const thresholds = reference.nexusThresholds(state);
    const place = { country: 'US', state, name, currency: 'USD', threshold: thresholdOn(thresholds, to) };
    const since = firstMeasuredDay(thresholds, question);
    const counted = salesQuestions(place, to)[0]!;
    const excludes = question.collectFrom === 'FIRST_SALE' ? [] : counted.excludes;
    return { state, name, thresholds, question: { ...counted, excludes, from: since, to, endsOn: to } };
  });
  const daily = await stores.nexus.listDailySales(asked.map((one) => one.question));
  if (question.collectFrom === 'FIRST_SALE') {
    const starts = asked.flatMap(({ state, name }, index): CollectionStart[] => {
      const [first] = daily[index]!.map(({ day }) => day)
        .filter((day) => day >= from)
        .sort();
      const collectFrom = first ?? from;
      return [{ state, name, basis: 'FIRST_SALE', reachedOn: null, collectFrom }];
    });
    return { starts, notices: [] };
  }
  const declarations = await stores.nexus.list();
  const rateOn = await converterFor(stores, daily);
  const found = asked.map(({ thresholds, ...one }, index) => {
    const reached = reachedNexus({ question: one.question, daily: daily[index]!, thresholds, rateOn }, { from, to });
    const declared = declaredFrom(declarations, one.state);
    return { ...one, reached, declared };
  });
  return {
    starts: found.flatMap(startOf),
    notices: found.flatMap(({ name, reached }) =>
      reached ? reachedNotices(name, reached.threshold, reached.collection.outcome === 'RULE_UNKNOWN') : [],
    ),
  };
}

type Reached = {
  readonly state: string;
  readonly name: string;
  readonly reached: ReturnType<typeof reachedNexus>;
  readonly declared: string | null;
};

/** If the state has no rule, tax is due from the day on which the threshold was reached. */
function startOf({ state, name, reached, declared }: Reached): CollectionStart[] {
  const reachedOn = reached?.reachedOn ?? null;
  const byThreshold = reached && (reached.collection.collectFrom ?? reached.reachedOn);
  if (declared !== null && (byThreshold === null || declared < byThreshold)) {
    return [{ state, name, basis: 'DECLARED', reachedOn, collectFrom: declared }];
  }
  return byThreshold === null ? [] : [{ state, name, basis: 'THRESHOLD', reachedOn, collectFrom: byThreshold }];
}

/** The earliest first day of all declarations for the state. */
function declaredFrom(declarations: readonly NexusDeclaration[], state: string): string | null {
  const declared = declarations.find((one) => one.country === 'US' && one.state === state);
  if (!declared) return null;
  const { economicNexus, physicalNexus, registrations } = declared;
  return [...economicNexus, ...physicalNexus, ...registrations].map(({ validFrom }) => validFrom).sort()[0] ?? null;
}

function reachedNotices(name: string, { uncertainty, otherConditions }: NexusThreshold, hasNoRule: boolean): Notice[] {
  const of = (code: Notice['code'], message: string): Notice => ({ code, pointer: '/places', message });
  const rule = `The rate book does not specify the day from which ${name} requires collection. The day on which the threshold was reached is used.`;
  return [
    ...(hasNoRule ? [of('COLLECTION_START_UNKNOWN', rule)] : []),
    ...(otherConditions
      ? [of('NOT_TESTED', `The threshold of ${name} has conditions that are not tested. ${otherConditions}.`)]
      : []),
    ...(uncertainty ? [of('FACT_UNCERTAIN', `The threshold of ${name} is uncertain: ${uncertainty}.`)] : []),
  ];
}

async function converterFor({ exchangeRates }: TenantStores, daily: readonly (readonly DailySales[])[]) {
  const foreign = daily.flat().filter(({ currency }) => currency !== 'USD');
  if (foreign.length === 0) return createConverter([]);
  const currencies = currenciesFor(['USD', ...foreign.map(({ currency }) => currency)]);
  return createConverter(await exchangeRates.findFor(currencies, daysFor([...new Set(foreign.map(({ day }) => day))])));
}
