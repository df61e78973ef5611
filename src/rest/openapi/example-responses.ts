import { readdirSync, readFileSync } from 'node:fs';
import { isPlainObject } from '../../domain/base/plain-object.ts';
import { serviceLimit, serviceLimits } from '../../domain/lookups/service-limits.ts';
import { jsonOf } from '../http/record-response.ts';
import type { RecordedResponses } from './responses.ts';

/** One file per operation, named after its id. The files are read at run time, so a build must copy them. */
export const examplesFolder = new URL('./examples/', import.meta.url);

/**
 * The recorded responses to the examples of each operation. The document's test sends the examples again and fails if a
 * response has changed; with `RECORD_EXAMPLES=1` it records new responses.
 */
export function exampleResponses(): Readonly<Record<string, RecordedResponses>> {
  const files = readdirSync(examplesFolder).filter((name) => name.endsWith('.json'));
  return Object.fromEntries(
    files.map((name) => {
      const id = name.slice(0, -'.json'.length);
      const recorded: unknown = JSON.parse(readFileSync(new URL(name, examplesFolder), 'utf8'));
      if (!isPlainObject(recorded)) throw new Error(`The recorded responses of ${id} are not an object.`);
      return [id, withLimits(id, recorded)];
    }),
  );
}

/** Limits are read from the code, so they are not recorded. */
function withLimits(id: string, responses: RecordedResponses): RecordedResponses {
  if (id !== 'getCapabilities') return responses;
  const limits = serviceLimits().map(jsonOf(serviceLimit));
  return Object.fromEntries(
    Object.entries(responses).map(([name, response]) => [
      name,
      isPlainObject(response) ? { ...response, limits } : response,
    ]),
  );
}
