/** The style of the reference: operations at the side on wide screens, above the rest on narrow ones. */
export const referenceStyle = `
html { scroll-padding-top: 1rem; scroll-behavior: smooth; }
body { max-width: none; padding: 0; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: 1rem; background: Canvas; padding: .5rem; z-index: 1; }
header { padding: 1rem 1.5rem; border-bottom: 1px solid var(--line); }
header h1 { margin: 0; font-size: 1.4rem; }
header p { margin: .3rem 0; }
main { padding: 0 1.5rem 4rem; min-width: 0; }
nav { padding: 1rem 1.5rem; font-size: 14px; }
nav ul { list-style: none; margin: .2rem 0 .8rem; padding: 0; }
nav li a { display: block; padding: .15rem .3rem; border-radius: .3rem; text-decoration: none; color: inherit; }
nav li a:hover, nav li a:focus-visible { background: var(--faint); }
nav h2 { font-size: 14px; margin: .6rem 0 .2rem; }
nav summary { font-weight: 700; padding: .4rem 0; }
[hidden] { display: none !important; }
.method { font: 700 12px ui-monospace, monospace; min-width: 3.2rem; color: #1b6e3c; }
.method-PUT, .method-PATCH { color: #8a5a00; }
.method-POST { color: #1d4f91; }
.method-DELETE { color: #a3262a; }
@media (prefers-color-scheme: dark) {
  .method { color: #6fcf97; }
  .method-PUT, .method-PATCH { color: #f2c94c; }
  .method-POST { color: #8ab4f8; }
  .method-DELETE { color: #ff8a8a; }
}
.operation > summary { padding: .3rem 0; }
.operation > summary code { font-weight: 600; }
.operation[open] > summary { border-bottom: 1px solid var(--line); margin-bottom: .6rem; }
.operation h3 { font-size: 1rem; margin: 1.2rem 0 .3rem; }
.columns > * { min-width: 0; }
.wide { overflow-x: auto; }
.required { color: #a3262a; font-size: 12px; }
@media (prefers-color-scheme: dark) { .required { color: #ff8a8a; } }
.samples select { float: right; }
pre { border-radius: .4rem; white-space: pre; }
output { white-space: pre-wrap; overflow-wrap: anywhere; }
button { font: inherit; border-radius: .3rem; border: 1px solid var(--line); cursor: pointer; }
@media (min-width: 60rem) {
  .frame { display: grid; grid-template-columns: 19rem minmax(0, 1fr); }
  nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; box-sizing: border-box; border-right: 1px solid var(--line); }
  nav summary { display: none; }
}
@media (min-width: 90rem) {
  .columns { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 0 2rem; }
}
@media (max-width: 40rem) {
  main, header, nav { padding-left: .8rem; padding-right: .8rem; }
  td, th { padding: .2rem .3rem; }
  .operation > summary code { overflow-wrap: anywhere; }
}
`;
