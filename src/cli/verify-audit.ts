import { readReceipt } from '../adapters/auth/receipts.ts';
import { keptKeys } from '../adapters/auth/signed-content.ts';
import { formatCount } from '../domain/base/words.ts';
import type { RecordCheck, TrailCheck } from '../ports/stores/audit-store.ts';
import type { NamedTenant } from '../ports/stores/tenant-store.ts';
import type { Stores } from '../ports/stores.ts';
import { type FilingsCheck, proveFilings } from '../usecases/returns/prove-filings.ts';
import { type Command, optionsOf, type Terminal, UsageError } from './command.ts';
import { tenantsNamed } from './tenants.ts';

export const verifyAuditCommand: Command = {
  name: 'audit verify',
  usage: '[--tenant <name or id>] [--expect <hash>]... [--records]',
  summary:
    'checks that nothing in the audit trail was removed or altered and that it contains the seals with these hashes; with --records, also that documents match the trail and filings match their receipts; writes nothing; exits with 1 if a check fails',

  async run(args, terminal) {
    const { tenant, expect: hashes = [], records: withRecords = false } = readOptions(args);
    const expected = hashes.map((hash) => hash.trim().toLowerCase());
    const wrong = expected.find((hash) => !/^[0-9a-f]{64}$/.test(hash));
    if (wrong !== undefined) throw new UsageError(`${wrong} is not a hash. A hash has 64 hexadecimal digits.`);
    const stores = await terminal.openStoresToRead();
    const broken: NamedTenant[] = [];
    const known = new Set<string>();
    for (const one of await tenantsOf(stores, tenant)) {
      const { audit, returns } = stores.forTenant(one.tenantId);
      const check = await audit.verify(expected);
      print(one, check, terminal);
      const records = withRecords ? await audit.verifyTransactions() : null;
      if (records) printRecords(records, terminal);
      const read = (receipt: string) => readReceipt(receipt, () => keptKeys(stores.signingKeys));
      const filings = withRecords ? await proveFilings(returns, read) : null;
      if (filings) printFilings(filings, terminal);
      for (const hash of check.known) known.add(hash);
      if ([check, records, filings].some((found) => found && found.faults.length > 0)) broken.push(one);
    }
    const missing = expected.filter((hash) => !known.has(hash));
    for (const hash of missing)
      terminal.print(`No seal has the expected hash ${hash}: the trail was truncated or recreated.`);
    if (broken.length > 0)
      throw new Error(`The audit trail is not intact: ${broken.map(({ name }) => name).join(', ')}.`);
    if (missing.length > 0) throw new Error('The audit trail differs from the expected trail.');
  },
};

export const auditHeadCommand: Command = {
  name: 'audit head',
  usage: '[--tenant <name or id>]',
  summary: 'prints the hash of the last seal of each audit trail; store it elsewhere for "audit verify --expect"',

  async run(args, terminal) {
    const { tenant } = readOptions(args, ['expect', 'records']);
    const stores = await terminal.openStoresToRead();
    for (const { tenantId, name } of await tenantsOf(stores, tenant)) {
      const head = await stores.forTenant(tenantId).audit.head();
      terminal.printRecord({ tenantId, name, seals: head?.seals ?? 0, hash: head?.hash ?? '' });
    }
  },
};

export const signAuditCommand: Command = {
  name: 'audit sign',
  usage: '--tenant <name or id>',
  summary: 'signs a trail that predates KEY_ENCRYPTION_KEY but is otherwise intact',

  async run(args, terminal) {
    const { tenant } = readOptions(args, ['expect', 'records']);
    if (!tenant) throw new UsageError('Specify the tenant: --tenant <name or id>');
    const stores = await terminal.openStores();
    for (const { tenantId, name } of await tenantsOf(stores, tenant)) {
      const { audit } = stores.forTenant(tenantId);
      const { faults, isSigned } = await audit.verify();
      if (isSigned || faults.length > 1)
        throw new Error([`The trail of ${name} cannot be signed.`, ...faults].join('\n'));
      if (!(await audit.sign())) throw new Error('No signing key: set KEY_ENCRYPTION_KEY.');
      terminal.print(`${name}  ${tenantId}  signed`);
    }
  },
};

function readOptions(args: readonly string[], without: readonly string[] = []) {
  const options = {
    tenant: { type: 'string' },
    expect: { type: 'string', multiple: true },
    records: { type: 'boolean' },
  } as const;
  const values = optionsOf(args, options);
  const unexpected = without.find((name) => name in values);
  if (unexpected) throw new UsageError(`Unexpected option: --${unexpected}`);
  return values;
}

function tenantsOf(stores: Stores, wanted: string | undefined): Promise<readonly NamedTenant[]> {
  return wanted === undefined ? stores.tenants.list() : tenantsNamed(stores, wanted.trim());
}

function print({ tenantId, name }: NamedTenant, check: TrailCheck, terminal: Terminal): void {
  const { seals, sealed, unsealed, erased, lastHash, faults, isSigned } = check;
  const parts = [
    `${formatCount(sealed, 'change')} in ${formatCount(seals, 'seal')}`,
    ...(erased > 0 ? [`${erased} with erased members`] : []),
  ];
  if (unsealed > 0) parts.push(`${unsealed} not sealed yet`);
  if (!isSigned) parts.push('not signed');
  terminal.print(`${name}  ${tenantId}  ${faults.length === 0 ? 'intact' : 'NOT INTACT'}: ${parts.join(', ')}`);
  for (const fault of faults) terminal.print(`  ${fault}`);
  if (lastHash !== '') terminal.print(`  last hash ${lastHash}`);
}

function printRecords({ checked, withoutDigest, faults }: RecordCheck, terminal: Terminal): void {
  const older = withoutDigest > 0 ? `, ${withoutDigest} without a digest` : '';
  terminal.print(`  ${formatCount(checked, 'document')} compared with the trail${older}`);
  for (const fault of faults) terminal.print(`  ${fault}`);
}

function printFilings({ checked, withUnknownKey, faults }: FilingsCheck, terminal: Terminal): void {
  const unknown = withUnknownKey > 0 ? `, ${withUnknownKey} skipped for lack of a known key` : '';
  terminal.print(
    `  ${formatCount(checked, 'filing')} compared with ${checked === 1 ? 'its receipt' : 'their receipts'}${unknown}`,
  );
  for (const fault of faults) terminal.print(`  ${fault}`);
}
