import { AppError, invalidField } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { createYield } from './yield-to-event-loop.ts';

const { issuesPerBatch: most } = gatewayLimits;

type Checked<Input> = { readonly index: number; readonly input: Input };

/**
 * Checks records of a batch, by their positions in it, and reports the invalid ones. Once `found` has too many issues of the batch, the
 * rest is refused without a check. Other requests are served between the records.
 */
export async function checkBatch<Input>(
  sent: Iterable<readonly [index: number, raw: unknown]>,
  read: (raw: unknown) => Input | Promise<Input>,
  refuse: (index: number, error: unknown) => void,
  found = { issues: 0 },
): Promise<Checked<Input>[]> {
  const valid: Checked<Input>[] = [];
  const yieldIfDue = createYield();
  for (const [index, raw] of sent) {
    await yieldIfDue();
    try {
      if (found.issues >= most) throw unchecked();
      valid.push({ index, input: await read(raw) });
    } catch (error) {
      if (error instanceof AppError) found.issues += error.issues.length;
      refuse(index, error);
    }
  }
  return valid;
}

function unchecked(): AppError {
  const message = `This record was not checked: those before it have at least ${most} issues. Correct them, and send it again.`;
  return invalidField([], 'NOT_CHECKED', message);
}
