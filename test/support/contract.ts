import { bodyFaults, headFaults, operationOf } from './openapi.ts';

const sentences = new Set(['message', 'detail', 'reasonText', 'explanation', 'note', 'law', 'warning', 'sentence']);
const slip = /[^.\d]\.\.(?!\.)|\s[.,;:](?=\s|$)| {2}|\. ?[,;]|:\.|,\./;

/** Mistakes that no person would write: two full stops, a blank before a comma. Quoted input may contain anything. */
function slipsIn(value: unknown, name = ''): string[] {
  if (typeof value === 'string') {
    return sentences.has(name) && slip.test(value.replaceAll(/"[^"]*"/g, '""')) ? [value] : [];
  }
  if (Array.isArray(value)) return value.flatMap((one) => slipsIn(one, name));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => slipsIn(one, key));
}

/**
 * Validates a response of the REST door against the OpenAPI document: its status and headers at once, its body when the
 * test reads it as JSON. A streamed list is thus not read before the test reads it.
 */
export function heldToDocument(method: string, path: string, response: Response): Response {
  const operation = operationOf(method === 'HEAD' ? 'GET' : method, path.split('?')[0] ?? '');
  if (method === 'HEAD') return response;
  if (operation) requireNone(headFaults(operation, response));
  const readJson = response.json.bind(response);
  const value = async () => {
    const body: unknown = await readJson();
    if (operation) requireNone(bodyFaults(operation, response, body));
    requireNone(slipsIn(body));
    return body;
  };
  return Object.defineProperty(response, 'json', { value });
}

function requireNone(faults: readonly string[]): void {
  if (faults.length > 0)
    throw new Error(`Not as the OpenAPI document says, or as people write:\n${faults.slice(0, 10).join('\n')}`);
}
