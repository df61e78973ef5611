import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody } from '../../support/bodies.ts';

type Report = Record<string, unknown> & { readonly errors: { line: number; field: string | null; message: string }[] };

let app: TestApp;
let token: string;
let customerId: string;
let externalId: string;
let customers = 0;
const STATES = ['MN', 'WI', 'IA', 'OH', 'TX'];

beforeAll(async () => {
  app = await startApp();
  token = await app.token();
});
afterAll(() => app.close());
beforeEach(async () => {
  externalId = `C/${customers++}`;
  const path = `/v1/customers/source/9/externalId/${encodeURIComponent(externalId)}`;
  const stored = await app.send('PUT', path, aCustomerBody({ externalId }));
  customerId = (await bodyOf<{ serviceId: string }>(stored)).serviceId;
});

function post(form: BodyInit | null, { query = '', headers = {} } = {}): Promise<Response> {
  return app.fetch(`/v1/exemption_imports${query}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, ...headers },
    body: form,
  });
}

function formOf(...files: (string | Uint8Array)[]): FormData {
  const form = new FormData();
  for (const file of files)
    form.append('csvFile', new Blob([file as BlobPart], { type: 'text/csv' }), 'exemptions.csv');
  return form;
}

async function importFile(text: string | Uint8Array, query = ''): Promise<Report> {
  const response = await post(formOf(text), { query });
  const report = await bodyOf<Report>(response);
  expect([response.status, report]).toEqual([200, report]);
  return report;
}

const stored = (query = '') =>
  bodyOf<Record<string, unknown>[]>(app.send('GET', `/v1/exemptions?customerId=${customerId}${query}`));

describe('a file of exemptions', () => {
  it('can be one that the gateway made, whose cells are safe for spreadsheets', async () => {
    const names = ['=SUM(A1)', "'=SUM(A1)", '＠home', '-12.50', "Carpenters' Union"];
    const rows = names.map((name, place) => `${customerId},US,${STATES[place]},"${name.replace(/^(?='?=|＠)/, "'")}"`);
    await importFile(['customerId,country,states,certificateName', ...rows, ''].join('\n'));
    const kept = async () => (await stored()).map((one) => (one as { certificate: { name: string } }).certificate.name);
    expect((await kept()).toSorted()).toEqual(names.toSorted());
    const exported = await (await app.send('GET', `/v1/exemptions?format=csv&customerId=${customerId}`)).text();
    expect(exported).toContain(`'=SUM(A1)`);
    const report = await importFile(exported);
    expect(report).toMatchObject({ status: 'SUCCESS', success_count: names.length });
    expect((await kept()).toSorted()).toEqual(names.toSorted());
  });

  it('is stored, with every column', async () => {
    const file = [
      'customerId,source,externalId,country,states,certificateId,certificateUrl,certificateName,exemptionReason,exemptionType,exemptionStatus,fromDate,toDate,exemptFraction,reducedRate,taxCodes,classificationCode,classificationDescription',
      `,9,${externalId},US,MN|Wisconsin,ST3-1,https://example.com/1.pdf,ST3,resale,PARTIALLY,CANCELLED,2026-01-01,12/31/2026,50%,0.01,C1S1|C1S2,R,"Resale,\r\nall goods"`,
      `${customerId},,,Canada,Quebec,,,,,,,,,,,,,`,
      `${customerId},9,${externalId},US,,,,,,fully,active,,,,,,,`,
      '',
    ].join('\r\n');
    expect(await importFile(file)).toEqual({
      status: 'SUCCESS',
      message: '3 of 3 rows were stored.',
      dry_run: false,
      row_count: 3,
      success_count: 3,
      not_found_customers: [],
      skipped_states: [],
      errors: [],
      errors_left_out: 0,
      ignored_columns: [],
    });
    expect(await stored('&state=WI')).toEqual([
      {
        serviceId: expect.any(String),
        customerId,
        customer: { source: '9', externalId, name: 'Ada Lovelace' },
        place: 'US-WI',
        country: 'US',
        state: { abbreviation: 'WI', code: 'WI', name: 'Wisconsin' },
        exemptionReason: 'RESALE',
        classification: { code: 'R', description: 'Resale,\r\nall goods' },
        validationDates: { fromDate: '2026-01-01', toDate: '2026-12-31' },
        internalTimestamps: expect.anything(),
        status: { code: 'CANCELLED', name: 'Cancelled' },
        certificate: { certificateId: 'ST3-1', url: 'https://example.com/1.pdf', name: 'ST3' },
        exemptionType: 'PARTIALLY',
        exemptionStatus: 'CANCELLED',
        certificateStatus: 'CANCELLED',
        hasFile: false,
        exemptFraction: 0.5,
        reducedRate: 0.01,
        taxCodes: ['C1S1', 'C1S2'],
      },
    ]);
    expect(await stored('&state=MN')).toHaveLength(1);
    expect(await stored('&state=CA-QC')).toMatchObject([{ country: 'CA', exemptionType: 'FULLY', taxCodes: [] }]);
    const whole = (await stored('&country=US')).filter(({ state }) => state === undefined);
    expect(whole).toMatchObject([{ exemptionType: 'FULLY', exemptionStatus: 'ACTIVE' }]);
  });

  it('changes nothing when it is sent again', async () => {
    const file = `Customer ID;STATE;certificate_id\r\n${customerId};MN;1\r\n${customerId};TX;1\r\n`;
    await importFile(file);
    const before = await stored();
    expect(await importFile(file)).toMatchObject({ status: 'SUCCESS', success_count: 2 });
    expect(await stored()).toEqual(before);
    await importFile(file.replaceAll(';1', ';2'));
    expect(await stored()).toHaveLength(4);
  });

  it('is read as spreadsheets save it', async () => {
    const files = [
      `\ufeffCUSTOMERID;States;Certificate-Id;exempt percentage;type;from;to\r\n${customerId};mn;1;0,5;Partially;1/7/2026;31/12/2026\r\n;;;;;;\r\n`,
      `customerid\tSTATE\tcertificateNumber\texemptPercentage\texemptionType\tvalid from\tto\n${customerId}\tMinnesota\t1\t50%\tPARTIALLY\t07/01/2026 0:00\t12/31/2026 0:00\n`,
      `"customerId","states","certificateId","exemptFraction","exemptionType","fromDate","toDate"\r"${customerId}"," MN ","1",".5","partially","2026-07-01","2026-12-31"\r\r\r`,
    ];
    for (const file of [...files, Buffer.from(`\ufeff${files[1]}`, 'utf16le')]) {
      expect(await importFile(file)).toMatchObject({ status: 'SUCCESS', row_count: 1, errors: [] });
      const [exemption, ...others] = await stored();
      expect(others).toEqual([]);
      expect(exemption).toMatchObject({
        state: { code: 'MN' },
        exemptFraction: 0.5,
        exemptionType: 'PARTIALLY',
        validationDates: { fromDate: '2026-07-01', toDate: '2026-12-31' },
      });
    }
  });

  it('refuses a date with two readings if no date of the file proves its order', async () => {
    const { errors, success_count } = await importFile(
      `customerId,states,certificateId,fromDate\n${customerId},MN,1,07/06/2026\n${customerId},TX,1,06/06/2026\n`,
    );
    expect(success_count).toBe(1);
    expect(errors).toMatchObject([{ line: 2, field: 'fromDate', code: 'AMBIGUOUS' }]);
    expect(errors[0]!.message).toContain('write 2026-07-06 or 2026-06-07');
  });

  it('stores its valid rows, and reports the errors of the others', async () => {
    const nobody = '0190a0a0-0000-7000-8000-000000000000';
    const file = [
      'customerId,source,externalId,states,certificateId,exemptionType,exemptFraction,fromDate,toDate,comment',
      `${customerId},,,MN,good,,,,,"two`,
      'lines"',
      `${nobody},,,MN,1,,,,,`,
      `,9,unknown,"ZZ, MN; Utopia",2,HALF,,31/31/2026,,`,
      `,x,,TX,3,PARTIALLY,,,,`,
      `,,,TX,4,,2,2026-02-01,2026-01-01,`,
      `${customerId},9,unknown,TX,5,,,,,`,
      `${customerId},,,TX,6,,,,,,surplus`,
      `${customerId},,,TX,good,,,,,`,
    ].join('\n');
    const report = await importFile(file);
    expect(report).toMatchObject({
      status: 'PARTIAL',
      message: '2 of 8 rows were stored.',
      row_count: 8,
      success_count: 2,
      not_found_customers: [nobody, 'source/9/externalId/unknown'],
      skipped_states: ['ZZ', 'Utopia'],
      errors_left_out: 0,
      ignored_columns: ['comment'],
    });
    expect(report.errors.map(({ line, field }) => `${line} ${field}`)).toEqual([
      '4 customerId',
      '5 externalId',
      '5 fromDate',
      '5 exemptionType',
      '5 states',
      '5 states',
      '6 source',
      '6 externalId',
      '6 exemptFraction',
      '7 customerId',
      '7 exemptFraction',
      '8 externalId',
      '9 null',
    ]);
    expect(report.errors[0]).toEqual({
      line: 4,
      field: 'customerId',
      code: 'CUSTOMER_NOT_FOUND',
      message: `Customer ${nobody} not found.`,
    });
    const certificates = (await stored()).map(({ certificate }) => certificate);
    expect(certificates).toEqual([{ certificateId: 'good' }, { certificateId: 'good' }]);
  });

  it('stores nothing in a dry run, and reports the same', async () => {
    const file = `customerId,states\n${customerId},MN\n${customerId},ZZ\n`;
    expect(await importFile(file, '?dryRun=true')).toMatchObject({
      status: 'PARTIAL',
      message: '1 of 2 rows would be stored; this was a dry run.',
      dry_run: true,
      success_count: 1,
      errors: [{ line: 3, field: 'states', message: 'Unknown state "ZZ".' }],
    });
    expect(await stored()).toEqual([]);
  });

  it('is stored up to a line whose end cannot be found', async () => {
    const file = `customerId,states\n${customerId},MN\n${customerId},ZZ\n"${customerId},TX\n${customerId},WI\n`;
    expect(await importFile(file)).toMatchObject({
      status: 'STOPPED',
      message: '1 of 2 rows was stored. Nothing from line 4 on was read. Fix the file and send it again.',
      errors: [
        { line: 3, field: 'states' },
        { line: 4, field: null, code: 'STOPPED', message: 'A quote in this row is never closed.' },
      ],
    });
    expect(await stored()).toHaveLength(1);
  });

  it('cannot name customers of another tenant', async () => {
    const other = await startApp({ store: app.store });
    const file = `customerId,source,externalId,states\n${customerId},,,MN\n,9,${externalId},MN\n`;
    const response = await other.fetch('/v1/exemption_imports', {
      method: 'POST',
      headers: { Authorization: `Bearer ${await other.token()}` },
      body: formOf(file),
    });
    expect(await response.json()).toMatchObject({ status: 'FAILED', success_count: 0, row_count: 2 });
    expect(await stored()).toEqual([]);
  });

  it('reports the first thousand issues, and how many more there are', async () => {
    const rows = Array.from({ length: 1_234 }, (_, index) => `${customerId},Z${index}`);
    const report = await importFile(`customerId,states\n${rows.join('\n')}\n`);
    expect(report).toMatchObject({ status: 'FAILED', row_count: 1_234, errors_left_out: 234 });
    expect([report.errors.length, (report.skipped_states as string[]).length]).toEqual([1_000, 1_000]);
  });

  it('is read no further when nearly all of its first rows are invalid', async () => {
    const rows = Array.from({ length: 12_000 }, () => `${customerId},ZZ`);
    const report = await importFile(`customerId,states\n${customerId},MN\n${rows.join('\n')}\n`);
    expect(report).toMatchObject({ status: 'STOPPED', success_count: 1 });
    expect(report.row_count).toBeGreaterThan(10_000);
    expect(report.row_count).toBeLessThan(10_600);
    expect(report.errors).toHaveLength(1_000);
    expect(report.errors.at(-1)).toMatchObject({
      line: Number(report.row_count) + 2,
      message: 'Nearly all rows so far are invalid. Check the columns and their order.',
    });
  });

  it.each([
    ['a megabyte of line ends', `customerId,states\n${'\n'.repeat(1_000_000)}`, { status: 'SUCCESS', row_count: 0 }],
    ['a row of 20 million commas', `customerId,states\n${','.repeat(20_000_000)}`, { status: 'STOPPED', row_count: 0 }],
  ])('may be %s, while other requests are served', async (_what, text, outcome) => {
    let turns = 0;
    let turn = setImmediate(function count() {
      turns++;
      turn = setImmediate(count);
    });
    expect(await importFile(text)).toMatchObject(outcome);
    clearImmediate(turn);
    // An empty file leaves no turn of the event loop before its response.
    expect(turns).toBeGreaterThan(2);
  });

  it('names cells that are not UTF-8', async () => {
    const file = Buffer.concat([
      Buffer.from(`customerId,states,certificateName\n${customerId},MN,M`),
      Buffer.from([0xfc]),
    ]);
    expect(await importFile(file)).toMatchObject({
      errors: [{ line: 2, field: 'certificateName', code: 'INVALID_CHARACTERS' }],
    });
  });
});

