import type { RootOf } from '../../base/graphql.ts';
import { Empty, Loaded } from '../../base/loaded.tsx';
import { Panel } from '../../base/page.tsx';
import { type Query, useQuery } from '../../base/query.ts';
import { reasonIn } from '../../base/refusal.ts';
import { Sources } from '../../base/why/step-list.tsx';
import { dayText, percent, validityText, withDays } from '../../format/format.ts';
import type { TypedPlace } from '../../format/place-input.ts';
import { placeName } from '../../format/place-text.ts';
import { ratesTexts as texts } from '../../texts/rates.ts';
import { known, recordTexts } from '../../texts/records.ts';
import { type Asked, coveragePlace } from './asked.ts';
import { Coverage } from './coverage.tsx';
import { addressRatesOperation, countryRatesOperation } from './operations.ts';

type AtAddress = Extract<RootOf<typeof addressRatesOperation, 'salesTaxRates'>, { __typename: 'SalesTaxRatesLookup' }>;
type InCountry = Extract<
  RootOf<typeof countryRatesOperation, 'globalTaxRates'>,
  { __typename: 'GlobalTaxRatesLookup' }
>;
type Rule = NonNullable<AtAddress['rule']>;

export function AddressRates({ place, asked }: { place: Extract<TypedPlace, { kind: 'us' }>; asked: Asked }) {
  const { kind: _kind, ...address } = place;
  const input = { address: { country: 'US', isPartial: true, ...address }, ...asked };
  const answer = useQuery(addressRatesOperation, { input });
  const found = answer.data?.salesTaxRates;
  const at = found?.__typename === 'SalesTaxRatesLookup' ? found : null;
  const matched = at?.matchedAddressData;
  const state = matched?.address.state ?? null;
  return (
    <PlaceRates
      query={answer}
      field="salesTaxRates"
      refusal={found ? reasonIn(found) : null}
      found={at}
      name={
        matched
          ? [matched.address.city, matched.address.county, placeName({ country: 'US', state }), matched.address.zip]
              .filter(Boolean)
              .join(', ')
          : ''
      }
      about={matched ? texts.matched(known(recordTexts.precisions, matched.precision)) : ''}
      rate={at?.salesTaxRates.taxRate ?? '0'}
      rule={at?.rule ?? null}
      taxCode={asked.taxCode}
      coverage={coveragePlace(place, state)}
    />
  );
}

export function CountryRates({ place, asked }: { place: Extract<TypedPlace, { kind: 'country' }>; asked: Asked }) {
  const { country, state } = place;
  const answer = useQuery(countryRatesOperation, { input: { country, state, ...asked } });
  const found = answer.data?.globalTaxRates;
  const at = found?.__typename === 'GlobalTaxRatesLookup' ? found : null;
  return (
    <PlaceRates
      query={answer}
      field="globalTaxRates"
      refusal={found ? reasonIn(found) : null}
      found={at}
      name={at?.jurisdictions.at(-1)?.jurisdiction.name ?? placeName(place)}
      about={at?.taxName ?? ''}
      rate={at?.gtRates.taxRate ?? '0'}
      rule={asked.taxCode === null ? null : (at?.rules[0] ?? null)}
      taxCode={asked.taxCode}
      coverage={coveragePlace(place, null)}
    />
  );
}

type PlaceRatesProps<Result> = {
  readonly query: Query<Result>;
  readonly field: string;
  readonly refusal: string | null;
  readonly found: AtAddress | InCountry | null;
  readonly name: string;
  readonly about: string;
  readonly rate: string;
  readonly rule: Rule | InCountry['rules'][number] | null;
  readonly taxCode: string | null;
  readonly coverage: string | null;
};

function PlaceRates<Result>(props: PlaceRatesProps<Result>) {
  const { query, field, refusal, found, name, about, rate, rule, taxCode, coverage } = props;
  return (
    <>
      <Panel title={taxCode === null ? texts.stack : texts.stackOf(taxCode)}>
        <Loaded query={query} field={field} lines={5}>
          {() =>
            found ? (
              <div class="panel-body stack" aria-busy={query.isLoading}>
                <p>
                  <strong>{name}</strong>
                  <span class="soft small block">
                    {[texts.on(dayText(found.effectiveDate)), about].filter(Boolean).join(' · ')}
                  </span>
                </p>
                <Stack found={found} rate={rate} taxCode={taxCode} />
                {rule && <RuleOfCode rule={rule} />}
                <Remarks notices={found.notices} />
              </div>
            ) : (
              <Empty title={texts.unknown}>{refusal ?? texts.unknownText}</Empty>
            )
          }
        </Loaded>
      </Panel>
      {found && coverage && <Coverage place={coverage} taxCode={taxCode} />}
    </>
  );
}

type StackProps = { readonly found: AtAddress | InCountry; readonly rate: string; readonly taxCode: string | null };

/** The taxing authorities, with rates as bars: for the tax code, or for general goods. */
function Stack({ found: { jurisdictions, taxation }, rate, taxCode }: StackProps) {
  const rateOf = (one: StackProps['found']['jurisdictions'][number]) =>
    (taxCode === null ? one.generalRate : one.appliedRate) ?? '0';
  const most = Math.max(...jurisdictions.map((one) => Number(rateOf(one))), 0);
  if (taxation !== 'TAXED' && jurisdictions.length === 0) {
    return <p class="soft">{known(texts.taxations, taxation)}</p>;
  }
  if (jurisdictions.length === 0) return <p class="soft">{texts.nothing}</p>;
  return (
    <ul class="rates rates-of-place">
      {jurisdictions.map((one) => {
        const { jurisdiction, generalRate, validFrom, validThrough, sources } = one;
        const own = rateOf(one);
        const isOther = taxCode !== null && generalRate !== null && generalRate !== own;
        return (
          <li key={jurisdiction.jurisdictionId}>
            <div class="rates-name">
              <span>{jurisdiction.name}</span>
              <span class="small soft">
                {[
                  known(recordTexts.levels, jurisdiction.level),
                  validFrom && texts.since(dayText(validFrom)),
                  validThrough && texts.until(dayText(validThrough)),
                  isOther && texts.general(percent(generalRate)),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              <Sources sources={sources} />
            </div>
            <svg class="rates-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
              <rect class="rates-track" width="100" height="8" />
              <rect class="rates-fill" width={most === 0 ? 0 : (Number(own) / most) * 100} height="8" />
            </svg>
            <span class="number">{percent(own)}</span>
          </li>
        );
      })}
      <li class="strong">
        <span>{texts.together}</span>
        <span />
        <span class="number">{percent(rate)}</span>
      </li>
    </ul>
  );
}

function RuleOfCode({ rule: { treatment, limits, sources, ...validity } }: { readonly rule: Rule }) {
  return (
    <section class="stack-s" aria-label={texts.rule}>
      <h3>{texts.rule}</h3>
      <p>
        {known(texts.treatments, treatment)}
        {(validity.validFrom !== null || validity.validThrough !== null) && (
          <span class="soft small"> {validityText(validity)}</span>
        )}
      </p>
      {limits.map(({ message }) => (
        <p key={message} class="small">
          {message}
        </p>
      ))}
      <Sources sources={sources} />
    </section>
  );
}

function Remarks({ notices }: Pick<AtAddress, 'notices'>) {
  if (notices.length === 0) return null;
  return (
    <section class="stack-s" aria-label={texts.notices}>
      <h3>{texts.notices}</h3>
      <ul class="plain-list small soft">
        {notices.map(({ code, message }) => (
          <li key={`${code} ${message}`}>{withDays(message)}</li>
        ))}
      </ul>
    </section>
  );
}
