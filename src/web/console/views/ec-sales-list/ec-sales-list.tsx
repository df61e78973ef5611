import { Badge } from '../../base/badge.tsx';
import { Csv } from '../../base/download.tsx';
import type { RootOf } from '../../base/graphql.ts';
import { Icon } from '../../base/icons.tsx';
import { documentsLink } from '../../base/links.ts';
import { Empty, Loaded } from '../../base/loaded.tsx';
import { Page, Panel } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import { navigate, withQuery } from '../../base/router.ts';
import { type Column, Table } from '../../base/table.tsx';
import { Steps } from '../../base/tabs.tsx';
import type { ViewProps } from '../../base/view.ts';
import { add } from '../../format/decimal-text.ts';
import { countryName, instantText, money, number, today } from '../../format/format.ts';
import { daysOf, periodInput, periodSoFar, shifted } from '../../format/period.ts';
import { memberStates } from '../../format/place-text.ts';
import { known } from '../../texts/records.ts';
import { ecSalesTexts as texts } from '../../texts/returns.ts';
import { monthIn, periodOf, quarterOf } from './list-period.ts';
import { ecSalesListOperation } from './operations.ts';

type List = RootOf<typeof ecSalesListOperation, 'ecSalesList'>;
type Line = List['lines'][number];

/** The recapitulative statement of a member state, for a month or a quarter. */
export function EcSalesList({ query }: ViewProps) {
  const period = periodOf(query.get('period'), today());
  const country = memberStates.find((one) => one === query.get('country')) ?? null;
  const answer = useQuery(ecSalesListOperation, { period: periodInput(period)!, country });
  const asked = new URLSearchParams({ period, ...(country !== null && { country }), format: 'csv' });
  const isMonth = /-\d{2}$/.test(period);
  return (
    <Page
      title={texts.title}
      about={texts.about}
      isBusy={answer.isLoading}
      actions={
        <>
          <select
            aria-label={texts.country}
            value={country ?? ''}
            onChange={({ currentTarget }) => navigate(withQuery({ country: currentTarget.value }), { replace: true })}
          >
            <option value="">{texts.home}</option>
            {memberStates.map((code) => (
              <option key={code} value={code}>
                {countryName(code)}
              </option>
            ))}
          </select>
          <nav class="tabs" aria-label={texts.period}>
            <a
              href={withQuery({ period: isMonth ? period : monthIn(period) })}
              aria-current={isMonth ? 'true' : undefined}
            >
              {texts.monthly}
            </a>
            <a
              href={withQuery({ period: isMonth ? quarterOf(period) : period })}
              aria-current={isMonth ? undefined : 'true'}
            >
              {texts.quarterly}
            </a>
          </nav>
          <Steps
            previous={{ href: withQuery({ period: shifted(period, -1) }), label: texts.previous }}
            next={{ href: withQuery({ period: shifted(period, 1) }), label: texts.next }}
          />
        </>
      }
    >
      <Panel
        title={periodSoFar(period)}
        aside={<Csv name={`ec-sales-list-${period}`} path={`/v1/ec_sales_list?${asked}`} />}
      >
        <Loaded query={answer} field="ecSalesList" lines={6}>
          {({ ecSalesList }) =>
            !ecSalesList || ecSalesList.lines.length === 0 ? (
              <Empty title={texts.none}>{texts.noneText}</Empty>
            ) : (
              <Lines list={ecSalesList} period={period} />
            )
          }
        </Loaded>
      </Panel>
      {answer.data?.ecSalesList && answer.data.ecSalesList.notices.length > 0 && (
        <Panel title={texts.notices}>
          <ul class="list">
            {answer.data.ecSalesList.notices.map(({ message }) => (
              <li key={message}>
                <span class="item-icon warn">
                  <Icon name="warning" />
                </span>
                <div class="grow">{message}</div>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </Page>
  );
}

function Lines({ list: { lines, currency }, period }: { readonly list: List; readonly period: string }) {
  const days = daysOf(period)!;
  const linkOf = ({ countryCode }: Line) =>
    documentsLink({
      reported: `${days.from}..${days.to}`,
      ...(countryCode !== null && { country: countryCode === 'EL' ? 'GR' : countryCode }),
    });
  const columns: readonly Column<Line>[] = [
    {
      name: texts.columns.number,
      cell: (line) => (
        <>
          <a href={linkOf(line)} class="strong">
            {line.vatNumber ?? texts.noNumber}
          </a>
          <div class="narrow">
            <NumberStatus line={line} />
          </div>
        </>
      ),
    },
    {
      name: texts.columns.memberState,
      isExtra: true,
      cell: ({ countryCode }) => (countryCode === null ? '' : countryName(countryCode === 'EL' ? 'GR' : countryCode)),
    },
    { name: texts.columns.kind, isExtra: true, cell: ({ kind }) => known(texts.kinds, kind) },
    {
      name: texts.columns.status,
      isExtra: true,
      cell: (line) => <NumberStatus line={line} />,
    },
    { name: texts.columns.documents, isNumber: true, isExtra: true, cell: (line) => number(line.transactionCount) },
    {
      name: texts.columns.amount,
      isNumber: true,
      cell: (line) => (
        <a href={linkOf(line)} class="plain">
          {money(line.amount, currency)}
        </a>
      ),
    },
  ];
  return (
    <Table
      caption={texts.title}
      columns={columns}
      rows={lines}
      keyOf={({ vatNumber, kind }) => `${vatNumber} ${kind}`}
      foot={
        <tr>
          <td>{texts.total}</td>
          <td class="extra" />
          <td class="extra" />
          <td class="extra" />
          <td class="extra" />
          <td class="number">{money(add('0', ...lines.map(({ amount }) => amount)), currency)}</td>
        </tr>
      }
    />
  );
}

function NumberStatus({ line: { numberStatus, checkedAt, consultationNumber } }: { readonly line: Line }) {
  const tone = numberStatus === 'VALID' ? 'good' : numberStatus === 'INVALID' ? 'bad' : 'warn';
  return (
    <>
      <Badge tone={tone}>{known(texts.statuses, numberStatus)}</Badge>
      {checkedAt !== null && (
        <span class="small soft block">
          {[texts.checkedAt(instantText(checkedAt)), consultationNumber && texts.proof(consultationNumber)]
            .filter(Boolean)
            .join(' · ')}
        </span>
      )}
    </>
  );
}
