import { placesOf } from '../../transactions/snapshot-places.ts';
import type { TransactionSnapshot } from '../../transactions/transaction-snapshot.ts';
import type { Supposition } from '../supposition.ts';
import type { ReplayFacts } from './frozen-facts.ts';
import { declarationsFor, factNames, optionNames } from './record-basis.ts';
import type { ReplayChange } from './replay-record.ts';
import { type Calculated, differingLines, exchangeText } from './replayed-figures.ts';

/** An assumption that replaces one frozen fact with its current value. */
type FactChange = Supposition<ReplayFacts, Calculated, readonly ReplayChange[]>;

/**
 * Differences between two sets of facts, in the order in which they are tried: products, customer, certificates,
 * settings, nexus declarations, exchange rates.
 */
export function factChanges(
  frozen: ReplayFacts,
  current: ReplayFacts,
  snapshot: TransactionSnapshot,
): readonly FactChange[] {
  return [
    ...productChange(current),
    ...customerChanges(frozen, current),
    ...certificateChange(frozen, current),
    ...settingChanges(frozen, current),
    ...declarationChange(frozen, current, snapshot),
    ...exchangeChange(frozen, current),
  ];
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

type Named = { readonly what: string; readonly before: unknown; readonly after: unknown };

function change(cause: ReplayChange['cause'], pointer: string, { what, before, after }: Named): ReplayChange {
  const isNamed = (value: unknown) => value !== null && value !== undefined;
  const said = (value: unknown) => (isNamed(value) ? textOf(value) : 'none');
  return {
    cause,
    pointer,
    message: `${what} was ${said(before)} and is now ${said(after)}.`,
    ...(isNamed(before) && { before: textOf(before) }),
    ...(isNamed(after) && { after: textOf(after) }),
  } as ReplayChange;
}

function productChange({ productCodes }: ReplayFacts): FactChange[] {
  if (!productCodes) return [];
  return [
    {
      apply: (facts) => ({ ...facts, productCodes }),
      describe: (before, after) =>
        after.document.items.flatMap(({ product, taxCode }, index) => {
          const was = before.document.items[index]!.taxCode;
          if (was === taxCode) return [];
          const named = { what: `The tax code of product ${product}`, before: was || null, after: taxCode };
          return [change('PRODUCT_CHANGED', `/items/${index}/product`, named)];
        }),
    },
  ];
}

function customerChanges({ customer: was }: ReplayFacts, { customer: is }: ReplayFacts): FactChange[] {
  const one = (name: 'customerType' | 'taxNumber' | 'address', pointer: string, named: Named): FactChange[] =>
    named.before === named.after
      ? []
      : [
          {
            apply: (facts) => ({ ...facts, customer: { ...facts.customer, [name]: is[name] } }),
            describe: () => [change('CUSTOMER_CHANGED', `/customer/${pointer}`, named)],
          },
        ];
  const [before, after] = [was.address?.country ?? null, is.address?.country ?? null];
  const type = { what: 'The type of the customer', before: was.customerType, after: is.customerType };
  const number = { what: 'The tax number of the customer', before: was.taxNumber, after: is.taxNumber };
  return [
    ...one('customerType', 'customerType', type),
    ...one('taxNumber', 'taxNumber', number),
    ...one('address', 'address/country', { what: 'The country of the customer', before, after }),
  ];
}

function certificateChange(was: ReplayFacts, is: ReplayFacts): FactChange[] {
  if (was.exemptions.length === 0 && is.exemptions.length === 0) return [];
  const numberOf = (id: string | null) => {
    const found = [...was.exemptions, ...is.exemptions].find(({ serviceId }) => serviceId === id);
    return found?.certificate?.certificateId ?? id;
  };
  return [
    {
      apply: (facts) => {
        // Certificates are replaced together with the setting that decides whether they need a file.
        const { requireEvidence } = is.settings;
        return { ...facts, exemptions: is.exemptions, settings: { ...facts.settings, requireEvidence } };
      },
      describe: (before, after) =>
        differingLines(before, after).map((pair) => {
          const applied = ({ frozen }: typeof pair.before) =>
            frozen.taxLines.find(({ certificateId }) => certificateId !== null)?.certificateId ?? null;
          const what = 'The certificate applied to the line';
          const [old, now] = [numberOf(applied(pair.before)), numberOf(applied(pair.after))];
          return change('CERTIFICATE_CHANGED', pair.after.pointer, { what, before: old, after: now });
        }),
    },
  ];
}

function settingChanges({ settings: was }: ReplayFacts, { settings: is, declarations }: ReplayFacts): FactChange[] {
  return [...factNames, ...optionNames]
    .filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]))
    .map((name) => ({
      apply: (facts) => {
        const settings = { ...facts.settings, [name]: is[name] };
        if (name === 'collectionPolicy') return { ...facts, settings, declarations };
        if (name !== 'euDistanceSales') return { ...facts, settings };
        const { isPastEuThreshold, isEuThresholdMeasured } = is;
        return { ...facts, settings: { ...settings, isPastEuThreshold, isEuThresholdMeasured } as typeof settings };
      },
      describe: () => [
        change('SETTINGS_CHANGED', `/account/${name}`, {
          what: `The setting ${name}`,
          before: was[name],
          after: is[name],
        }),
      ],
    }));
}

/** The change to the nexus declarations. If the policy differs too, both change together. */
function declarationChange(was: ReplayFacts, is: ReplayFacts, snapshot: TransactionSnapshot): FactChange[] {
  const policy = is.settings.collectionPolicy;
  if (policy === 'EVERYWHERE' || was.settings.collectionPolicy !== policy) return [];
  const places = placesOf(snapshot);
  const relevant = declarationsFor(is.declarations, is.settings, places);
  const why = ({ snapshot: of }: Calculated) =>
    placesOf(of)
      .flatMap(({ collectionExplanation }) => collectionExplanation ?? [])
      .join(' ');
  return [
    {
      apply: (facts) => ({ ...facts, declarations: relevant }),
      describe: (before, after) => {
        const [was, is] = [why(before), why(after)];
        const found = change('SETTINGS_CHANGED', '/nexus', { what: 'The reason', before: was, after: is });
        return [{ ...found, message: `Then: ${was} Today: ${is}` }];
      },
    },
  ];
}

function exchangeChange(frozen: ReplayFacts, { settings, exchangeRates }: ReplayFacts): FactChange[] {
  const { reportingCurrency } = settings;
  if (reportingCurrency === null && frozen.settings.reportingCurrency === null) return [];
  const exchange: FactChange = {
    apply: (facts) => ({ ...facts, exchangeRates, settings: { ...facts.settings, reportingCurrency } }),
    describe: (before, after) => {
      const [was, is] = [before.document.exchangeRate, after.document.exchangeRate];
      if (exchangeText(was) === exchangeText(is)) return [];
      if ((was?.toCurrency ?? null) !== reportingCurrency) {
        const what = 'The setting reportingCurrency';
        const changed = { what, before: was?.toCurrency ?? null, after: reportingCurrency };
        return [change('SETTINGS_CHANGED', '/account/reportingCurrency', changed)];
      }
      const what = `The rate to ${reportingCurrency}`;
      const { source = null } = (is ?? was ?? {}) as { readonly source?: string };
      const rates = { what, before: was?.rate ?? null, after: is?.rate ?? null };
      return [{ ...change('EXCHANGE_RATE_CHANGED', '/exchangeRate/rate', rates), source } as ReplayChange];
    },
  };
  return [exchange];
}
