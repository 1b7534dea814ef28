import { rmSync } from 'node:fs';

export default async function stopPostgres() {
  const { server, folder } = globalThis.testServer ?? {};
  await server?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
}
