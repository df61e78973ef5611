import { dayOf } from '../domain/base/calendar.ts';
import type { FactCorrection } from '../domain/rate-book/rate-layer.ts';
import { mostRulings, rulingsIn } from '../domain/rate-book/ruling.ts';
import { loadInTurns } from '../rates/book/bundled.ts';
import { importFiles } from '../rates/importing/import-files.ts';
import { openBaseVersion } from '../rates/versions/base-version.ts';
import { activeNumber } from '../rates/versions/load-version.ts';
import { type Command, type Terminal, UsageError } from './command.ts';
import { effectsOf, precedingRules } from './fact-effects.ts';
import { tenantNamed } from './tenants.ts';

type RulingFiles = {
  readonly paths: readonly string[];
  readonly asOf: string | null;
  readonly source: string | null;
  readonly isDryRun: boolean;
};

/** Imports corrections for one tenant, on top of the active rate book. */
export async function importRulings(options: RulingFiles, wanted: string, terminal: Terminal): Promise<void> {
  const { print } = terminal;
  const stores = await terminal.openStores();
  const { tenantId, name } = await tenantNamed(stores, wanted);
  const { rulings } = stores.forTenant(tenantId);
  const { rateBooks } = stores;
  const base = await openBaseVersion(rateBooks, await activeNumber(rateBooks));
  const progress = terminal.startProgress();
  const request = { ...options, isDryRun: true, areRulings: true, now: terminal.now() };
  const { layers } = await importFiles(request, { ...base, rateBooks, onProgress: progress.report }).finally(
    progress.end,
  );
  const facts = layers.flatMap((layer): readonly FactCorrection[] => {
    if (layer.kind === 'CORRECTIONS' && layer.rows.length === 0) return layer.facts ?? [];
    throw new UsageError('With --tenant, the files must be corrections in CSV or JSON.');
  });
  const stored = await rulings.list();
  const before = rulingsIn(stored, Number.POSITIVE_INFINITY);
  if (before.length + facts.length > mostRulings)
    throw new UsageError(`A tenant can have at most ${mostRulings} rulings in force.`);
  const added = facts.map((fact, index) => ({ number: stored.length + index + 1, fact }));
  const book = await loadInTurns({ ...base, findBoundaries: async () => [] });
  const books = { before: book.withRulings(1, before), after: book.withRulings(2, [...before, ...added]) };
  const misfits = added.flatMap(({ number }) => books.after.rulingMisfits.get(number) ?? []);
  if (misfits.length > 0) throw new UsageError(misfits.join('\n'));
  for (const line of effectsOf(facts, books, dayOf(terminal.now()))) print(`  effect: ${line}`);
  for (const line of precedingRules(facts, books.after, dayOf(terminal.now()))) print(`  note: ${line}`);
  if (options.isDryRun) {
    print('Dry run: nothing was written.');
    return;
  }
  const numbers = (await rulings.add(facts, terminal.now())).map(({ number }) => number);
  print(`Rulings stored for ${name}: ${numbers.join(', ')}. Running servers apply them within a second.`);
}

export const listRulingsCommand: Command = {
  name: 'rates rulings',
  usage: '<tenant>',
  summary:
    'lists the rulings of a tenant, stored with "rates import --tenant": number, state, place, days, treatment, source',
  runsInServer: true,

  async run(args, terminal) {
    const [wanted, ...others] = args;
    if (wanted === undefined || others.length > 0) throw new UsageError('Specify one tenant, by name or id.');
    const stores = await terminal.openStores();
    const { tenantId } = await tenantNamed(stores, wanted);
    for (const { number, fact, withdrawnAt } of await stores.forTenant(tenantId).rulings.list()) {
      const { category, fee, from, to = null, ...terms } = fact.row;
      terminal.printRecord({
        number,
        state: withdrawnAt === null ? 'in force' : `withdrawn ${withdrawnAt.toISOString()}`,
        place: fact.subdivision ?? fact.country,
        subject: fact.taxCode ?? String(category ?? fee),
        days: `${from} to ${to ?? 'further notice'}`,
        rule: JSON.stringify(terms),
        source: fact.source,
      });
    }
  },
};

export const withdrawRulingCommand: Command = {
  name: 'rates withdraw',
  usage: '<number> --tenant <tenant>',
  summary: 'withdraws a ruling of a tenant for all days; stored documents keep it',
  runsInServer: true,

  async run(args, terminal) {
    const [number, option, wanted, ...others] = args;
    if (!/^[1-9]\d{0,8}$/.test(number ?? '') || option !== '--tenant' || wanted === undefined || others.length > 0)
      throw new UsageError('Specify the ruling and its tenant.');
    const stores = await terminal.openStores();
    const { tenantId, name } = await tenantNamed(stores, wanted);
    if (!(await stores.forTenant(tenantId).rulings.withdraw(Number(number), terminal.now())))
      throw new UsageError(`${name} has no ruling ${number} in force.`);
    terminal.print(`Ruling ${number} of ${name} is withdrawn. Running servers apply this within a second.`);
  },
};
