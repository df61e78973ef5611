import { AppError, invalidField } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { readSent } from '../../domain/base/sent-json.ts';
import { createYield } from './yield-to-event-loop.ts';

const { issuesPerBatch: most } = gatewayLimits;

type Checked<Input> = { readonly index: number; readonly input: Input };

/**
 * Checks the records of a batch, returns the valid ones in order, and reports the invalid ones. Once there are too many
 * issues, the remaining records are refused without a check. Other requests are served between records.
 */
export async function* checkBatch<Input>(
  sent: readonly unknown[],
  read: (raw: unknown) => Input | Promise<Input>,
  refuse: (index: number, error: unknown) => void,
): AsyncGenerator<Checked<Input>, void> {
  const yieldIfDue = createYield();
  let issues = 0;
  for (const [index, one] of sent.entries()) {
    await yieldIfDue();
    let input: Input;
    try {
      if (issues >= most) throw unchecked();
      input = await read(readSent(one));
    } catch (error) {
      if (error instanceof AppError) issues += error.issues.length;
      refuse(index, error);
      continue;
    }
    yield { index, input };
  }
}

/** Whether a record of a batch was refused only because earlier records have too many issues. */
export const isNotChecked = (error: unknown): boolean =>
  error instanceof AppError && error.issues.length === 1 && error.issues[0]!.code === 'NOT_CHECKED';

function unchecked(): AppError {
  const message = `This record was not checked, because earlier records have at least ${most} issues. Correct them, and send this record again.`;
  return invalidField([], 'NOT_CHECKED', message);
}
