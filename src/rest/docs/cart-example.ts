import { escaped } from '../../http/page.ts';

const jurisdictions: readonly (readonly [name: string, level: string, rate: string, amount: string, width: number])[] =
  [
    ['Minnesota', 'State', '6.875 %', '$6.88', 100],
    ['Hennepin County', 'County', '0.15 %', '$0.15', 2.2],
    ['Minneapolis', 'City', '0.5 %', '$0.50', 7.3],
    ['Hennepin County Transit Sales and Use Tax', 'District', '0.5 %', '$0.50', 7.3],
    ['Metro Area Transportation Sales and Use Tax', 'District', '0.75 %', '$0.75', 10.9],
    ['Metro Area Sales and Use Tax for Housing', 'District', '0.25 %', '$0.25', 3.6],
  ];

const rows = jurisdictions.map(
  ([name, level, rate, amount, width]) =>
    `<tr><th scope="row">${escaped(name)}<small>${level}</small></th><td class="bar"><svg aria-hidden="true" viewBox="0 0 100 6" preserveAspectRatio="none"><rect width="${width}" height="6" rx="1"/></svg></td><td>${rate}</td><td>${amount}</td></tr>`,
);

/** The cart shown before a calculation, or if a calculation is not possible. */
export const cartExample = `<dl class="lines"><div><dt>Lamp<small>Taxed</small></dt><dd>$100.00</dd></div><div><dt>Coat<small>Clothing: not taxed in Minnesota</small></dt><dd>$80.00</dd></div><div class="sum"><dt>Tax<small>9.025 % of $100.00</small></dt><dd>$9.03</dd></div><div class="sum total"><dt>Total</dt><dd>$189.03</dd></div></dl>
<table><caption class="unseen">Tax by jurisdiction</caption><tbody>${rows.join('')}</tbody></table>`;
