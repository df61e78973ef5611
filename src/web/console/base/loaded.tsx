import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { baseTexts } from '../texts/base.ts';
import type { Failure } from './failure.ts';
import type { Query } from './query.ts';
import { canUseIssuer, signedOut, signInAtIssuer } from './session.ts';

/** Problems that resolve themselves. */
const passing: readonly Failure['kind'][] = ['busy', 'unavailable'];
const usualPause = 10;

type NoteProps = { readonly failure: Failure; readonly again?: () => void };

/** Why a view or a part of it is empty, and what users can do about it. */
export function FailureNote({ failure, again }: NoteProps) {
  const { title, text } = baseTexts.failures[failure.kind];
  return (
    <div class="note" role={failure.kind === 'forbidden' ? undefined : 'alert'} data-kind={failure.kind}>
      <strong>{title}</strong>
      <p>{failure.kind === 'invalid' && failure.message !== '' ? failure.message : text}</p>
      {failure.kind === 'signed-out' && (
        <button type="button" onClick={() => (canUseIssuer ? signInAtIssuer() : signedOut())}>
          {baseTexts.signIn.title}
        </button>
      )}
      {again && passing.includes(failure.kind) && (
        <Countdown seconds={failure.retryAfterSeconds ?? usualPause} again={again} />
      )}
      {again && ['offline', 'failed', 'invalid'].includes(failure.kind) && (
        <button type="button" onClick={again}>
          {baseTexts.tryAgain}
        </button>
      )}
      {failure.kind === 'failed' && failure.requestId && (
        <p class="soft small">{baseTexts.requestId(failure.requestId)}</p>
      )}
    </div>
  );
}

function Countdown({ seconds, again }: { readonly seconds: number; readonly again: () => void }) {
  const [left, setLeft] = useState(Math.max(1, Math.ceil(seconds)));
  useEffect(() => {
    if (left === 0) {
      again();
      return;
    }
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left, again]);
  return (
    <p class="row">
      <button type="button" onClick={again}>
        {baseTexts.tryAgain}
      </button>
      <span class="soft small" aria-hidden="true">
        {baseTexts.againIn(left)}
      </span>
    </p>
  );
}

type LoadedProps<Result> = {
  readonly query: Query<Result>;
  /** The root field whose refusal leaves nothing to show. */
  readonly field?: string;
  /** Expected number of rows. */
  readonly lines?: number;
  readonly children: (data: Result) => ComponentChildren;
};

/**
 * The data of a query, or the reason why it is missing. Earlier data remains visible during a read and after a failed
 * read.
 */
export function Loaded<Result>({ query, field, lines = 4, children }: LoadedProps<Result>) {
  const refused = field === undefined ? null : query.refused(field);
  if (refused) return <FailureNote failure={refused} again={query.again} />;
  if (query.data !== null) {
    return (
      <>
        {query.failure && <FailureNote failure={query.failure} again={query.again} />}
        {children(query.data)}
      </>
    );
  }
  if (query.failure) return <FailureNote failure={query.failure} again={query.again} />;
  return <Skeleton lines={lines} />;
}

export function Skeleton({ lines }: { readonly lines: number }) {
  return (
    <div class="skeleton" role="status">
      <span class="hidden">{baseTexts.loading}</span>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} class="bone" />
      ))}
    </div>
  );
}

export function Empty({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) {
  return (
    <div class="empty">
      <strong>{title}</strong>
      {children && <div class="soft">{children}</div>}
    </div>
  );
}
