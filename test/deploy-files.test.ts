import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT_CODE, loadConfiguration } from '@ticketgate/runtime';

const ROOT = join(import.meta.dirname, '..');

function load(...files: readonly string[]) {
  const paths = files.map((file) => join(ROOT, file));
  return loadConfiguration({ files: paths, flags: {}, environment: {}, workingDirectory: ROOT }).configuration;
}

describe('the systemd unit', () => {
  const unit = readFileSync(join(ROOT, 'deploy/systemd/ticketgate.service'), 'utf8');
  const valueOf = (key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(unit)?.[1];

  it('does not start again what a person has to correct', () => {
    const { configuration, folderInUse, databaseNewer } = EXIT_CODE;
    expect(valueOf('RestartPreventExitStatus')).toBe([configuration, folderInUse, databaseNewer].join(' '));
    expect(valueOf('SuccessExitStatus')).toBe(String(EXIT_CODE.forced));
  });

  it('lets running requests end', () => {
    expect(Number(valueOf('TimeoutStopSec'))).toBeGreaterThan(load('deploy/systemd/gateway.yml').http.stopTimeout + 10);
  });
});

it('has options for gateways behind a proxy that can be read', () => {
  expect(load('deploy/systemd/gateway.yml').http.trustedProxies).toEqual(['10.0.0.31']);
  expect(load('config/gateway.yml', 'deploy/compose/gateway.yml').http.trustedProxies).toEqual(['10.38.0.0/24']);
});
