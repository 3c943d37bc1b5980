// Exposes the bridge to the window, and nothing else. The contract itself lies in app/bridge.
import { contextBridge } from 'electron';

contextBridge.exposeInMainWorld('peek', {});
