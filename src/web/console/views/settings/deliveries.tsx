import { useState } from 'preact/hooks';
import { Badge } from '../../base/badge.tsx';
import { Problem } from '../../base/change-form.tsx';
import { Filters } from '../../base/filters.tsx';
import type { NodeOf } from '../../base/graphql.ts';
import { List } from '../../base/list.tsx';
import { filterOf } from '../../base/list-filters.ts';
import { sendAgainOperation } from '../../base/operations.ts';
import { Panel } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import { attempt } from '../../base/refusal.ts';
import { pageOf } from '../../base/router.ts';
import type { Column } from '../../base/table.tsx';
import { instantText } from '../../format/format.ts';
import { known } from '../../texts/records.ts';
import { webhooksTexts } from '../../texts/settings.ts';
import { deliveryFilters } from './filters.ts';
import { deliveriesOperation } from './operations.ts';

const { deliveries: texts } = webhooksTexts;

type Row = NodeOf<typeof deliveriesOperation, 'webhookDeliveries'>;
type DeliveriesProps = {
  readonly query: URLSearchParams;
  readonly endpoints: readonly { readonly serviceId: string; readonly url: string }[];
};

export function Deliveries({ query, endpoints }: DeliveriesProps) {
  const urls = new Map(endpoints.map(({ serviceId, url }) => [serviceId, url]));
  const filters = deliveryFilters(urls);
  const answer = useQuery(deliveriesOperation, { filter: filterOf(filters, query), ...pageOf(query, 20) });
  const [problem, setProblem] = useState<string | null>(null);
  const sendAgain = async ({ serviceId }: Row) =>
    setProblem(await attempt(sendAgainOperation, { input: { by: { serviceId } } }));
  return (
    <Panel title={texts.title} aside={<span class="small soft">{texts.about}</span>}>
      <Filters filters={filters} query={query} class="filters panel-body no-print" />
      <Problem text={problem} />
      <List
        answer={answer}
        field="webhookDeliveries"
        lines={8}
        caption={texts.title}
        columns={columnsWith(urls, sendAgain)}
        keyOf={({ serviceId }) => serviceId}
        empty={texts.none}
        pages={texts.pages}
      />
    </Panel>
  );
}

const { columns: names } = texts;
const tones = { DELIVERED: 'good', FAILED: 'bad', PENDING: 'warn' } as const;

function columnsWith(
  urls: ReadonlyMap<string, string>,
  sendAgain: (delivery: Row) => Promise<void>,
): readonly Column<Row>[] {
  return [
    {
      name: names.event,
      cell: ({ eventType, occurredAt }) => (
        <>
          <span class="strong settings-url">{eventType}</span>
          <div class="small soft">{instantText(occurredAt)}</div>
        </>
      ),
    },
    {
      name: names.endpoint,
      isExtra: true,
      cell: ({ endpointId }) => <span class="small settings-url">{urls.get(endpointId)}</span>,
    },
    {
      name: names.state,
      cell: ({ status, attempts, nextAttemptAt }) => (
        <>
          <Badge tone={tones[status]}>{known(texts.statuses, status)}</Badge>
          <div class="small soft settings-url">
            {[
              attempts.length > 0 && texts.attempts(attempts.length),
              nextAttemptAt !== null && attempts.length > 0 && texts.next(instantText(nextAttemptAt)),
              attempts.at(-1)?.failure,
            ]
              .filter(Boolean)
              .join(' · ')}
          </div>
        </>
      ),
    },
    {
      name: names.actions,
      cell: (delivery) =>
        delivery.status !== 'PENDING' && (
          <button
            type="button"
            class="link"
            aria-label={texts.againOf(delivery.eventType, instantText(delivery.occurredAt))}
            onClick={() => sendAgain(delivery)}
          >
            {texts.again}
          </button>
        ),
    },
  ];
}
