import { Item } from '../../base/item.tsx';
import { FailureNote, Skeleton } from '../../base/loaded.tsx';
import { Panel } from '../../base/page.tsx';
import { type Query, useQuery } from '../../base/query.ts';
import { today } from '../../format/format.ts';
import { daysOf } from '../../format/period.ts';
import { returnTexts } from '../../texts/return.ts';
import { type Check, checksVariables, documentChecks, ownChecks } from './checks.ts';
import { returnChecksOperation } from './operations.ts';
import type { ReturnKey, ShownReturn } from './return-key.ts';

const { checks: texts } = returnTexts;

export type Checked = {
  readonly list: readonly Check[];
  readonly query: Pick<Query<unknown>, 'data' | 'failure' | 'isLoading' | 'again'> | null;
};

/**
 * The checks of a return. A one-stop-shop return has only its own checks; for other returns, document checks are
 * loaded.
 */
export function useChecks(key: ReturnKey, one: ShownReturn): Checked {
  const days = daysOf(key.period)!;
  const isOfPlace = key.scheme === 'STANDARD';
  const query = useQuery(returnChecksOperation, isOfPlace ? checksVariables(key, days) : null);
  const own = ownChecks({ days, status: one.status, notices: one.figures?.notices ?? [], today: today() });
  const found = query.data ? documentChecks(query.data, { key, days, status: one.status }) : [];
  return { list: [...own, ...found], query: isOfPlace ? query : null };
}

export function Checks({ name, one }: { readonly name: ReturnKey; readonly one: ShownReturn }) {
  return (
    <Panel title={texts.title}>
      <CheckResults checked={useChecks(name, one)} />
    </Panel>
  );
}

/** The checks, or the reason they could not be loaded. */
export function CheckResults({ checked: { list, query } }: { readonly checked: Checked }) {
  return (
    <>
      {list.length > 0 && (
        <ul class="list">
          {list.map(({ key, tone, ...check }) => (
            <Item key={key} icon={tone === 'plain' ? 'clock' : 'warning'} tone={tone} {...check} />
          ))}
        </ul>
      )}
      {query?.failure ? (
        <FailureNote failure={query.failure} again={query.again} />
      ) : query && query.data === null ? (
        <Skeleton lines={4} />
      ) : (
        list.length === 0 && (
          <ul class="list">
            <Item icon="check" tone="good" title={texts.good} about={query ? texts.goodText : texts.goodShop} />
          </ul>
        )
      )}
    </>
  );
}
