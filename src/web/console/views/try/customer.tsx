import { useEffect, useRef, useState } from 'preact/hooks';
import { customerPageLink } from '../../base/links.ts';
import { FailureNote } from '../../base/loaded.tsx';
import { customerNameOperation } from '../../base/operations.ts';
import { useQuery } from '../../base/query.ts';
import { tryTexts as texts } from '../../texts/try.ts';
import { customersOperation } from './operations.ts';

type CustomerFieldProps = { readonly id: string; readonly onChoose: (id: string) => void };

/** A stored customer, with its certificates and type; found by name, number or email. */
export function CustomerField({ id, onChoose }: CustomerFieldProps) {
  return id === '' ? <FindCustomer onChoose={onChoose} /> : <ChosenCustomer id={id} onChoose={onChoose} />;
}

const isId = (text: string) => /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text);

function ChosenCustomer({ id, onChoose }: CustomerFieldProps) {
  const answer = useQuery(customerNameOperation, isId(id) ? { by: { serviceId: id } } : null);
  const customer = answer.data?.customer;
  const failure = answer.failure ?? answer.refused('customer');
  return (
    <div class="row">
      <span>
        <span class="small soft">{texts.customer}</span>{' '}
        {customer ? (
          <a href={customerPageLink(id)}>{customer.name ?? customer.externalId}</a>
        ) : (
          !answer.isLoading && texts.unknownCustomer
        )}
      </span>
      <button type="button" class="link" onClick={() => onChoose('')}>
        {texts.removeCustomer}
      </button>
      {failure && <FailureNote failure={failure} again={answer.again} />}
    </div>
  );
}

const fewest = 2;
const pauseMs = 350;

function FindCustomer({ onChoose }: Pick<CustomerFieldProps, 'onChoose'>) {
  const [search, setSearch] = useState('');
  const typing = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(typing.current), []);
  const answer = useQuery(customersOperation, search.length < fewest ? null : { search });
  const failure = answer.failure ?? answer.refused('customers');
  const found = answer.data?.customers?.nodes;
  return (
    <div class="stack-s">
      <label>
        {texts.customer}
        <input
          type="search"
          autocomplete="off"
          placeholder={texts.customerHint}
          onInput={(event) => {
            event.stopPropagation(); // The search text is not part of the quote.
            const text = event.currentTarget.value.trim();
            clearTimeout(typing.current);
            typing.current = setTimeout(() => setSearch(text), pauseMs);
          }}
        />
      </label>
      {failure && <FailureNote failure={failure} again={answer.again} />}
      {found && found.length === 0 && <p class="small soft">{texts.noCustomer}</p>}
      {found && found.length > 0 && (
        <ul class="row">
          {found.map(({ serviceId, name, externalId }) => (
            <li key={serviceId}>
              <button type="button" class="link" onClick={() => onChoose(serviceId)}>
                {name ?? externalId}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
