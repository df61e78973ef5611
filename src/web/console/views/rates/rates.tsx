import { DayField, FilterForm, SearchField } from '../../base/filters.tsx';
import { Empty, FailureNote } from '../../base/loaded.tsx';
import { taxCodesOperation } from '../../base/operations.ts';
import { Page } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import { firstPage, withQuery } from '../../base/router.ts';
import { CodeList, codeListId, findCode } from '../../base/tax-codes.tsx';
import type { ViewProps } from '../../base/view.ts';
import { isDay } from '../../format/format.ts';
import { codeOfPlace, placesIn, type TypedPlace } from '../../format/place-input.ts';
import { placeName } from '../../format/place-text.ts';
import { ratesTexts as texts } from '../../texts/rates.ts';
import type { Asked } from './asked.ts';
import { RateChanges } from './changes.tsx';
import { updatesOperation } from './operations.ts';
import { AddressRates, CountryRates } from './place-rates.tsx';
import { UpdatePanel, updateIn } from './updates.tsx';
import { Versions } from './versions.tsx';

/** Rates of a place on a day, the evidence for its rules, and changes. */
export function Rates({ query }: ViewProps) {
  const codes = useQuery(taxCodesOperation, {});
  const text = query.get('place') ?? '';
  const [place = null, ...others] = placesIn(text);
  const known = codes.data?.taxCodes?.nodes ?? [];
  const names = new Map(known.map((one) => [one.code, one.name]));
  const typedCode = query.get('code') ?? '';
  const code = findCode(known, typedCode);
  const asked = { asOf: dayIn(query), taxCode: code?.code ?? null };
  const updates = useQuery(updatesOperation, {}).data?.rateUpdates?.updates ?? [];
  const update = updates.find(({ number }) => number === updateIn(query.get('changes')));
  const isWaiting = typedCode !== '' && known.length === 0 && codes.failure === null;
  return (
    <Page title={texts.title} about={texts.about}>
      <FilterForm label={texts.form} class="filters rates-form no-print">
        <SearchField label={texts.place} name="place" query={query} hint={texts.placeHint} />
        <SearchField label={texts.code} name="code" query={query} hint={texts.codeHint} list={codeListId} />
        <DayField label={texts.day} name="on" query={query} />
        <CodeList codes={known} />
      </FilterForm>
      {codes.failure && <FailureNote failure={codes.failure} again={codes.again} />}
      {others.length > 0 && <Others places={others} />}
      {typedCode !== '' && known.length > 0 && code === null && <p class="soft">{texts.unknownCode(typedCode)}</p>}
      {update && <UpdatePanel update={update} />}
      {!isWaiting && <Shown place={place} text={text} asked={asked} />}
      {!isWaiting && (
        <RateChanges
          place={place}
          isUnknown={text !== '' && place === null}
          taxCode={asked.taxCode}
          names={names}
          updates={updates}
          query={query}
        />
      )}
      <Versions query={query} />
    </Page>
  );
}

type ShownProps = { readonly place: TypedPlace | null; readonly text: string; readonly asked: Asked };

function Shown({ place, text, asked }: ShownProps) {
  if (place === null) {
    return (
      <section class="panel" aria-label={texts.stack}>
        {text === '' ? (
          <Empty title={texts.choose}>{texts.chooseText}</Empty>
        ) : (
          <Empty title={texts.unknown}>{texts.unknownText}</Empty>
        )}
      </section>
    );
  }
  return place.kind === 'us' ? (
    <AddressRates place={place} asked={asked} />
  ) : (
    <CountryRates place={place} asked={asked} />
  );
}

/** `DE` is Germany, but the user may mean Delaware. */
function Others({ places }: { readonly places: readonly TypedPlace[] }) {
  return (
    <p class="soft">
      {texts.other}{' '}
      {places.map((place) => (
        <a key={codeOfPlace(place)} href={withQuery({ place: codeOfPlace(place), ...firstPage })}>
          {place.kind === 'us' ? placeName({ country: 'US', state: place.state }) : placeName(place)}
        </a>
      ))}
      ?
    </p>
  );
}

function dayIn(query: URLSearchParams): string | null {
  const day = query.get('on');
  return isDay(day) ? day : null;
}
