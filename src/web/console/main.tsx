import { render } from 'preact';
import { App } from './app.tsx';
import { path, startRouter } from './base/router.ts';
import { startSession } from './base/session.ts';
import { findView } from './views.ts';

startRouter();
// The script of the view loads while the session starts. If loading fails, it is retried when the view is shown.
findView(path.value)
  ?.view.load()
  .catch(() => {});
const place = document.getElementById('root');
if (place) render(<App />, place);
await startSession();
