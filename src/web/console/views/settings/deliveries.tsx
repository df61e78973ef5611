import { useState } from 'preact/hooks';
import { Badge } from '../../base/badge.tsx';
import { change } from '../../base/client.ts';
import type { ResultOf } from '../../base/graphql.ts';
import { Panel } from '../../base/page.tsx';
import { Pages } from '../../base/pages.tsx';
import { useQuery } from '../../base/query.ts';
import { refusalOf } from '../../base/refusal.ts';
import { ChoiceField } from '../../base/filters.tsx';
import { Empty, Loaded } from '../../base/states.tsx';
import { type Column, Table } from '../../base/table.tsx';
import { instantText } from '../../format/format.ts';
import { known } from '../../texts/records.ts';
import { webhooksTexts } from '../../texts/settings.ts';
import { deliveryFilter, pageOf } from './list-queries.ts';
import { deliveriesBeforeOperation, deliveriesOperation, sendAgainOperation } from './operations.ts';

const { deliveries: texts } = webhooksTexts;

type Row = NonNullable<ResultOf<typeof deliveriesOperation>['webhookDeliveries']>['nodes'][number];
type DeliveriesProps = {
  readonly query: URLSearchParams;
  readonly endpoints: readonly { readonly serviceId: string; readonly url: string }[];
};

export function Deliveries({ query, endpoints }: DeliveriesProps) {
  const page = pageOf(query);
  const filter = deliveryFilter(query);
  const forwards = useQuery(deliveriesOperation, 'after' in page ? { filter, ...page } : null);
  const backwards = useQuery(deliveriesBeforeOperation, 'before' in page ? { filter, ...page } : null);
  const answer = 'after' in page ? forwards : backwards;
  const [problem, setProblem] = useState<string | null>(null);
  const sendAgain = async ({ serviceId }: Row) => {
    const sent = await change(sendAgainOperation, { input: { by: { serviceId } } });
    setProblem(refusalOf(sent, ({ redeliverWebhook }) => redeliverWebhook));
  };
  const urls = new Map(endpoints.map(({ serviceId, url }) => [serviceId, url]));
  return (
    <Panel title={texts.title} aside={<span class="small soft">{texts.about}</span>}>
      <form class="filters panel-body no-print" aria-label={texts.filters} onSubmit={(event) => event.preventDefault()}>
        <ChoiceField
          label={texts.status}
          name="status"
          query={query}
          choices={[['', texts.any], ...Object.entries(texts.statuses)]}
        />
        <ChoiceField label={texts.endpoint} name="endpoint" query={query} choices={[['', texts.any], ...urls]} />
      </form>
      {problem !== null && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <Loaded query={answer} field="webhookDeliveries" lines={8}>
        {({ webhookDeliveries }) =>
          !webhookDeliveries || webhookDeliveries.nodes.length === 0 ? (
            <Empty title={texts.none}>{texts.noneText}</Empty>
          ) : (
            <>
              <Table
                caption={texts.title}
                columns={columnsWith(urls, sendAgain)}
                rows={webhookDeliveries.nodes}
                keyOf={({ serviceId }) => serviceId}
              />
              <Pages label={texts.pages} page={webhookDeliveries.pageInfo} />
            </>
          )
        }
      </Loaded>
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
