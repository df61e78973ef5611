import { useEffect, useRef } from 'preact/hooks';
import { useQuery } from '../../base/query.ts';
import { type Changes, navigate, path, withQuery } from '../../base/router.ts';
import { countryName, percent } from '../../format/format.ts';
import { periodName } from '../../format/period-text.ts';
import { stateCodes, stateName } from '../../format/place-text.ts';
import { documentsTexts } from '../../texts/documents.ts';
import { known, recordTexts } from '../../texts/records.ts';
import { chipNames, defaultOrder, isFiltered, isRate, orders, statuses, types } from './list-query.ts';
import { customerNameOperation } from './operations.ts';

const { filters: texts, chips } = documentsTexts;
const firstPage = { after: null, before: null };
const pauseMs = 350;

type FiltersProps = { readonly query: URLSearchParams };

/** Each choice changes the address, so the list can be sent as a link. */
export function Filters({ query }: FiltersProps) {
  const typing = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const number = useRef<HTMLInputElement>(null);
  const sent = query.get('q') ?? '';
  useEffect(() => {
    if (number.current && document.activeElement !== number.current) number.current.value = sent;
  }, [sent]);
  const set = (changes: Changes) => navigate(withQuery({ ...changes, ...firstPage }), { replace: true });
  const choose = (name: string) => (event: { readonly currentTarget: { readonly value: string } }) =>
    set({ [name]: event.currentTarget.value });
  const sentFor = (name: string) => query.get(name) ?? '';
  return (
    <form class="filters no-print" aria-label={texts.label} onSubmit={(event) => event.preventDefault()}>
      <label>
        {texts.number}
        <input
          ref={number}
          type="search"
          defaultValue={sent}
          autocomplete="off"
          spellcheck={false}
          onInput={({ currentTarget: { value } }) => {
            clearTimeout(typing.current);
            typing.current = setTimeout(() => set({ q: value.trim() }), pauseMs);
          }}
        />
      </label>
      <label>
        {texts.type}
        <select value={sentFor('type')} onChange={choose('type')}>
          <option value="">{texts.anyType}</option>
          {types.map((type) => (
            <option key={type} value={type}>
              {known(recordTexts.types, type)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {texts.status}
        <select value={sentFor('status')} onChange={choose('status')}>
          <option value="">{texts.anyStatus}</option>
          {statuses.map((status) => (
            <option key={status} value={status}>
              {known(recordTexts.statuses, status)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {texts.state}
        <select value={sentFor('state')} onChange={choose('state')}>
          <option value="">{texts.anyState}</option>
          {stateCodes.map((code) => (
            <option key={code} value={code}>
              {stateName(code)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {texts.from}
        <input type="date" value={sentFor('from')} onChange={choose('from')} />
      </label>
      <label>
        {texts.to}
        <input type="date" value={sentFor('to')} onChange={choose('to')} />
      </label>
      <label>
        {texts.order}
        <select value={query.get('order') ?? defaultOrder} onChange={choose('order')}>
          {orders.map((order) => (
            <option key={order} value={order}>
              {documentsTexts.orders[order]}
            </option>
          ))}
        </select>
      </label>
      <Chips query={query} />
    </form>
  );
}

function Chips({ query }: FiltersProps) {
  const customerId = query.get('customer');
  const customer = useQuery(customerNameOperation, customerId === null ? null : { by: { serviceId: customerId } });
  if (!isFiltered(query)) return null;
  const { name, externalId } = customer.data?.customer ?? {};
  const textOf: Readonly<Record<(typeof chipNames)[number], (value: string) => string>> = {
    reported: (value) => chips.reported(value === 'all' ? '' : periodName(value)),
    reason: (value) => chips.reason(known(recordTexts.reasons, value)),
    taxCode: chips.taxCode,
    rate: (value) => chips.rate(isRate(value) ? percent(value) : value),
    jurisdiction: chips.jurisdiction,
    currency: chips.currency,
    country: countryName,
    customer: () => chips.customer(name ?? externalId ?? ''),
    filing: (value) => known(recordTexts.filingStatuses, value),
  };
  return (
    <div class="row chips">
      {chipNames.flatMap((chip) => {
        const value = query.get(chip);
        if (value === null) return [];
        const text = textOf[chip](value).trim();
        return (
          <a key={chip} class="chip" href={withQuery({ [chip]: null, ...firstPage })} aria-label={chips.remove(text)}>
            {text} <span aria-hidden="true">✕</span>
          </a>
        );
      })}
      <a href={path.value}>{texts.clear}</a>
    </div>
  );
}
