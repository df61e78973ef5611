import { formatCount } from '../domain/base/words.ts';
import type { ReferenceData } from '../ports/reference-data.ts';
import type { Stores } from '../ports/stores.ts';
import { loadBundledReferenceData } from '../rates/book/bundled.ts';
import { verifyTotals } from '../usecases/liability/verify-totals.ts';
import { type Command, optionsOf, type Terminal } from './command.ts';
import { tenantsNamed } from './tenants.ts';

export const verifyTotalsCommand: Command = {
  name: 'totals verify',
  usage: '[--tenant <name or id>] [--repair]',
  summary:
    'recounts all stored figures from the documents: report and nexus totals, refunds, filed returns; compares returns with liability; --repair corrects recalculable figures; exits with 1 if anything is wrong',

  async run(args, terminal) {
    const values = optionsOf(args, { tenant: { type: 'string' }, repair: { type: 'boolean' } });
    const isRepair = values.repair === true;
    const stores = await (isRepair ? terminal.openStores() : terminal.openStoresToRead());
    const wanted = values.tenant?.trim();
    const tenants =
      wanted === undefined ? undefined : (await tenantsNamed(stores, wanted)).map(({ tenantId }) => tenantId);
    await requireWholeTotals(stores, terminal, { isRepair, isReadOnly: !isRepair, tenants });
  },
};

type Recount = {
  readonly isRepair?: boolean;
  /** Default: false, which calculates unknown totals first. */
  readonly isReadOnly?: boolean;
  /** Default: all tenants. */
  readonly tenants?: readonly string[] | undefined;
};

/** Prints a line for each tenant, with its faults, and throws if any were not repaired. */
export async function requireWholeTotals(
  stores: Stores,
  terminal: Pick<Terminal, 'print' | 'program'>,
  { isRepair = false, isReadOnly = false, tenants }: Recount = {},
): Promise<void> {
  const listed = (await stores.tenants.list()).filter(({ tenantId }) => tenants?.includes(tenantId) ?? true);
  const wrong: string[] = [];
  let book: ReferenceData | null = null;
  const countries = () => {
    book ??= loadBundledReferenceData(); // Loaded only for tenants with registrations.
    return book;
  };
  for (const { tenantId, name } of listed) {
    const ofTenant = stores.forTenant(tenantId);
    if (!isReadOnly) while ((await ofTenant.totals.backFill()) > 0);
    const first = await verifyTotals(ofTenant, { isRepair, countries });
    print(first);
    const last =
      isRepair && first.faultCount > 0 ? await verifyTotals(ofTenant, { isRepair: false, countries }) : first;
    if (last !== first) print(last, 'after the repair ');
    if (last.faultCount > 0) wrong.push(name);

    function print({ documents, unknown, faultCount, faults }: typeof first, when = ''): void {
      const missing = unknown > 0 ? `, the totals of ${unknown} still unknown` : '';
      const right = unknown === 0 ? 'right' : 'correct as far as counted';
      const found = faultCount === 0 ? right : `WRONG, ${formatCount(faultCount, 'error')}`;
      terminal.print(
        `${name}  ${tenantId}  ${when}${found}: ${formatCount(documents, 'document')} recounted${missing}`,
      );
      for (const fault of faults) terminal.print(`  ${fault}`);
      if (faultCount > faults.length) terminal.print(`  and ${faultCount - faults.length} more`);
    }
  }
  if (wrong.length === 0) return;
  const advice = isRepair ? '' : ` To repair recalculable figures, run "${terminal.program} totals verify --repair".`;
  throw new Error(`Figures differ from the documents: ${wrong.join(', ')}.${advice}`);
}
