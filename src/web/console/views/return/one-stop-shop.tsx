import { ServedFile } from '../../base/download.tsx';
import { documentsLink } from '../../base/links.ts';
import { Empty } from '../../base/loaded.tsx';
import { Panel } from '../../base/page.tsx';
import { Table } from '../../base/table.tsx';
import { isZero, subtract } from '../../format/decimal-text.ts';
import { countryName, money, percent, signedMoney } from '../../format/format.ts';
import { periodName, reportedIn } from '../../format/period.ts';
import { known } from '../../texts/records.ts';
import { returnTexts } from '../../texts/return.ts';
import { type ReturnKey, restPath, type ShownReturn } from './return-key.ts';

const { shop: texts, figures: figureTexts } = returnTexts;

type Figures = NonNullable<NonNullable<ShownReturn['figures']>['oneStopShop']>;

type ShopProps = { readonly name: ReturnKey; readonly figures: Figures; readonly before: ShownReturn | null };

/** A one-stop-shop return: the VAT owed to each member state, and the sales and corrections behind it. */
export function Shop({ name, figures, before }: ShopProps) {
  const { currency, supplies, corrections, balances, taxAmount, isNil } = figures;
  const amount = (value: string) => money(value, currency);
  const linkOf = (country: string) => documentsLink({ reported: reportedIn(name.period), country });
  const earlier = before?.figures?.oneStopShop;
  const ended = (earlier?.balances ?? [])
    .filter(({ memberState }) => !balances.some((one) => one.memberState === memberState))
    .map((one) => ({ ...one, taxAmount: '0' }));
  const earlierOf = (memberState: string) =>
    earlier?.balances.find((one) => one.memberState === memberState)?.taxAmount ?? '0';
  const file = <ServedFile path={`${restPath(name)}/file`} text={texts.file} />;
  if (isNil) {
    return (
      <Panel title={texts.title} aside={file}>
        <Empty title={texts.nil}>{texts.nilText}</Empty>
      </Panel>
    );
  }
  const memberState = {
    name: texts.memberState,
    cell: (row: { readonly memberState: string }) => (
      <a href={linkOf(row.memberState)}>{countryName(row.memberState)}</a>
    ),
  };
  return (
    <>
      <Panel title={texts.balances} aside={file}>
        <Table
          caption={texts.balances}
          rows={[...balances, ...ended]}
          keyOf={(row) => row.memberState}
          columns={[
            memberState,
            { name: texts.tax, isNumber: true, cell: (row) => amount(row.taxAmount) },
            {
              name: figureTexts.difference,
              isNumber: true,
              cell: (row) => {
                const difference = subtract(row.taxAmount, earlierOf(row.memberState));
                return isZero(difference) ? '–' : signedMoney(difference, currency);
              },
            },
          ]}
          foot={
            <tr>
              <td>{texts.total}</td>
              <td class="number">{amount(taxAmount)}</td>
              <td class="number">{earlier ? signedMoney(subtract(taxAmount, earlier.taxAmount), currency) : ''}</td>
            </tr>
          }
        />
      </Panel>
      {supplies.length > 0 && (
        <Panel title={texts.title}>
          <Table
            caption={texts.title}
            rows={supplies}
            keyOf={(row) => `${row.memberState} ${row.kind} ${row.dispatchedFrom} ${row.rate}`}
            columns={[
              memberState,
              { name: texts.kind, isExtra: true, cell: (row) => known(texts.kinds, row.kind) },
              {
                name: texts.from,
                isExtra: true,
                cell: (row) => (row.dispatchedFrom === null ? '' : countryName(row.dispatchedFrom)),
              },
              { name: texts.rate, isNumber: true, cell: (row) => percent(row.rate) },
              { name: texts.taxable, isNumber: true, isExtra: true, cell: (row) => amount(row.taxableAmount) },
              { name: texts.tax, isNumber: true, cell: (row) => amount(row.taxAmount) },
            ]}
          />
        </Panel>
      )}
      {corrections.length > 0 && (
        <Panel title={texts.corrections}>
          <Table
            caption={texts.corrections}
            rows={corrections}
            keyOf={(row) => `${row.memberState} ${row.period}`}
            columns={[
              memberState,
              { name: texts.period, cell: (row) => periodName(row.period) },
              { name: texts.tax, isNumber: true, cell: (row) => signedMoney(row.taxAmount, currency) },
            ]}
          />
        </Panel>
      )}
    </>
  );
}
