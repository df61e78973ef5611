import { useEffect, useState } from 'preact/hooks';
import { type Answer, ask } from './client.ts';
import { asText, type Operation } from './graphql.ts';

/**
 * The answer of a mutation that only previews, asked again when its variables change, and never kept: what it previews may have
 * changed. Null while there is none.
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
