import { DayField, FilterForm, SearchField } from '../../base/filters.tsx';
import type { RootOf } from '../../base/graphql.ts';
import { Panel } from '../../base/page.tsx';
import { Table } from '../../base/table.tsx';
import { dayText, money, withDays } from '../../format/format.ts';
import { returnTexts } from '../../texts/return.ts';
import type { returnFormOperation } from './operations.ts';

const { payment: texts } = returnTexts;

type Form = NonNullable<RootOf<typeof returnFormOperation, 'taxReturn'>['form']>;

/** The inputs for calculating the amount payable. They remain visible next to an error. */
export function PaymentFields({ query, form }: { readonly query: URLSearchParams; readonly form: Form | null }) {
  if (!form?.payment) return null;
  return (
    <FilterForm label={texts.label}>
      <DayField label={texts.filedOn} name="filedOn" query={query} />
      <SearchField label={texts.prepaid} name="prepaid" query={query} />
      {form.hasLocalPrepayments && <SearchField label={texts.local} name="local" query={query} />}
    </FilterForm>
  );
}

/** The steps from the tax charged to the amount payable. */
export function Payment({ payment }: { readonly payment: NonNullable<Form['payment']> }) {
  return (
    <Panel title={texts.title}>
      <p class="panel-body small soft">
        {texts.on(dayText(payment.filedOn), payment.dueOn === null ? null : dayText(payment.dueOn))}
      </p>
      <Table
        caption={texts.title}
        rows={payment.steps}
        keyOf={({ kind }) => kind}
        columns={[
          { name: texts.step, cell: ({ kind }) => texts.kinds[kind as keyof typeof texts.kinds] ?? kind },
          {
            name: texts.reason,
            isExtra: true,
            cell: ({ reason, sources }) => (
              <span class="small soft">
                {withDays(reason)}
                {sources.map(({ title, url }, index) => (
                  <>
                    {index > 0 ? '; ' : ' '}
                    {url === null ? title : <a href={url}>{title}</a>}
                  </>
                ))}
              </span>
            ),
          },
          { name: texts.amount, isNumber: true, cell: ({ amount }) => money(amount, payment.currency) },
        ]}
        foot={
          <tr>
            <th scope="row">{texts.payable}</th>
            <td class="extra" />
            <td class="number strong">{money(payment.amountPayable, payment.currency)}</td>
          </tr>
        }
      />
    </Panel>
  );
}
