import { describe, expect, it } from 'vitest';
import { loadReferenceData } from '../../../src/rates/book/bundled.ts';
import { decimal } from '../../../src/tax/numbers/decimal.ts';
import { upsertTransaction } from '../../../src/usecases/transactions/upsert-transaction.ts';
import { anInvoiceBody } from '../../support/bodies.ts';
import { inputs } from '../../support/context.ts';
import { bookWith } from '../../support/rate-books.ts';
import { aSellerPerTest } from '../../support/seller.ts';
import { reconcile } from './ask.ts';

const seller = aSellerPerTest();

const columns = 'externalId,date,city,state,zip,taxCode,totalPrice,taxAmount';
const file = (...rows: string[]) => [columns, ...rows].join('\n');
const to = '2026-06-15,Minneapolis,MN,55401';

describe('reconcileDocuments', () => {
  it('says of each document whether its tax is equal, and why not', async () => {
    const { rows, summary } = await reconcile(
      seller.ctx,
      file(`A-1,${to},C1S1,100,9.03`, `A-2,${to},C1S1,100,8.53`, `A-3,${to},C1S2,80,7.22`),
    );
    expect(rows.map(({ externalId, cause, taxAmount }) => [externalId, cause, taxAmount])).toEqual([
      ['A-1', null, '9.03'],
      ['A-2', 'JURISDICTION_MISSING', '9.03'],
      ['A-3', 'TAXABILITY', '0'],
    ]);
    expect(rows[1]!.message).toBe('Their tax omits Minneapolis (city, 0.5 %). Theirs: 8.53; ours: 9.03.');
    expect(rows[1]!.jurisdiction).toMatchObject({ id: 'MN-M43000' });
    expect(summary).toMatchObject({ rowCount: 3, equalCount: 1, faultCount: 0, format: 'TOLLGATE' });
    expect(summary.differences).toEqual([
      { currency: 'USD', rowCount: 3, theirTaxAmount: '24.78', taxAmount: '18.06', taxDifference: '-6.72' },
    ]);
  });

  it('returns the largest differences with their calculation, as many as wanted', async () => {
    const text = file(`A-1,${to},C1S1,100,8.53`, `A-2,${to},C1S1,500,9.03`, `A-3,${to},C1S1,100,8.27`);
    const { worst } = await reconcile(seller.ctx, text, { worstCount: 2 });
    const quotes = await Promise.all(worst.map(({ quote }) => quote()));
    expect(worst.map(({ row }, index) => [row.externalId, quotes[index]?.transaction.salesTax.amount])).toEqual([
      ['A-2', '45.13'],
      ['A-3', '9.03'],
    ]);
  });

  it('reads all dates of a file in the order that one of them proves', async () => {
    const rowsOf = (...days: string[]) => days.map((day, index) => `A-${index},${day},Minneapolis,MN,55401,C1S1,100,0`);
    const read = async (...days: string[]) => (await reconcile(seller.ctx, file(...rowsOf(...days)))).faults;
    expect(await read('25/06/2025', '07/06/2025')).toEqual([]);
    expect(await read('07/06/2025', '6/25/2025')).toEqual([]);
    const undecided = await read('07/06/2025', '06/06/2025', '2025-07-07');
    expect(undecided).toMatchObject([{ line: 2, column: 'date', code: 'AMBIGUOUS' }]);
    expect(undecided[0]!.message).toContain('write 2025-07-06 or 2025-06-07');
    expect(await read('25/06/2025', '6/25/2025', '07/06/2025')).toMatchObject([{ line: 4, code: 'AMBIGUOUS' }]);
  });

  it('takes the law of the day in the proven order', async () => {
    const estonia = (first: string) =>
      `externalId,date,country,totalPrice,taxAmount,currency\nA,${first},EE,100,22,EUR\nB,07/06/2025,EE,100,22,EUR`;
    expect((await reconcile(seller.ctx, estonia('25/06/2025'))).rows.map(({ taxAmount }) => taxAmount)).toEqual(
      (await reconcile(seller.ctx, estonia('2025-06-25').replace('07/06/2025', '2025-06-07'))).rows.map(
        ({ taxAmount }) => taxAmount,
      ),
    );
  });

  it('reads decimal commas where a column has no other reading', async () => {
    const header = columns.replaceAll(',', ';');
    const at = to.replaceAll(',', ';');
    const read = (...rows: string[]) => reconcile(seller.ctx, [header, ...rows].join('\n'));
    const { rows } = await read(
      `A-1;${at};C1S1;100,00;9,03`,
      `A-2;${at};C1S1;1.000,00;90,25`,
      `A-3;${at};C1S1;1.000;90,25`,
    );
    expect(rows.map(({ cause, theirTaxAmount }) => [cause, theirTaxAmount])).toEqual([
      [null, '9.03'],
      [null, '90.25'],
      [null, '90.25'],
    ]);
    // The tax determines how the price is read: 1,000 and not 1.
    const other = await read(`A-1;${at};C1S1;1.000;90,25`);
    expect(other.summary).toMatchObject({ rowCount: 1, equalCount: 1 });
    const mixed = await read(`A-1;${at};C1S1;100,00;9,03`, `A-2;${at};C1S1;100.00;9.03`);
    expect(mixed.rows.map(({ externalId }) => externalId)).toEqual(['A-2']);
    expect(mixed.faults.map(({ column, code }) => [column, code])).toEqual([
      ['taxAmount', 'INVALID_TYPE'],
      ['totalPrice', 'INVALID_TYPE'],
    ]);
  });

  it('reports errors with their lines, and continues', async () => {
    const text = file(
      `A-1,${to},C1S1,dear,9.03`,
      `A-2,2026-06-15,Nowhere,XX,00000,C1S1,1,0`,
      `A-3,${to},C1S1,100,9.03`,
      `A-4,,Minneapolis,MN,55401,C1S1,1,`,
    );
    const { faults, rows } = await reconcile(seller.ctx, text);
    expect(rows.map(({ externalId }) => externalId)).toEqual(['A-3']);
    expect(faults.map(({ line, column, code }) => [line, column, code])).toEqual([
      [2, 'totalPrice', 'INVALID_TYPE'],
      [3, 'state', 'ERR-ADDR-001'],
      [5, 'date', 'REQUIRED'],
      [5, 'taxAmount', 'REQUIRED'],
    ]);
  });

  it('takes differences within the tolerance as equal', async () => {
    const { summary } = await reconcile(seller.ctx, file(`A-1,${to},C1S1,100,9.05`), { tolerance: '0.02' });
    expect(summary.equalCount).toBe(1);
  });

  it('refuses a header without the columns that it needs', async () => {
    await expect(reconcile(seller.ctx, 'externalId,totalPrice\nA-1,5\n')).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      issues: [{ code: 'REQUIRED' }, { code: 'REQUIRED' }, { code: 'REQUIRED' }],
    });
    await expect(reconcile(seller.ctx, '')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('reads other headers and tax codes that are named', async () => {
    const text = 'Invoice,Day,ZIP code,ST,Sales,Code,Tax\nA-1,6/15/2026,55401,MN,"$1,000.00",PC040100,0.00\n';
    const named = {
      externalId: 'Invoice',
      date: 'Day',
      zip: 'ZIP code',
      state: 'ST',
      totalPrice: 'Sales',
      taxCode: 'Code',
      taxAmount: 'Tax',
    };
    const { rows } = await reconcile(seller.ctx, text, { columns: named, taxCodes: { PC040100: 'C1S2' } });
    expect(rows.map(({ externalId, cause }) => [externalId, cause])).toEqual([['A-1', null]]);
    await expect(reconcile(seller.ctx, text, { columns: { ...named, taxAmount: 'Taxx' } })).rejects.toMatchObject({
      issues: [
        {
          path: ['columns', 'taxAmount'],
          message: 'The header of the file has no column "Taxx". Did you mean "Tax"?',
        },
      ],
    });
  });

  it('reads the files of AvaTax, with the rows of a document together', async () => {
    const text = [
      'ProcessCode,DocCode,DocType,DocDate,CustomerCode,LineNo,TaxCode,TaxDate,ItemCode,Qty,Amount,Discount,DestAddress,DestCity,DestRegion,DestPostalCode,DestCountry,TotalTax',
      '3,INV-1,1,2026-06-15,C,1,,,Lamp,2,100,,250 Marquette Ave,Minneapolis,MN,55401,US,9.03',
      '3,INV-1,1,2026-06-15,C,2,,,Desk,1,50,,250 Marquette Ave,Minneapolis,MN,55401,US,4.51',
    ].join('\n');
    const { rows, summary } = await reconcile(seller.ctx, text);
    expect(summary.format).toBe('AVATAX');
    expect(rows).toMatchObject([{ line: 2, externalId: 'INV-1', theirTaxAmount: '13.54', cause: null }]);
  });

  it('reads the files of TaxJar, whose totals include shipping', async () => {
    const text = [
      'provider,order_id,transaction_type,completed_at,shiptocity,shiptostate,shiptozip,shiptocountrycode,shipping_amount,handling_amount,discount_amount,total_sale,sales_tax,exemption_type',
      'web,O-1,Order,2026-06-15 15:20:47 UTC,Minneapolis,MN,55401,US,$8.00,0,0,$108.00,$9.75,',
      'web,O-2,Refund,2026-06-15,Minneapolis,MN,55401,US,0,0,0,-100,-9.03,',
    ].join('\n');
    const { rows, summary } = await reconcile(seller.ctx, text);
    expect(summary.format).toBe('TAXJAR');
    expect(rows.map(({ cause, taxAmount }) => [cause, taxAmount])).toEqual([
      [null, '9.75'],
      [null, '-9.03'],
    ]);
  });

  it('counts goods once if a file has their prices and the total of the document', async () => {
    const text = `externalId,date,city,state,zip,totalPrice,discount,documentTotal,taxAmount\nA-1,${to},110,10,100,9.03`;
    const { rows } = await reconcile(seller.ctx, text);
    expect(rows).toMatchObject([{ taxAmount: '9.03', cause: null }]);
  });

  it('says how taxes of a place are rounded that are rounded separately here', async () => {
    // 5 % and 9.975 %: 0.503 and 1.003485 separately, 1.506485 together.
    const text = file('A-1,2026-06-15,Montreal,QC,H2Y 1C6,C1S1,10.06,1.51').replace('zip,', 'zip,country,');
    const { rows } = await reconcile(seller.ctx, text.replace('H2Y 1C6,', 'H2Y 1C6,CA,'));
    expect(rows).toMatchObject([{ taxAmount: '1.5', cause: 'ROUNDING' }]);
    expect(rows[0]!.message).toContain('Their tax is rounded together for all jurisdictions');
  });

  it('finds that all of many lines are taxed like general goods', async () => {
    const row = `A-1,${to},C1S2,100,9.03`;
    const { rows } = await reconcile(seller.ctx, file(...Array.from({ length: 60 }, () => row)));
    expect(rows).toMatchObject([{ taxAmount: '0', cause: 'TAXABILITY' }]);
  });

  it('names NUL in a cell', async () => {
    const { faults } = await reconcile(seller.ctx, file(`A\0-1,${to},C1S1,100,9.03`));
    expect(faults).toMatchObject([{ line: 2, column: 'externalId', code: 'INVALID_CHARACTERS' }]);
  });

  it('reports an unreadable discount beside a total', async () => {
    const text = `externalId,date,city,state,zip,discount,documentTotal,taxAmount\nA-1,${to},10%,100,9.03`;
    const { summary } = await reconcile(seller.ctx, text);
    expect(summary.faults).toMatchObject([{ line: 2, column: 'discount', code: 'INVALID_TYPE' }]);
  });

  it('reads the reports of Stripe, in which a row is the tax of one jurisdiction', async () => {
    const start = 'in_1,invoice,usd,2026-06-15,il_1,1,100,txcd_99999999,US,MN,Minneapolis,55401';
    const text = [
      'id,type,currency,transaction_date_utc,line_item_id,quantity,subtotal,tax_code,destination_resolved_address_country,destination_resolved_address_state,destination_resolved_address_city,destination_resolved_address_postal_code,jurisdiction_name,tax_amount',
      `${start},Minnesota,6.88`,
      `${start},Hennepin,0.15`,
      `${start},Minneapolis,2.00`,
    ].join('\n');
    const { rows, summary } = await reconcile(seller.ctx, text);
    expect(summary.format).toBe('STRIPE');
    expect(rows).toMatchObject([{ externalId: 'in_1', theirTaxAmount: '9.03', taxAmount: '9.03', cause: null }]);
  });

  it('reads the line items of TaxJar, whose totals are in every row', async () => {
    const header =
      'provider,transaction_id,transaction_type,transaction_date,to_city,to_state,to_zip,to_country,total_shipping,total_handling,total_sales_tax,item_product_identifier,item_quantity,item_unit_price,item_discount,item_shipping,item_sales_tax,exemption_type';
    const place = 'Order,2026-06-15,Minneapolis,MN,55401,US';
    const { rows, summary } = await reconcile(
      seller.ctx,
      [
        header,
        `web,T-1,${place},8,0,14.26,Lamp,2,50,0,0,9.03,`,
        `web,T-1,${place},8,0,14.26,Desk,1,60,10,0,4.51,`,
        `web,T-2,${place},0,,0,Lamp,1,100,0,5,9.03,`,
        `web,T-2,${place},0,,0,Desk,1,50,0,3,4.51,`,
      ].join('\n'),
    );
    expect(summary).toMatchObject({ format: 'TAXJAR', faultCount: 0 });
    // 158 with shipping at 9.025 %: the taxes of the rows omit the tax on shipping.
    expect(
      rows.map(({ externalId, cause, theirTaxAmount, taxAmount }) => [externalId, cause, theirTaxAmount, taxAmount]),
    ).toEqual([
      ['T-1', null, '14.26', '14.26'],
      ['T-2', 'TAXABILITY', '13.54', '14.26'],
    ]);
  });

  it('treats the tax of a marketplace as collected by it, where state law requires it', async () => {
    const header =
      'provider,order_id,transaction_type,completed_at,shiptocity,shiptostate,shiptozip,shiptocountrycode,total_sale,sales_tax,exemption_type';
    const to = 'Minneapolis,MN,55401,US,100,0';
    const { rows } = await reconcile(
      seller.ctx,
      [
        header,
        `amazon,O-1,Order,2026-06-15,${to},`,
        `Etsy,O-2,Order,2026-06-15,${to},marketplace`,
        `amazon,O-3,Order,2026-06-15,${to},non_exempt`,
        `amazon,O-4,Order,2018-09-30,${to},`,
        `web,O-5,Order,2026-06-15,${to},`,
      ].join('\n'),
    );
    const taxed = rows.map(({ externalId, taxAmount }) => [externalId, taxAmount === '0' ? '0' : 'taxed']);
    expect(taxed).toEqual([
      ['O-1', '0'],
      ['O-2', '0'],
      ['O-3', 'taxed'],
      ['O-4', 'taxed'],
      ['O-5', 'taxed'],
    ]);
  });

  it('reads the report of Amazon below its remarks, by the tax collection model of each line', async () => {
    const line = (id: string, model: string, sales: string, tax: string, withheld: string) =>
      `"Jun 15, 2026 12:00:16 AM PDT",1,Order,${id},S,Lamp,1,amazon.com,Minneapolis,MN,55401-2222,${model},${sales},${tax},0,0,${withheld},5`;
    const text = [
      '"Includes Amazon Marketplace, Fulfillment by Amazon (FBA), and Amazon Webstore transactions"',
      '"All amounts in USD, unless specified"',
      'date/time,settlement id,type,order id,sku,description,quantity,marketplace,order city,order state,order postal,tax collection model,product sales,product sales tax,shipping credits,gift wrap credits,marketplace withheld tax,total',
      line('A-1', 'MarketplaceFacilitator', '100.00', '9.03', '-9.03'),
      line('A-2', 'Standard', '100.00', '9.03', '0'),
      line('A-3', 'MarketplaceFacilitator', '50.00', '4.51', '-4.51'),
      line('A-3', 'Standard', '100.00', '9.03', '0'),
      line('A-4', 'Somebody', '100.00', '0', '0'),
    ].join('\n');
    const { rows, summary } = await reconcile(seller.ctx, text);
    expect(summary).toMatchObject({ format: 'AMAZON', faultCount: 1 });
    expect(
      rows.map(({ externalId, cause, theirTaxAmount, taxAmount }) => [externalId, cause, theirTaxAmount, taxAmount]),
    ).toEqual([
      ['A-1', null, '0', '0'],
      ['A-2', null, '9.03', '9.03'],
      ['A-3', null, '9.03', '9.03'],
    ]);
  });

  it('reads the sold orders of Etsy, which collects where state law requires it', async () => {
    const header =
      'Sale Date,Order ID,Buyer User ID,Street 1,Ship City,Ship State,Ship Zipcode,Ship Country,Currency,Order Value,Discount Amount,Shipping,Sales Tax,Order Total,Status';
    const to = '250 Marquette Ave,Minneapolis,MN,55401,United States,USD,$100.00,10.00,0.00';
    const { rows, summary } = await reconcile(
      seller.ctx,
      [header, `06/15/26,E-1,b,${to},8.12,98.12,Completed`, `09/15/18,E-2,b,${to},0,90.00,Completed`].join('\n'),
    );
    expect(summary).toMatchObject({ format: 'ETSY', faultCount: 0 });
    expect(
      rows.map(({ externalId, cause, theirTaxAmount, taxAmount }) => [externalId, cause, theirTaxAmount, taxAmount]),
    ).toEqual([
      ['E-1', null, '0', '0'],
      ['E-2', 'REGISTRATION', '0', expect.not.stringMatching(/^0$/)],
    ]);
  });

  it('names a seller who charges what the marketplace collects', async () => {
    const text = [
      'externalId,date,state,zip,totalPrice,taxAmount,collectedBy',
      'M-1,2026-06-15,MN,55401,100,9.03,MARKETPLACE',
    ].join('\n');
    const { rows } = await reconcile(seller.ctx, text);
    expect(rows).toMatchObject([
      {
        cause: 'CERTIFICATE',
        taxAmount: '0',
        message: expect.stringContaining('charged by the seller; here the marketplace collects it'),
      },
    ]);
  });

  it('names a stored document that the seller taxed although the marketplace collects', async () => {
    await seller.put({ externalId: 'E-9', items: [{ name: 'Lamp', taxCode: 'C1S1', unitPrice: 100 }] });
    const text = [
      'externalId,date,state,zip,totalPrice,taxAmount,collectedBy',
      'E-9,2026-06-15,MN,55401,100,0,MarketplaceFacilitator',
    ].join('\n');
    const { rows } = await reconcile(seller.ctx, text, { against: 'STORED', source: '9' });
    expect(rows).toMatchObject([
      { cause: 'CERTIFICATE', taxAmount: '9.03', message: expect.stringContaining('here the seller charges it') },
    ]);
  });

  it.each([
    'Doc code,Doc status,Cust/Vendor code,Doc date,Tax date,Region,Country,Amount,Tax',
    'Document code,Document status,Customer/Vendor code,Document date,Tax date,Region,Country,Total amount,Total tax',
  ])('reads the lists of documents that AvaTax exports: %s', async (header) => {
    const invoice = (externalId: string) => ({
      externalId,
      items: [{ name: 'Lamp', taxCode: 'C1S1', unitPrice: 100 }],
    });
    await seller.put(invoice('S-1'));
    await seller.put(invoice('S-2'));
    const day = '2026-06-15';
    const text = [
      header,
      `S-1,Committed,,${day},${day},MN,US,100,9.03`,
      `S-2,Voided,,${day},${day},MN,US,100,9.03`,
      `S-3,Voided,,${day},${day},MN,US,100,9.03`,
    ].join('\n');
    const { rows, summary } = await reconcile(seller.ctx, text, { against: 'STORED', source: '9' });
    expect(summary).toMatchObject({ format: 'AVATAX', faultCount: 0 });
    expect(rows.map(({ line, externalId, cause, taxAmount }) => [line, externalId, cause, taxAmount])).toEqual([
      [2, 'S-1', null, '9.03'],
      [3, 'S-2', 'MISSING_THERE', '9.03'],
    ]);
    expect(summary.notices.map(({ code, message }) => [code, message])).toContainEqual([
      'VOIDED_THERE',
      '2 documents are void in the file and were not compared.',
    ]);
  });

  it('reads a void in the import template of AvaTax, which names the document only', async () => {
    const header =
      'ProcessCode,DocCode,DocType,DocDate,CustomerCode,LineNo,TaxDate,Amount,DestRegion,DestPostalCode,TotalTax';
    const text = [header, '3,INV-1,1,2026-06-15,C,1,,100,MN,55401,9.03', '0,INV-2,1,,,,,,,,', '0,,1,,,,,,,,'].join(
      '\n',
    );
    const { rows, faults, summary } = await reconcile(seller.ctx, text, { source: '9' });
    expect(rows.map(({ externalId }) => externalId)).toEqual(['INV-1']);
    expect(faults).toMatchObject([{ line: 4, column: 'externalId', code: 'REQUIRED' }]);
    expect(summary.notices).toMatchObject([
      {},
      { code: 'VOIDED_THERE', message: expect.stringContaining('1 document') },
    ]);
  });

  it('reads lines of JSON: cells by name, and documents with their items', async () => {
    const address = { city: 'Minneapolis', state: 'MN', zip: '55401', country: 'US' };
    const cells = { externalId: 'J-1', date: '2026-06-15', ...address, totalPrice: 100, taxAmount: 9.03 };
    const document = {
      externalId: 'J-2',
      taxDate: '2026-06-15',
      shippingAddress: address,
      items: [{ name: 'Lamp', taxCode: 'C1S1', unitPrice: 100 }],
      taxAmount: 8.53,
    };
    const { rows, faults } = await reconcile(
      seller.ctx,
      `${JSON.stringify(cells)}\n{"broken\n${JSON.stringify(document)}\n`,
    );
    expect(faults).toMatchObject([{ line: 2, code: 'INVALID_INPUT' }]);
    expect(rows.map(({ line, externalId, cause }) => [line, externalId, cause])).toEqual([
      [1, 'J-1', null],
      [3, 'J-2', 'JURISDICTION_MISSING'],
    ]);
  });

  it('compares with what is stored, and finds what either side lacks', async () => {
    await seller.put({ externalId: 'S-1' });
    await seller.put({ externalId: 'S-2' });
    const { transaction } = (await seller.ctx.session!.stores.transactions.findByKey({
      source: '9',
      externalId: 'S-1',
    }))!;
    const net = decimal(transaction.finalTransactionAmount).minus(decimal(transaction.salesTax.amount));
    const text = file(
      `S-1,${transaction.taxDate},Minneapolis,MN,55401,C1S1,${net},${transaction.salesTax.amount}`,
      `S-9,${transaction.taxDate},Minneapolis,MN,55401,C1S1,1,0.09`,
    );
    const { rows } = await reconcile(seller.ctx, text, { against: 'STORED', source: transaction.source });
    expect(rows.map(({ externalId, cause }) => [externalId, cause])).toEqual([
      ['S-1', null],
      ['S-9', 'MISSING_HERE'],
      ['S-2', 'MISSING_THERE'],
    ]);
  });

  it('explains a stored document by what the file has, and by rates that changed since', async () => {
    const invoice = (externalId: string, taxCode: string) => ({
      externalId,
      items: [{ name: 'Goods', taxCode, unitPrice: 50, quantity: 2 }],
    });
    await seller.put(invoice('S-1', 'C1S1'));
    await seller.put(invoice('S-2', 'C1S2'));
    // Kentucky taxes a drug at 6 % and exempts it on prescription.
    const louisville = { street: '600 W Main St', city: 'Louisville', state: 'KY', zip: '40202', country: 'US' };
    const toKentucky = (externalId: string, item: object) => ({
      externalId,
      shippingAddress: louisville,
      items: [{ name: 'Goods', unitPrice: 50, quantity: 2, attributes: { isPrescribed: true }, ...item }],
    });
    await seller.put(toKentucky('S-4', { taxCode: 'C1S20' }));
    const older = bookWith('2026.06.01-1', 'us/MN.json', (text) => text.replaceAll('0.06875', '0.065'));
    const book = loadReferenceData({ number: 0, layers: [], findBoundaries: async () => [], archived: older });
    const body = anInvoiceBody(seller.customer.serviceId, invoice('S-3', 'C1S1'));
    const { value } = await upsertTransaction({ ...seller.ctx, reference: book }, inputs.transaction.parse(body));
    const { taxDate, source } = value.transaction;
    const row = (id: string, code: string, price: string, tax: string) =>
      `${id},${taxDate},Minneapolis,MN,55401,${code},${price},${tax}`;
    // At 9.025 %: 120 is 10.83, and 100 is 9.03. At 8.65 %, it was 8.65.
    const text = file(
      row('S-1', 'C1S1', '120', '10.83'),
      row('S-2', 'C1S1', '100', '9.03'),
      row('S-3', 'C1S1', '100', '9.03'),
      `S-4,${taxDate},Louisville,KY,40202,C1S21,100,6`,
    );
    const { rows } = await reconcile(seller.ctx, text, { against: 'STORED', source });
    expect(rows.map(({ externalId, cause, taxAmount }) => [externalId, cause, taxAmount])).toEqual([
      ['S-1', 'AMOUNT', '9.03'],
      ['S-2', 'TAXABILITY', '0'],
      ['S-3', 'RATE', '8.65'],
      ['S-4', 'TAXABILITY', '0'],
    ]);
    for (const index of [1, 3]) {
      expect(rows[index]!.message).toMatch(/^Their tax follows from the tax codes in the file/);
    }
  });

  it('calculates with the attributes that the file states', async () => {
    const header = 'externalId,date,city,state,zip,taxCode,attributes,totalPrice,taxAmount';
    const row = (id: string, attributes: string, tax: string) =>
      `${id},2026-06-15,Louisville,KY,40202,C1S21,"${attributes}",100,${tax}`;
    const text = [
      header,
      row('A-1', 'isPrescribed: true, isMailed: false', '0'),
      row('A-2', 'isPrescribed=FALSE', '6'),
      row('A-3', 'isPrescribed', '6'),
      row('A-4', 'isPerscribed', '0'),
    ].join('\n');
    const { rows, faults } = await reconcile(seller.ctx, text, { source: '9' });
    expect(rows.map(({ externalId, cause, taxAmount }) => [externalId, cause, taxAmount])).toEqual([
      ['A-1', null, '0'],
      ['A-2', null, '6'],
      ['A-3', 'TAXABILITY', '0'],
    ]);
    expect(faults.map(({ line, column, code }) => [line, column, code])).toEqual([[5, 'attributes', 'UNKNOWN_VALUE']]);
  });

  it('takes another net amount with an equal tax as AMOUNT', async () => {
    const invoice = (externalId: string, taxCode: string) => ({
      externalId,
      items: [{ name: 'Goods', taxCode, unitPrice: 50, quantity: 2 }],
    });
    await seller.put(invoice('S-1', 'C1S2'));
    await seller.put(invoice('S-2', 'C1S2'));
    await seller.put({ ...invoice('S-3', 'C1S1'), isTaxInclusive: true });
    const at = '2026-06-15,Minneapolis,MN,55401';
    // Clothing is not taxed. 100 including 9.025 % has a tax of 8.28.
    const text = file(`S-1,${at},C1S2,120,0`, `S-2,${at},C1S2,100,0`, `S-3,${at},C1S1,100,8.28`);
    const { rows, summary } = await reconcile(seller.ctx, text, { against: 'STORED', source: '9' });
    expect(rows.map(({ externalId, cause, taxDifference }) => [externalId, cause, taxDifference])).toEqual([
      ['S-1', 'AMOUNT', '0'],
      ['S-2', null, '0'],
      ['S-3', null, '0'],
    ]);
    expect(rows[0]!.message).toBe('The taxes are equal, but the amount without tax is 120 in the file and 100 here.');
    expect(summary.equalCount).toBe(2);
    const within = await reconcile(seller.ctx, text, { against: 'STORED', source: '9', tolerance: '20' });
    expect(within.summary.equalCount).toBe(3);
  });

  it.each([
    ['KP', { country: 'KP' }],
    ['a US territory', { country: 'US', state: 'GU', city: 'Hagatna', zip: '96910' }],
  ])('takes %s, which the rate book does not cover, as missing here', async (_, address) => {
    const { rows, faults } = await reconcile(
      seller.ctx,
      `externalId,date,taxAmount,totalPrice,${Object.keys(address)}\nA-1,2026-06-15,5,100,${Object.values(address)}\n`,
    );
    expect([...rows.map(({ cause }) => cause), ...faults.map(({ code }) => code)]).toEqual(['MISSING_HERE']);
    const document = {
      externalId: 'A-2',
      taxDate: '2026-06-15',
      shippingAddress: address,
      currency: 'EUR',
      items: [{ name: 'Lamp', taxCode: 'C1S1', unitPrice: 100 }],
    };
    const lines = [{ ...document, taxAmount: 5 }, document].map((one) => JSON.stringify(one));
    const found = await reconcile(seller.ctx, lines.join('\n'));
    expect(found.rows).toMatchObject([
      { line: 1, externalId: 'A-2', cause: 'MISSING_HERE', currency: 'EUR', theirTaxAmount: '5', taxAmount: null },
    ]);
    expect(found.rows[0]!.message).toBe(rows[0]!.message);
    expect(found.faults).toMatchObject([{ line: 2 }]);
  });

  it('refuses days and amounts that are almost right, each with one fault', async () => {
    const place = 'Minneapolis,MN,55401,C1S1';
    const text = file(
      `A-1,2026-06-151,${place},100,9.03`,
      `A-2,31/31/2026,${place},100,9.03`,
      `A-3,${to},C1S1,12.00),1`,
      `A-4,${to},C1S1,100,(9.03`,
      `A-5,${to},C1S1,(100.00),(9.03)`,
    );
    const { faults, rows } = await reconcile(seller.ctx, text);
    expect(faults.map(({ line, column, code }) => [line, column, code])).toEqual([
      [2, 'date', 'INVALID_FORMAT'],
      [3, 'date', 'INVALID_FORMAT'],
      [4, 'totalPrice', 'INVALID_TYPE'],
      [5, 'taxAmount', 'INVALID_TYPE'],
    ]);
    expect(rows.map(({ externalId, taxAmount, cause }) => [externalId, taxAmount, cause])).toEqual([
      ['A-5', '-9.03', null],
    ]);
  });

  it('refuses an amount whose comma can be read in two ways', async () => {
    const place = `${to.replaceAll(',', ';')};C1S1`;
    const text = [columns.replaceAll(',', ';'), `A-1;${place};12,500;1128.13`, `A-2;${place};"1,250.00";112.81`].join(
      '\n',
    );
    const { faults, rows } = await reconcile(seller.ctx, text);
    expect(faults).toMatchObject([
      { line: 2, column: 'totalPrice', message: '"12,500" is ambiguous: write 12500 or 12.500.' },
    ]);
    expect(rows).toMatchObject([{ externalId: 'A-2', taxAmount: '112.81', cause: null }]);
  });

  it('taxes each line where it is shipped to', async () => {
    // 9.025 % in Minneapolis, and none in Delaware.
    const text = file(`A-1,${to},C1S1,100,9.03`, `A-1,2026-06-15,Dover,DE,19901,C1S1,100,0`, `A-1,,,,,C1S1,200,18.05`);
    const { rows, faults } = await reconcile(seller.ctx, text);
    expect([faults, rows.map(({ taxAmount, cause }) => [taxAmount, cause])]).toEqual([[], [['27.08', null]]]);
  });

  it('refuses a document in two currencies', async () => {
    const text = `${columns},currency\nA-1,${to},C1S1,100,9.03,USD\nA-1,${to},C1S1,100,9.03,CAD\n`;
    const { rows, faults } = await reconcile(seller.ctx, text);
    expect([rows, faults.map(({ line, column }) => [line, column])]).toEqual([[], [[3, 'currency']]]);
  });

  it('leaves out a stored document in another currency, or that the file repeats, and counts none of them as missing', async () => {
    for (const externalId of ['S-1', 'S-2', 'S-3', 'S-4']) await seller.put({ externalId });
    const { transaction } = (await seller.ctx.session!.stores.transactions.findByKey({
      source: '9',
      externalId: 'S-1',
    }))!;
    const { taxDate, salesTax, finalTransactionAmount } = transaction;
    const net = decimal(finalTransactionAmount).minus(decimal(salesTax.amount));
    const row = (id: string, day: string, currency: string) =>
      `${id},${day},Minneapolis,MN,55401,C1S1,${net},${salesTax.amount},${currency}`;
    const text = [
      `${columns},currency`,
      row('S-1', taxDate, 'USD'),
      row('S-2', taxDate, 'EUR'),
      row('S-3', 'June', 'USD'),
      row('S-1', taxDate, 'USD'),
    ].join('\n');
    const options = { against: 'STORED', source: '9' };
    const { rows, faults, summary } = await reconcile(seller.ctx, text, options);
    expect(rows.map(({ externalId, cause }) => [externalId, cause])).toEqual([
      ['S-1', null],
      ['S-4', 'MISSING_THERE'],
    ]);
    expect(faults.map(({ line, column, code }) => [line, column, code])).toEqual([
      [3, 'currency', 'INVALID_VALUE'],
      [4, 'date', 'INVALID_FORMAT'],
      [5, 'externalId', 'REPEATED'],
    ]);
    expect(summary.notices).toEqual([]);
  });

  it('finds all stored documents missing in a file with only a header, for a source and a period', async () => {
    await seller.put({ externalId: 'S-1' });
    const options = { against: 'STORED', source: '9' };
    const unknown = await reconcile(seller.ctx, columns, options);
    expect([unknown.rows, unknown.summary.notices.map(({ code }) => code)]).toEqual([[], ['MISSING_THERE_UNKNOWN']]);
    const { rows, summary } = await reconcile(seller.ctx, columns, {
      ...options,
      from: '2026-01-01',
      to: '2026-12-31',
    });
    expect(rows.map(({ externalId, cause }) => [externalId, cause])).toEqual([['S-1', 'MISSING_THERE']]);
    expect(summary.notices).toEqual([]);
  });
});
