import { newServiceId } from '../../domain/base/service-id.ts';
import type { TaxNumberCheck } from '../../domain/tax-numbers/tax-number-format.ts';
import type {
  TaxNumberCheckRecord,
  TaxNumberInput,
  TaxNumberReason,
  TaxNumberValidation,
} from '../../domain/tax-numbers/tax-number-validation.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type { RegisterFinding } from '../../ports/register.ts';
import { findIssuer, type Issuer, issuerByCode } from './tax-number-issuer.ts';

type Outcome = Pick<TaxNumberValidation, 'valid' | 'status' | 'reason' | 'message'>;

/**
 * Checks a tax number of a country: its format, its checksum and, if enabled, its register. No register is queried for a
 * number that cannot be valid.
 */
export async function validateTaxNumber(ctx: Context, input: TaxNumberInput): Promise<TaxNumberValidation> {
  const { stores } = authorize(ctx, 'tax:read');
  const { reference } = ctx;
  const asked = findIssuer(reference, input.countryCode);
  const check = reference.checkTaxNumber(input.vatNumber, asked.code);
  const issuer = check ? issuerOf(asked, check) : asked;
  const outcome = outcomeOf(ctx, asked, check);
  if (check === null || outcome.reason !== 'NOT_QUERIED') {
    return validation(issuer, check?.number ?? input.vatNumber.trim(), outcome, null, ctx.now());
  }
  const register = ctx.registers.find((each) => each.covers(check));
  const finding = register ? await register.find(check) : null;
  const told = register && finding ? toldBy(register.name, finding) : outcome;
  const known = register && finding ? { register: register.name, finding } : null;
  const found = validation(issuer, check.number, told, known, ctx.now());
  const record = recordOf(found, ctx.now());
  if (record) await stores.taxNumberChecks.insert(record);
  return found;

  /** Numbers of Northern Ireland may also be sent with the United Kingdom as their country. */
  function issuerOf(named: Issuer, { country }: TaxNumberCheck): Issuer {
    return named.code === 'GB' && country === 'XI' ? issuerByCode(reference, 'XI') : named;
  }
}

/** The result of the format and checksum, before querying a register. */
function outcomeOf({ reference }: Context, asked: Issuer, check: TaxNumberCheck | null): Outcome {
  const format = reference.taxNumberFormat(asked.code);
  if (check === null || (format === null && !check.isValid)) {
    const message = `No tax number format is known for ${asked.name}, so nothing was checked.`;
    return { valid: null, status: 'UNAVAILABLE', reason: 'FORMAT_UNKNOWN', message };
  }
  const prefix = reference.taxNumberFormat(check.country)?.prefix ?? null;
  // Monaco's numbers have the prefix of France, but not every French number belongs to Monaco.
  const isLikeItsOwn =
    prefix !== null &&
    format?.prefix === prefix &&
    (!check.isValid || format.patterns.some((pattern) => new RegExp(pattern).test(check.number)));
  const isItsOwn = check.country === asked.code || isLikeItsOwn || (asked.code === 'GB' && check.country === 'XI');
  if (!isItsOwn) {
    const { code, name } = issuerByCode(reference, check.country);
    const message = `${check.number} belongs to another country: ${name}, not ${asked.name}. Send it with countryCode ${code}.`;
    return invalid('WRONG_COUNTRY', message);
  }
  if (check.issue === 'FORM')
    return invalid('INVALID_FORMAT', `${check.number} does not match the tax number format of ${asked.name}.`);
  if (check.issue === 'CHECKSUM') {
    return invalid(
      'INVALID_CHECKSUM',
      `The check digits of ${check.number} are wrong. Check for a mistyped digit or letter.`,
    );
  }
  const fits = check.hasChecksum
    ? 'Format and checksum are valid'
    : 'The format is valid, and there is no checksum to verify';
  const message = `${fits}. No register was queried.`;
  return { valid: true, status: 'FORMAT_ONLY', reason: 'NOT_QUERIED', message };
}

function invalid(reason: TaxNumberReason, message: string): Outcome {
  return { valid: false, status: 'INVALID', reason, message };
}

function toldBy(register: string, finding: RegisterFinding): Outcome {
  switch (finding.kind) {
    case 'REGISTERED':
      return { valid: true, status: 'VALID', reason: 'IN_REGISTER', message: `${register} lists the number.` };
    case 'NOT_REGISTERED':
      return invalid('NOT_IN_REGISTER', `The number is well-formed, but ${register} does not list it.`);
    case 'UNAVAILABLE': {
      const message = `The number is well-formed, but ${register} could not be queried: ${finding.because}. Try again later.`;
      return { valid: null, status: 'UNAVAILABLE', reason: 'REGISTER_UNAVAILABLE', message };
    }
  }
}

/** The record to store: the response of the register and the proof of the query. Null if no register responded. */
function recordOf(found: TaxNumberValidation, now: Date): TaxNumberCheckRecord | null {
  const { register, checkedAt, countryCode, vatNumber, name, address, consultationNumber, reason } = found;
  if (register === null || checkedAt === null || reason === 'REGISTER_UNAVAILABLE') return null;
  return {
    serviceId: newServiceId(),
    countryCode,
    vatNumber,
    isRegistered: reason === 'IN_REGISTER',
    register,
    consultationNumber,
    name,
    address,
    checkedAt,
    internalTimestamps: { createdDate: now, updatedDate: now },
  };
}

type Known = Pick<TaxNumberValidation, 'register'> & { readonly finding: RegisterFinding };

function validation(
  { code, name }: Issuer,
  vatNumber: string,
  outcome: Outcome,
  known: Known | null,
  now: Date,
): TaxNumberValidation {
  const finding = known?.finding ?? null;
  const foundAt = finding?.checkedAt ?? now;
  return {
    countryCode: code,
    countryName: name,
    vatNumber,
    ...outcome,
    name: finding?.kind === 'REGISTERED' ? finding.name : null,
    address: finding?.kind === 'REGISTERED' ? finding.address : null,
    register: known?.register ?? null,
    consultationNumber: finding && finding.kind !== 'UNAVAILABLE' ? finding.consultationNumber : null,
    checkedAt: finding?.checkedAt ?? null,
    internalTimestamps: { createdDate: foundAt, updatedDate: foundAt },
  };
}
