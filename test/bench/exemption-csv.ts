import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Target } from './load.ts';
import { figure, table } from './report.ts';

export const exemptionCsvName = 'REST POST a CSV of exemptions';
const rowsPerFile = 20_000;
const rowsPerInsert = 1_000;
const head = 'source,externalId,country,states,certificateId,exemptionType,exemptionStatus,fromDate,toDate';

type Sides = { readonly gateway: Target; readonly token: string; readonly databaseUrl: string };

/** Rows of a file stored per second, compared with a script that inserts them unchecked, a thousand at a time. */
export async function timeExemptionCsv(sides: Sides, customers: number, rounds: number): Promise<string> {
  const ours: number[] = [];
  const byHand: number[] = [];
  for (let round = 0; round < rounds; round++) {
    ours.push(await rowsPerSecond(() => sendFile(sides, fileOf(customers, `G${round}`))));
    byHand.push(await rowsPerSecond(() => insertFile(sides, fileOf(customers, `H${round}`))));
  }
  const best = (values: readonly number[]) => Math.max(...values);
  return table(
    [exemptionCsvName, 'rows/s', 'by hand', 'ratio'],
    [
      [
        `${rowsPerFile} rows, best of ${rounds}`,
        figure(best(ours)),
        figure(best(byHand)),
        figure(best(ours) / best(byHand), 2),
      ],
    ],
  );
}

async function rowsPerSecond(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return rowsPerFile / ((performance.now() - startedAt) / 1_000);
}

function fileOf(customers: number, series: string): string {
  const rows = Array.from({ length: rowsPerFile }, (_, index) => {
    return `9,C-${index % customers},US,MN,${series}-${index},FULLY,ACTIVE,2026-01-01,2027-12-31`;
  });
  return [head, ...rows].join('\n');
}

async function sendFile({ gateway, token }: Sides, text: string): Promise<void> {
  const form = new FormData();
  form.set('csvFile', new Blob([text], { type: 'text/csv' }), 'exemptions.csv');
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${gateway.url}/v1/exemption_imports`, { method: 'POST', headers, body: form });
  const answer = await response.text();
  if (response.status !== 200 || !answer.includes(`"success_count":${rowsPerFile}`)) {
    throw new Error(`${exemptionCsvName}: ${response.status} ${answer.slice(0, 1_000)}`);
  }
}

async function insertFile({ databaseUrl }: Sides, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const lines = text.split('\n').slice(1);
    for (let from = 0; from < lines.length; from += rowsPerInsert) {
      const rows = lines.slice(from, from + rowsPerInsert).map((line) => line.split(','));
      const column = (index: number) => rows.map((row) => row[index]!);
      await client.query({
        name: 'insert',
        text: `INSERT INTO exemptions (tenant_id, service_id, customer_id, country, state, certificate_id, exemption_type,
            exemption_status, valid_from, valid_through, tax_codes, details, created_at, updated_at)
          SELECT c.tenant_id, r.id, c.service_id, r.country, r.state, r.certificate, 'FULLY', 'ACTIVE', r.valid_from, r.valid_through,
            '{}', '{}', now(), now()
          FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::date[], $8::date[])
            AS r(id, source, external_id, country, state, certificate, valid_from, valid_through)
          JOIN customers c ON c.source = r.source AND c.external_id = r.external_id`,
        values: [
          rows.map(() => randomUUID()),
          column(0),
          column(1),
          column(2),
          column(3),
          column(4),
          column(7),
          column(8),
        ],
      });
    }
  } finally {
    await client.end();
  }
}
