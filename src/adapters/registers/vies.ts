import { z } from 'zod';
import { type RegisterAnswer, type RegisterClient, type RegisteredNumber, unavailable } from '../../ports/register.ts';
import { type AskJson, askJson, garbled, plainText, refusal } from './ask-json.ts';

/** The rate book defines the countries whose numbers are in VIES. */
export type ViesOptions = {
  /** The base URL of the REST API. */
  readonly url: string;
  /** The requester's own number, split into prefix and rest. With this number, VIES issues a consultation number. */
  readonly requester: { readonly memberState: string; readonly number: string } | null;
  isInVies(country: string): boolean;
};

/**
 * The EU's register. It reports most failures with status 200, as `{actionSucceed: false, errorWrappers: [{error}]}` or
 * as a `userError` with a meaningless `valid: false`.
 */
const answer = z.object({
  valid: z.boolean().optional(),
  countryCode: z.string().nullish(),
  vatNumber: z.string().nullish(),
  name: z.string().nullish(),
  address: z.string().nullish(),
  requestIdentifier: z.string().nullish(),
  userError: z.string().nullish(),
  actionSucceed: z.boolean().nullish(),
  errorWrappers: z.array(z.object({ error: z.string() })).nullish(),
});
type Answer = z.output<typeof answer>;

export function createVies({ url, requester, isInVies }: ViesOptions, ask: AskJson = askJson): RegisterClient {
  return {
    name: 'VIES',
    covers: ({ country }) => isInVies(country),
    async ask(number, signal) {
      const body = JSON.stringify({
        ...question(number),
        ...(requester && { requesterMemberStateCode: requester.memberState, requesterNumber: requester.number }),
      });
      const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
      const asked = await ask(`${url}/check-vat-number`, { method: 'POST', headers, body }, signal);
      if (asked.kind === 'UNAVAILABLE') return asked;
      const read = answer.safeParse(asked.body);
      if (read.success && errorOf(read.data) !== null) return failed(errorOf(read.data)!);
      if (asked.status !== 200) return refusal(asked.status);
      return read.success ? toAnswer(read.data, number) : garbled;
    },
  };
}

function question({ number }: RegisteredNumber) {
  return { countryCode: number.slice(0, 2), vatNumber: number.slice(2) };
}

function toAnswer(read: Answer, number: RegisteredNumber): RegisterAnswer {
  const { countryCode, vatNumber } = question(number);
  const isAboutIt = (read.countryCode ?? countryCode) === countryCode && (read.vatNumber ?? vatNumber) === vatNumber;
  if (read.valid === undefined || !isAboutIt) return garbled;
  const consultationNumber = said(read.requestIdentifier);
  if (!read.valid) return { kind: 'NOT_REGISTERED', consultationNumber };
  return { kind: 'REGISTERED', name: said(read.name), address: said(read.address), consultationNumber };
}

/** Member states that do not disclose a field return dashes. */
function said(text: string | null | undefined): string | null {
  const plain = plainText(text);
  return plain === null || /^-+$/.test(plain) ? null : plain;
}

/** `VALID` and `INVALID` are not errors; every other code is an error, even an unknown one. */
function errorOf({ userError, actionSucceed, errorWrappers }: Answer): string | null {
  const [wrapped] = errorWrappers ?? [];
  if (wrapped) return wrapped.error;
  if (actionSucceed === false) return 'UNKNOWN';
  return userError && !['VALID', 'INVALID'].includes(userError) ? userError : null;
}

function failed(code: string): RegisterAnswer {
  const { because, isPassing } = failures[code] ?? { because: 'it failed', isPassing: false };
  return unavailable(`${because} (${/^[A-Z0-9_-]{1,40}$/.test(code) ? code : 'UNKNOWN'})`, isPassing);
}

const failures: Readonly<Record<string, { readonly because: string; readonly isPassing: boolean }>> = {
  MS_UNAVAILABLE: { because: 'the register of the member state is not responding', isPassing: false },
  MS_MAX_CONCURRENT_REQ: {
    because: 'the register of the member state has received too many requests',
    isPassing: true,
  },
  MS_MAX_CONCURRENT_REQ_TIME: {
    because: 'the register of the member state has received too many requests',
    isPassing: false,
  },
  GLOBAL_MAX_CONCURRENT_REQ: { because: 'it has received too many requests', isPassing: true },
  GLOBAL_MAX_CONCURRENT_REQ_TIME: { because: 'it has received too many requests', isPassing: false },
  SERVICE_UNAVAILABLE: { because: 'it is out of service', isPassing: true },
  TIMEOUT: { because: 'the register of the member state did not respond in time', isPassing: false },
  INVALID_REQUESTER_INFO: { because: "it does not accept the gateway's own VAT number", isPassing: false },
  INVALID_INPUT: { because: 'it refused the request', isPassing: false },
  IP_BLOCKED: { because: "it refuses the gateway's requests", isPassing: false },
  VAT_BLOCKED: { because: 'it refuses requests about this number', isPassing: false },
};
