import { signal } from '@preact/signals';
import { ask, changes } from '../../base/client.ts';
import { asText, type Operation } from '../../base/graphql.ts';
import { Page } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import { signedInBy } from '../../base/session.ts';
import type { ViewProps } from '../../base/view.ts';
import { longDay, today } from '../../format/format.ts';
import { inboxTexts } from '../../texts/inbox.ts';
import { Decisions } from './decisions.tsx';
import { Due } from './due.tsx';
import { Month } from './month.tsx';
import { anyDocumentOperation } from './operations.ts';

/** The home page: due returns, items that need attention, and the figures of a month. */
export function Inbox({ query }: ViewProps) {
  return (
    <Page title={inboxTexts.title} about={longDay(today())}>
      <DemoYear />
      <div class="columns">
        <Due query={query} />
        <Decisions />
      </div>
      <Month query={query} />
    </Page>
  );
}

const { demoYear: texts } = inboxTexts;

type State =
  | { readonly kind: 'ready' }
  | { readonly kind: 'storing'; readonly share: number }
  | { readonly kind: 'failed'; readonly message: string };

/** Kept outside the view, so that users who leave and return still see the progress. */
const state = signal<State>({ kind: 'ready' });

const usualPauseSeconds = 5;

/** Throws if an operation is refused. Retries after the requested time if the gateway is busy. */
async function send<Result, Variables>(operation: Operation<Result, Variables>, variables: Variables): Promise<Result> {
  for (;;) {
    const answer = await ask(operation, variables);
    if (answer.kind === 'data') return answer.data;
    const { kind, message, retryAfterSeconds } = answer.failure;
    if (kind !== 'busy' && kind !== 'unavailable') throw new Error(message || asText(operation));
    await new Promise((resolve) => setTimeout(resolve, (retryAfterSeconds ?? usualPauseSeconds) * 1_000));
  }
}

async function store(): Promise<void> {
  state.value = { kind: 'storing', share: 0 };
  try {
    const { storeYear } = await import('../../demo-year/store-year.ts');
    await storeYear(send, today(), (share) => {
      state.value = { kind: 'storing', share };
    });
    state.value = { kind: 'ready' };
  } catch (error) {
    state.value = { kind: 'failed', message: error instanceof Error ? error.message : '' };
  }
  changes.value += 1;
}

/** Offers to store a sample year while the demo has no documents. */
function DemoYear() {
  const isDemo = signedInBy.value === 'demo';
  const { data } = useQuery(anyDocumentOperation, isDemo ? {} : null);
  const current = state.value;
  const isEmpty = data?.transactions?.nodes.length === 0;
  if (!isDemo || (!isEmpty && current.kind === 'ready')) return null;
  return (
    <section class="panel panel-body demo-year" aria-labelledby="demo-year">
      <h2 id="demo-year">{texts.title}</h2>
      <p>{texts.text}</p>
      <div class="row" role="status">
        {current.kind === 'storing' ? (
          <>
            <progress value={current.share} aria-label={texts.storing} />
            <span class="small soft">{texts.storing}</span>
          </>
        ) : (
          <button type="button" class="primary" onClick={store}>
            {texts.store}
          </button>
        )}
      </div>
      {current.kind === 'failed' && (
        <p class="problem" role="alert">
          {texts.failed} {current.message}
        </p>
      )}
    </section>
  );
}
