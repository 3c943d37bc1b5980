// The least that an Electron app can be: one window with one word. What Peek's start is measured against.
import { app, BrowserWindow } from 'electron';

app.whenReady().then(() => {
  const window = new BrowserWindow({ show: false, webPreferences: { sandbox: true } });
  window.once('ready-to-show', () => window.show());
  window.loadURL('data:text/html,<p id="word">bare</p>');
});
app.on('window-all-closed', () => app.quit());
