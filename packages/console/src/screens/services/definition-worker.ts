import { toValues } from './change-text.js';

// Long definitions take longer to read than the time between two keys.
self.onmessage = ({ data: text }: MessageEvent<string>) => self.postMessage({ text, read: toValues(text) });
