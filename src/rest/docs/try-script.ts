import { demoTokenHeader, demoTokenPath } from '../../http/demo-request.ts';

/**
 * The script of the page: it fills in examples, sends the form with the token, and shows the response. It is text for
 * the browser, because its hash is part of the page's policy.
 */
export const tryScript = `
'use strict';
const token = document.getElementById('token');
if (token.dataset.demo !== undefined) {
  fetch('${demoTokenPath}', { method: 'POST', headers: { '${demoTokenHeader}': '1' } })
    .then((answer) => answer.ok ? answer.json() : null)
    .then((answer) => { if (answer && token.value === '') { token.value = answer.accessToken; token.dispatchEvent(new Event('input')); } })
    .catch(() => {}); // Without a demo, readers paste a token of their own.
}
for (const form of document.querySelectorAll('form[data-method]')) {
  const body = form.querySelector('textarea');
  const choice = form.querySelector('select');
  if (choice) choice.addEventListener('change', () => { body.value = choice.value; });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const output = form.querySelector('output');
    const query = new URLSearchParams();
    let path = form.dataset.path;
    const headers = {};
    for (const input of form.querySelectorAll('input[data-in]')) {
      if (input.value === '') continue;
      if (input.dataset.in === 'path') path = path.replace('{' + input.name + '}', encodeURIComponent(input.value));
      if (input.dataset.in === 'query') query.append(input.name, input.value);
      if (input.dataset.in === 'header') headers[input.name] = input.value;
    }
    if (form.dataset.open === undefined && token.value.trim() !== '') headers.Authorization = 'Bearer ' + token.value.trim();
    let sent;
    if (body && form.dataset.type === 'multipart/form-data') {
      sent = new FormData();
      sent.append('csvFile', new Blob([body.value], { type: 'text/csv' }), 'exemptions.csv');
    } else if (body) {
      sent = body.value;
      headers['Content-Type'] = form.dataset.type;
    }
    output.textContent = 'Sent …';
    try {
      const url = path + (query.size > 0 ? '?' + query : '');
      const answer = await fetch(url, { method: form.dataset.method, headers, body: sent });
      const text = await answer.text();
      const shown = [...answer.headers].map(([name, value]) => name + ': ' + value).join('\\n');
      let content = text;
      try { content = JSON.stringify(JSON.parse(text), null, 2); } catch { /* Not JSON: shown as it is. */ }
      output.textContent = form.dataset.method + ' ' + url + '\\n' + answer.status + ' ' + answer.statusText + '\\n' + shown + '\\n\\n' + content;
    } catch (error) {
      output.textContent = String(error);
    }
  });
}
`;
