import { Badge } from '../../base/badge.tsx';
import type { NodeOf } from '../../base/graphql.ts';
import { documentsLink, returnLink } from '../../base/links.ts';
import { Empty, Loaded } from '../../base/loaded.tsx';
import { Panel } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import { withQuery } from '../../base/router.ts';
import { byDueDay } from '../../base/row-order.ts';
import { isZero } from '../../format/decimal-text.ts';
import { daysBetween, dayText, distance, money, today } from '../../format/format.ts';
import { periodSoFar } from '../../format/period.ts';
import { placeName } from '../../format/place-text.ts';
import { inboxTexts } from '../../texts/inbox.ts';
import { known, recordTexts } from '../../texts/records.ts';
import { dueOperation } from './operations.ts';

const { due: texts } = inboxTexts;

type DueReturn = NodeOf<typeof dueOperation, 'dueTaxReturns'>;

/** The number of returns shown until the user opens the whole list. */
const shownAtFirst = 7;

export function Due({ query }: { readonly query: URLSearchParams }) {
  const isWhole = query.get('due') === 'all';
  const answer = useQuery(dueOperation, {});
  return (
    <Panel title={texts.title}>
      <Loaded query={answer} field="dueTaxReturns" lines={5}>
        {({ dueTaxReturns }) =>
          !dueTaxReturns || dueTaxReturns.nodes.length === 0 ? (
            <Empty title={texts.none}>{texts.noneText}</Empty>
          ) : (
            <>
              <ul class="list">
                {byDueDay(dueTaxReturns.nodes)
                  .slice(0, isWhole ? undefined : shownAtFirst)
                  .map((one) => (
                    <Row key={`${one.taxReturn.place} ${one.taxReturn.scheme} ${one.taxReturn.from}`} due={one} />
                  ))}
              </ul>
              {dueTaxReturns.nodes.length > shownAtFirst && (
                <p class="panel-foot">
                  <a href={withQuery({ due: isWhole ? null : 'all' })}>
                    {isWhole ? texts.fewer : texts.all(dueTaxReturns.nodes.length)}
                  </a>
                </p>
              )}
              {isWhole && dueTaxReturns.pageInfo.hasNextPage && <p class="panel-body small soft">{texts.more}</p>}
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}

function Row({ due }: { readonly due: DueReturn }) {
  const { taxReturn, amounts, dueOn } = due;
  const { from, to, country, state } = taxReturn;
  const left = dueOn === null ? null : daysBetween(today(), dueOn);
  const documents = amounts.reduce((count, { transactionCount }) => count + transactionCount, 0);
  const href = documentsLink({ reported: `${from}..${to}`, country, state });
  const owed = amounts.filter(({ taxAmount }) => !isZero(taxAmount));
  return (
    <li>
      <div class="grow">
        <a href={returnLink(taxReturn)} class="strong">
          {placeName(taxReturn)}
        </a>
        <span class="small soft">
          {periodSoFar(taxReturn.period)}, {known(recordTexts.frequencies, due.frequency)} ·{' '}
          {texts.documents(documents)}
        </span>
      </div>
      <div class="number">
        <a href={href} class="plain strong">
          {owed.length === 0
            ? texts.nil
            : owed.map(({ taxAmount, currency }) => money(taxAmount, currency)).join(' + ')}
        </a>
        <span class="small">
          {dueOn === null || left === null ? (
            <span class="soft">{texts.noDay}</span>
          ) : left < 0 ? (
            <Badge tone="bad">{texts.late(-left)}</Badge>
          ) : (
            <span class={left <= 7 ? 'warn' : 'soft'} title={dayText(dueOn)}>
              {texts.dueOn(left <= 14 ? distance(dueOn) : dayText(dueOn))}
            </span>
          )}
        </span>
      </div>
    </li>
  );
}
