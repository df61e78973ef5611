/**
 * The script of the reference beside its forms: search, links to operations, and samples with the reader's token. It is
 * text for the browser, because its hash is part of the page's policy.
 */
export const referenceScript = `
const menu = document.querySelector('nav details');
if (!matchMedia('(min-width: 60rem)').matches) menu.open = false;
const search = document.getElementById('search');
search.addEventListener('input', () => {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  for (const entry of menu.querySelectorAll('li')) {
    entry.hidden = !words.every((word) => entry.dataset.words.includes(word));
  }
  for (const group of menu.querySelectorAll('section')) {
    group.hidden = group.querySelector('li:not([hidden])') === null;
  }
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName)) return;
  event.preventDefault();
  menu.open = true;
  search.focus();
});
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  if (target.tagName === 'DETAILS') target.open = true;
  target.scrollIntoView();
}
addEventListener('hashchange', openTarget);
openTarget();
menu.addEventListener('click', (event) => {
  const link = event.target.closest('a');
  if (!link) return;
  if (!matchMedia('(min-width: 60rem)').matches) menu.open = false;
  if (link.hash === location.hash) openTarget();
});
const written = new Map();
for (const sample of document.querySelectorAll('pre[data-lang]')) written.set(sample, sample.textContent);
function fillSamples() {
  const value = token.value.trim().replace(/[^\\w.~+/=-]/g, '');
  for (const [sample, text] of written) {
    const here = text.replaceAll(sample.dataset.origin, location.origin);
    sample.textContent = value === '' ? here : here
      .replaceAll('$TOLLGATE_TOKEN', value)
      .replaceAll("'Bearer ' + process.env.TOLLGATE_TOKEN", "'Bearer " + value + "'")
      .replaceAll("f\\"Bearer {os.environ['TOLLGATE_TOKEN']}\\"", '"Bearer ' + value + '"');
  }
}
token.addEventListener('input', fillSamples);
fillSamples();
function showLanguage(lang) {
  for (const sample of written.keys()) sample.hidden = sample.dataset.lang !== lang;
  for (const choice of document.querySelectorAll('select[data-languages]')) choice.value = lang;
}
for (const choice of document.querySelectorAll('select[data-languages]')) {
  choice.addEventListener('change', () => showLanguage(choice.value));
}
`;
