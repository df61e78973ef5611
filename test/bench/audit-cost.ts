import pg from 'pg';
import { fire, median, type Round, type Shot, type Target } from './load.ts';
import { figure, table } from './report.ts';

export const auditName = 'audit trail on a PUT';

type Plan = { readonly rounds: number; readonly seconds: number };

/** New invoices with and without the trigger of the audit trail, in turns, on our server. */
export async function compareAudit(gateway: Target, put: Shot, databaseUrl: string, plan: Plan): Promise<string> {
  const seconds = Math.max(plan.seconds, 8);
  const rounds: { readonly audited: Round; readonly bare: Round }[] = [];
  await fire(gateway, put, seconds);
  for (let round = 0; round < Math.max(plan.rounds, 4); round++) {
    const isAuditedFirst = round % 2 === 0;
    const first = await fireWith(isAuditedFirst);
    const second = await fireWith(!isAuditedFirst);
    rounds.push(isAuditedFirst ? { audited: first, bare: second } : { audited: second, bare: first });
  }
  await setTrigger(databaseUrl, true);
  const of = (side: 'audited' | 'bare', member: keyof Round) =>
    median(rounds.map((one) => one[side][member] ?? Number.NaN));
  const cpu = (one: Round) => one.cpuPerRequest + (one.databaseCpuPerRequest ?? 0);
  const extra = rounds.map(({ audited, bare }) => (cpu(audited) / cpu(bare) - 1) * 100);
  const row = (name: string, side: 'audited' | 'bare') => [
    name,
    figure(of(side, 'requestsPerSecond')),
    figure(of(side, 'cpuPerRequest')),
    figure(of(side, 'databaseCpuPerRequest')),
  ];
  const lines = table([auditName, 'req/s', 'cpu µs', 'database µs'], [row('with', 'audited'), row('without', 'bare')]);
  return `${lines}\nprocessor time more with it: ${figure(median(extra), 1)} % (${extra.map((one) => figure(one, 1)).join(' ')})`;

  async function fireWith(isAudited: boolean): Promise<Round> {
    await setTrigger(databaseUrl, isAudited);
    return fire(gateway, put, seconds);
  }
}

async function setTrigger(databaseUrl: string, isOn: boolean): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`ALTER TABLE transactions ${isOn ? 'ENABLE' : 'DISABLE'} TRIGGER note_change`);
  } finally {
    await client.end();
  }
}
