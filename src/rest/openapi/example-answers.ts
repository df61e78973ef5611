import { readFileSync } from 'node:fs';
import { isPlainObject } from '../../domain/base/input.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import type { RecordedAnswers } from './responses.ts';

/** Beside this file; a build copies it. */
export const exampleAnswersFile = new URL('./example-answers.json', import.meta.url);

/**
 * What the gateway answered to the examples of each operation. The test of the document sends them all again, and fails
 * when an answer has become another; `RECORD_EXAMPLES=1` lets it write them anew.
 */
export function exampleAnswers(): Readonly<Record<string, RecordedAnswers>> {
  const recorded: unknown = JSON.parse(readFileSync(exampleAnswersFile, 'utf8'));
  if (!isPlainObject(recorded)) throw new Error('The recorded answers are no object.');
  return Object.fromEntries(
    Object.entries(recorded).map(([id, answers]) => [id, isPlainObject(answers) ? withLimits(id, answers) : {}]),
  );
}

/** Limits are told as they are in the code, and need no record. */
function withLimits(id: string, answers: RecordedAnswers): RecordedAnswers {
  if (id !== 'getCapabilities') return answers;
  const told = Object.entries(answers).map(([name, answer]) => [
    name,
    isPlainObject(answer) ? { ...answer, limits: gatewayLimits } : answer,
  ]);
  return Object.fromEntries(told);
}