describe('an invalid upload', () => {
  it.each<[string, string, string]>([
    ['', 'REQUIRED', 'The file is empty. Its first line must contain the column names.'],
    ['\n\n', 'REQUIRED', 'The file is empty. Its first line must contain the column names.'],
    ['customerId,certificateId\n', 'REQUIRED', 'Missing column: states.'],
    ['source,states\n', 'REQUIRED', 'Missing column: customerId, or both source and externalId.'],
    ['customerId,states,State\n', 'REPEATED_COLUMN', 'The header has the column states twice.'],
    ['\u0000\u0001PNG', 'INVALID_FORMAT', 'The file is not CSV in UTF-8; save it as "CSV UTF-8".'],
    ['"customerId', 'INVALID_FORMAT', 'Line 1: A quote in this row is never closed.'],
  ])('is rejected: %j', async (text, code, message) => {
    const response = await post(formOf(text));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: 'INVALID_INPUT',
      errors: [{ pointer: '/csvFile', code, message }],
    });
  });

  it('is reported with all errors of the header at once', async () => {
    const response = await post(formOf('name,email\n'));
    expect((await bodyOf<Report>(response)).errors).toHaveLength(2);
  });

  it('includes a form without the file, or with another field', async () => {
    const empty = new FormData();
    const wrong = new FormData();
    wrong.append('file', new Blob(['customerId,states\n']), 'exemptions.csv');
    const text = new FormData();
    text.append('csvFile', 'customerId,states\n');
    const option = new FormData();
    option.append('dryRun', 'true');
    const cases: [FormData, string, string][] = [
      [empty, 'REQUIRED', 'The form has no file'],
      [wrong, 'UNKNOWN_FIELD', 'Unexpected form field "file"'],
      [text, 'INVALID_TYPE', 'csvFile must be a file'],
      [option, 'UNKNOWN_FIELD', 'Unexpected form field "dryRun"'],
    ];
    for (const [form, code, message] of cases) {
      const response = await post(form);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        errors: [{ pointer: '/csvFile', code, message: expect.stringContaining(message) }],
      });
    }
  });

  it('includes a second file', async () => {
    const file = `customerId,states\n${customerId},MN\n`;
    const report = await bodyOf<Report>(post(formOf(file, file)));
    expect(report).toMatchObject({ status: 'STOPPED', success_count: 1 });
    expect(report.errors.at(-1)!.message).toContain('Only the first file was read');
  });

  it('includes a body of another type', async () => {
    for (const headers of [{ 'Content-Type': 'text/csv' }, { 'Content-Type': 'application/json' }]) {
      expect((await post('customerId,states\n', { headers })).status).toBe(415);
    }
    const zipped = { 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Encoding': 'gzip' };
    expect((await post('', { headers: zipped })).status).toBe(415);
  });

  it('includes a form without boundary or without end', async () => {
    const unbounded = await post('x', { headers: { 'Content-Type': 'multipart/form-data' } });
    expect([unbounded.status, (await bodyOf<Report>(unbounded)).code]).toEqual([400, 'MALFORMED_FORM']);
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
    expect((await post('--x\r\n', { headers })).status).toBe(400);
    expect((await post(null, { headers })).status).toBe(400);
    const start = '--x\r\nContent-Disposition: form-data; name="csvFile"; filename="a.csv"\r\n\r\n';
    const cut = await bodyOf<Report>(post(`${start}customerId,states\n${customerId},MN\n${customerId},T`, { headers }));
    const message = 'The form is incomplete.';
    expect(cut).toMatchObject({ status: 'STOPPED', success_count: 1, errors: [{ line: 3, field: null, message }] });
    expect(await stored()).toMatchObject([{ state: { code: 'MN' } }]);
  });

  it('includes a form with many parts or long headers', async () => {
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
    const field = (name: string, more = '') =>
      `--x\r\nContent-Disposition: form-data; name="${name}"\r\n${more}\r\n1\r\n`;
    const bodies = [
      Array.from({ length: 10_000 }, (_, index) => field(`f${index}`)).join(''),
      field('csvFile', `X-Long: ${'x'.repeat(1_000_000)}\r\n`),
      field('csvFile', 'X-Many: x\r\n'.repeat(100_000)),
      field('f'.repeat(1_000_000)),
    ];
    for (const body of bodies) {
      const response = await post(`${body}--x--\r\n`, { headers });
      expect(response.status).toBe(400);
      expect((await response.text()).length).toBeLessThan(2_000);
    }
  });

  it('includes one without the scope, or with an unknown parameter', async () => {
    const reading = { headers: { Authorization: `Bearer ${await app.token(['exemptions:read'])}` } };
    expect((await post(formOf('customerId,states\n'), reading)).status).toBe(403);
    expect((await post(formOf('customerId,states\n'), { query: '?dryrun=true' })).status).toBe(400);
    expect((await post(formOf('customerId,states\n'), { query: '?dryRun=maybe' })).status).toBe(400);
  });
});

it('the template has every column', async () => {
  const response = await app.fetch('/v1/exemption_imports/template');
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="exemptions.csv"');
  expect(await response.text()).toBe(
    'customerId,source,externalId,country,states,certificateId,certificateUrl,certificateName,exemptionReason,exemptionType,exemptionStatus,fromDate,toDate,exemptFraction,reducedRate,taxCodes,classificationCode,classificationDescription\r\n',
  );
});
