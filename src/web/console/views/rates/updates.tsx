import { useState } from 'preact/hooks';
import type { RootOf } from '../../base/graphql.ts';
import { documentLink, updateTab } from '../../base/links.ts';
import { Loaded } from '../../base/loaded.tsx';
import { Panel } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import { firstPage, withQuery } from '../../base/router.ts';
import { type Column, Table } from '../../base/table.tsx';
import { addDays, instantText, number, signedMoney, today } from '../../format/format.ts';
import { placeName } from '../../format/place-text.ts';
import { ratesTexts } from '../../texts/rates.ts';
import { effectOperation, soldOperation, type updatesOperation } from './operations.ts';

const { updates: texts } = ratesTexts;

export type Update = RootOf<typeof updatesOperation, 'rateUpdates'>['updates'][number];
type Place = Update['places'][number] & { readonly documents: number };

const daysOfEffect = 90;

/** The number of the version whose changes the tab shows. */
export function updateIn(tab: string | null): number | null {
  const [, found] = /^update-(\d{1,9})$/.exec(tab ?? '') ?? [];
  return found === undefined ? null : Number(found);
}

/**
 * A rate book that is installed but not active: its activation date, its changes by place, and the imports that
 * override it.
 */
export function UpdatePanel({ update }: { readonly update: Update }) {
  const { version, activatesAt, installedAt, changeCount, conflicts, conflictCount, otherChanges } = update;
  const sold = useQuery(soldOperation, {
    period: { range: { from: addDays(today(), 1 - daysOfEffect), to: today() } },
  });
  const counts = new Map(
    (sold.data?.liability?.rows ?? []).map(({ key, transactionCount }) => [placeName(placeOf(key)), transactionCount]),
  );
  const places = update.places
    .map((place): Place => ({ ...place, documents: counts.get(placeName(place)) ?? 0 }))
    .sort((left, right) => right.documents - left.documents);
  return (
    <Panel title={texts.title(version)}>
      <p class="panel-body">
        {texts.about(instantText(installedAt), changeCount)}{' '}
        {activatesAt === null ? (
          <>
            {texts.activate} <code>{texts.command(update.number)}</code>
          </>
        ) : (
          texts.planned(instantText(activatesAt))
        )}
      </p>
      <Listed title={texts.conflicts} all={conflicts} count={conflictCount} />
      <Listed title={texts.others} all={otherChanges} count={update.otherChangeCount} />
      {places.length > 0 && (
        <Table
          caption={texts.places}
          columns={[...columnsOf(update.number), ...(sold.data?.liability ? [soldColumn] : [])]}
          rows={places.slice(0, mostPlaces)}
          keyOf={placeName}
        />
      )}
      {places.length > mostPlaces && (
        <p class="panel-foot soft small">{texts.morePlaces(places.length - mostPlaces)}</p>
      )}
    </Panel>
  );
}

type ListedProps = { readonly title: string; readonly all: readonly string[]; readonly count: number };

/** A titled list of the first few texts; renders nothing for an empty list. */
function Listed({ title, all, count }: ListedProps) {
  const shown = all.slice(0, mostListed);
  if (shown.length === 0) return null;
  return (
    <div class="panel-body">
      <strong>{title}</strong>
      <ul class="small">
        {shown.map((one) => (
          <li key={one}>{one}</li>
        ))}
        {count > shown.length && <li>{texts.more(count - shown.length)}</li>}
      </ul>
    </div>
  );
}

const mostListed = 10;
const mostPlaces = 25;

const placeOf = ({ country, state }: { readonly country: string | null; readonly state: string | null }) => ({
  country: country ?? '',
  state,
});

const columnsOf = (update: number): readonly Column<Place>[] => [
  {
    name: texts.columns.place,
    cell: ({ country, state }) => {
      const place = state === null ? country : `${country}-${state}`;
      return (
        <a href={withQuery({ place, changes: updateTab(update), ...firstPage })}>{placeName({ country, state })}</a>
      );
    },
  },
  { name: texts.columns.changes, isNumber: true, cell: ({ changeCount }) => number(changeCount) },
];

const soldColumn: Column<Place> = {
  name: texts.columns.documents,
  isNumber: true,
  cell: ({ documents }) => number(documents),
};

type EffectProps = { readonly changeId: string; readonly inVersion: number };

/** Loaded on request, because the gateway recalculates documents for it. */
export function Effect(change: EffectProps) {
  const [isAsked, setAsked] = useState(false);
  const answer = useQuery(effectOperation, isAsked ? { ...change } : null);
  if (!isAsked) {
    return (
      <button type="button" onClick={() => setAsked(true)}>
        {texts.show}
      </button>
    );
  }
  return (
    <Loaded query={answer} field="rateChange" lines={2}>
      {({ rateChange }) => rateChange?.effect && <EffectText effect={rateChange.effect} />}
    </Loaded>
  );
}

type Found = NonNullable<RootOf<typeof effectOperation, 'rateChange'>['effect']>;

function EffectText({ effect }: { readonly effect: Found }) {
  const { taxes, transactionCount, customerCount, openTransactionCount, openTransactions } = effect;
  return (
    <div role="status">
      {taxes.map(({ currency, taxDifference, transactionCount: count }) => (
        <span key={currency} class="block">
          {texts.tax(signedMoney(taxDifference, currency), count)}
        </span>
      ))}
      {taxes.length === 0 && <span class="block">{texts.same}</span>}
      <span class="small soft block">{texts.counts(transactionCount, customerCount, openTransactionCount)}</span>
      <span class="small row">
        {openTransactions?.nodes.map(({ serviceId, externalId }) => (
          <a key={serviceId} href={documentLink(serviceId)}>
            {externalId}
          </a>
        ))}
      </span>
    </div>
  );
}
