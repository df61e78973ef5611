import { createHash } from 'node:crypto';
import { designTokens } from '../../http/design-tokens.ts';
import { icon } from '../../http/icon.ts';
import { startScript } from './start-script.ts';

/** A file of the page. Its name contains a hash of its content, so browsers can cache it forever. */
export type GraphiqlFile = { readonly path: string; readonly contentType: string; readonly bytes: Buffer };

export type GraphiqlFiles = Readonly<Record<Name, GraphiqlFile>> & {
  /** Files referenced by the styles. A browser loads a font only when it needs one of its glyphs. */
  readonly fonts: readonly GraphiqlFile[];
};

type Name = 'icon' | 'styles' | 'graphiql' | 'start' | 'editorWorker' | 'jsonWorker' | 'graphqlWorker';

const script = 'text/javascript; charset=utf-8';

/** Embedded fonts make up three quarters of the styles, most of them for alphabets that the page does not use. */
const embeddedFont = /url\(["']?data:font\/(ttf|woff2?);(?:charset=utf-8;)?base64,([A-Za-z0-9+/=]+)["']?\)/g;

/** Loads GraphiQL from its package when the page is first opened, because the files total nine megabytes. */
export async function loadGraphiqlFiles(folder: string): Promise<GraphiqlFiles> {
  const { css, js, editorWorkerService, jsonWorker, graphqlWorker } = await import(
    '@graphql-yoga/render-graphiql/graphiql'
  );
  const file = (name: string, contentType: string, content: string | Buffer): GraphiqlFile => {
    const bytes = Buffer.from(content);
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
    const [base, ending] = name.split('.');
    return { path: `${folder}/${base}.${hash}.${ending}`, contentType, bytes };
  };
  const fonts: GraphiqlFile[] = [];
  const styles = css.replace(embeddedFont, (_match, type: string, content: string) => {
    const font = file(`font.${type}`, `font/${type}`, Buffer.from(content, 'base64'));
    fonts.push(font);
    return `url(${font.path})`;
  });
  return {
    fonts,
    icon: file('icon.svg', 'image/svg+xml', icon),
    styles: file('styles.css', 'text/css; charset=utf-8', `${designTokens}${styles}\n${ownStyles}`),
    graphiql: file('graphiql.js', script, js),
    start: file('start.js', script, startScript),
    editorWorker: file('editor-worker.js', script, editorWorkerService),
    jsonWorker: file('json-worker.js', script, jsonWorker),
    graphqlWorker: file('graphql-worker.js', script, graphqlWorker),
  };
}

/**
 * GraphiQL fixes the layout of tabs at load time, so a pressed tab moves away from the pointer. On a phone, its
 * side-by-side panes would be too narrow, so they are stacked.
 */
const ownStyles = `
.graphiql-container .graphiql-tab { transform: none !important; }
html, body { height: 100%; margin: 0; overflow: hidden; }
body { display: flex; flex-direction: column; }
#root { flex: 1; min-height: 0; height: auto; overflow: hidden; }
#root > *, #root .graphiql-container { height: 100% !important; max-height: 100%; }
.site { display: flex; align-items: center; gap: 1rem; padding: .4rem 1rem; font: .9375rem/1.5 var(--font);
  background: var(--page); color: var(--ink); border-bottom: 1px solid var(--line); }
.site a { color: var(--ink-soft); text-decoration: none; padding: .25rem .5rem; border-radius: var(--radius-s); }
.site a:hover { color: var(--ink); background: var(--hover); }
.site h1 { margin: 0; font-size: inherit; }
.site .home { display: flex; align-items: center; gap: .5rem; font-weight: 660; color: var(--ink); padding-left: 0; }
.site nav { margin-left: auto; display: flex; }
.site label span { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
.site select { font: inherit; color: var(--ink); background: var(--surface); border: 1px solid var(--line-strong);
  border-radius: var(--radius-m); padding: .25rem .5rem; max-width: 12rem; }
#root .graphiql-logo { display: none; }
#root .graphiql-tab-close { min-width: 24px; min-height: 24px; }
#root .graphiql-tab-button { padding-right: 44px; }
.graphiql-response { position: relative; }
body:not(.has-run) .graphiql-response::before { content: "Press ▶ or Ctrl + Enter to run this example. The response appears here.";
  position: absolute; z-index: 1; inset: 2rem 2rem auto; font: .9375rem/1.5 var(--font); color: var(--ink-soft); pointer-events: none; }
#root .graphiql-execute-button { background-color: #1d4f91 !important; }
.site :focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
.loading { font: 16px system-ui, sans-serif; padding: 2rem; }
@media (max-width: 40rem) {
  .site { gap: .5rem; padding: .3rem .5rem; font-size: .875rem; }
  .site a { padding: .25rem .3rem; }
  .site .home { font-size: 0; gap: 0; }
  .site select { max-width: 7.5rem; }
  .graphiql-container:has(> .graphiql-sidebar) { flex-direction: column; }
  .graphiql-container .graphiql-sidebar { flex-direction: row; width: 100%; box-sizing: border-box; }
  .graphiql-container .graphiql-sidebar > button { margin-top: 0 !important; }
  .graphiql-container .graphiql-main { flex-direction: column; min-height: 0; }
  .graphiql-container .graphiql-sessions { margin: 0; }
  .graphiql-container .graphiql-logo { display: none; }
  .graphiql-container #graphiql-session { flex-direction: column; min-height: 0; padding: 0 8px 8px; }
  .graphiql-container .graphiql-editors,
  .graphiql-container .graphiql-response { flex: 1 1 0% !important; min-height: 0; position: relative; overflow: hidden; }
  .graphiql-container .graphiql-plugin:not([style*='opacity: 0']) { flex: 1 1 0% !important; min-height: 0; }
  .graphiql-container .graphiql-horizontal-drag-bar { display: none; }
}
`;
