import { Bars } from '../../base/bars.tsx';
import { documentsLink } from '../../base/links.ts';
import { Empty, Loaded } from '../../base/loaded.tsx';
import { Years, yearIn } from '../../base/nexus/years.tsx';
import { Panel } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import { Tabs } from '../../base/tabs.tsx';
import { compactMoney, dayText, lastDayOf, money, monthText } from '../../format/format.ts';
import { placeTexts } from '../../texts/nexus.ts';
import { known } from '../../texts/records.ts';
import { monthsOf } from './declaration.ts';
import { placeExposureOperation } from './operations.ts';

const { exposure: texts } = placeTexts;

type ExposureProps = { readonly state: string; readonly name: string; readonly query: URLSearchParams };

/** State tax that was due but not collected, by month. */
export function Exposure({ state, name, query }: ExposureProps) {
  const year = yearIn(query);
  const isFromFirst = query.get('since') === 'first-sale';
  const answer = useQuery(placeExposureOperation, {
    period: { year },
    states: [state],
    collectFrom: isFromFirst ? 'FIRST_SALE' : 'NEXUS_REACHED',
  });
  return (
    <Panel
      title={texts.title}
      aside={
        <span class="row">
          <Tabs
            label={texts.since}
            name="since"
            current={isFromFirst ? 'first-sale' : ''}
            entries={[
              ['', texts.starts.reached],
              ['first-sale', texts.starts.first],
            ]}
          />
          <Years year={year} />
        </span>
      }
    >
      <Loaded query={answer} field="exposure" lines={6}>
        {({ exposure }) =>
          !exposure || exposure.places.length === 0 ? (
            <Empty title={texts.none(year)}>{texts.noneText}</Empty>
          ) : (
            <div class="panel-body stack">
              {exposure.places.map((place) => {
                const { currency, taxAmount, taxableAmount, collectFrom, basis, transactionCount } = place;
                const documents = (from: string, to: string) =>
                  documentsLink({
                    reported: `${from}..${to}`,
                    country: 'US',
                    state,
                    currency,
                    reason: 'NOT_COLLECTING',
                  });
                const from = collectFrom > `${year}-01-01` ? collectFrom : `${year}-01-01`;
                return (
                  <div class="stack" key={currency}>
                    <p>
                      <strong>{texts.summary(money(taxAmount, currency), money(taxableAmount, currency))}</strong>
                      {' · '}
                      <a href={documents(from, exposure.to)}>{texts.documents(transactionCount)}</a>
                      <br />
                      <span class="small soft">
                        {texts.from(dayText(collectFrom))}: {known(texts.bases, basis)}. {texts.note}
                      </span>
                    </p>
                    <Bars
                      caption={texts.byMonth(name, year)}
                      scale={(length) => compactMoney(length, currency)}
                      bars={monthsOf(year, place.months).map(({ month, found }) => ({
                        key: month,
                        length: Number(found?.taxAmount ?? 0),
                        label: `${monthText(month)}: ${money(found?.taxAmount ?? '0', currency)}`,
                        href: documents(month === from.slice(0, 7) ? from : `${month}-01`, lastDayOf(month)),
                        tick: monthText(month).slice(0, 3),
                      }))}
                    />
                  </div>
                );
              })}
              {exposure.notices.length > 0 && (
                <ul class="plain-list small soft">
                  {exposure.notices.map(({ code, message }) => (
                    <li key={code}>{message}</li>
                  ))}
                </ul>
              )}
            </div>
          )
        }
      </Loaded>
    </Panel>
  );
}
