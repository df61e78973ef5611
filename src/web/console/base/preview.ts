import { useEffect, useState } from 'preact/hooks';
import { type Answer, ask } from './client.ts';
import { asText, type Operation } from './graphql.ts';

/**
 * The result of a preview-only mutation. It is requested again when its variables change and never cached, because the
 * previewed data may have changed. Null until it arrives.
 */
export function usePreview<Result, Variables>(
  operation: Operation<Result, Variables>,
  variables: Variables | null,
): Answer<Result> | null {
  const key = variables === null ? '' : `${asText(operation)} ${JSON.stringify(variables)}`;
  const [known, setKnown] = useState<{ readonly key: string; readonly answer: Answer<Result> } | null>(null);
  useEffect(() => {
    setKnown(null);
    if (variables === null) return;
    let isWaiting = true;
    ask(operation, variables).then((answer) => {
      if (isWaiting) setKnown({ key, answer });
    });
    return () => {
      isWaiting = false;
    };
  }, [key]);
  return known?.key === key ? known.answer : null;
}
