import { homedir } from 'node:os';
import { join } from 'node:path';
import { dataFolder } from '@portolan/host/process/data-folder';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { IdleClock } from './idle-clock.ts';
import { readOptions } from './options.ts';
import { opener } from './system-browser.ts';

describe('options', () => {
  it('have defaults that suit a person at a terminal, and one that started it from elsewhere', () => {
    expect(readOptions([], true)).toMatchObject({ port: null, isOpening: true, idleMinutes: 0, isHelp: false });
    expect(readOptions([], false)).toMatchObject({ idleMinutes: 120 });
    expect(readOptions(['--port=0'], true).port).toBe(0);
  });

  it('are read as npm hands them on', () => {
    expect(readOptions(['--no-open', '--port=8123', '--data-dir=/data/x', '--idle-exit=5'], true)).toMatchObject({ isOpening: false, port: 8123, dataDir: '/data/x', idleMinutes: 5 });
  });

  it('are refused by name when they make no sense', () => {
    for (const bad of ['--port=x', '--port=-1', '--port=70000', '--port=1.5', '--port=', '--idle-exit=never', '--host=0.0.0.0', 'stray']) expect(() => readOptions([bad], true), bad).toThrow(/port|idle-exit|host|stray/);
  });
});

describe('the data folder', () => {
  const around = (platform: NodeJS.Platform, env: Record<string, string>) => ({ platform, env, home: '/home/me' });

  it('is where each system keeps such things (S02)', () => {
    expect(dataFolder(undefined, around('linux', {}))).toBe('/home/me/.local/share/portolan');
    expect(dataFolder(undefined, around('linux', { XDG_DATA_HOME: '/xdg' }))).toBe('/xdg/portolan');
    expect(dataFolder(undefined, around('linux', { XDG_DATA_HOME: 'relative' }))).toBe('/home/me/.local/share/portolan');
    expect(dataFolder(undefined, around('darwin', {}))).toBe('/home/me/Library/Application Support/Portolan');
    expect(dataFolder(undefined, around('win32', { APPDATA: 'C:\\Users\\me\\AppData\\Roaming' }))).toBe(join('C:\\Users\\me\\AppData\\Roaming', 'Portolan'));
  });

  it('is what was asked for first, then what the environment names', () => {
    expect(dataFolder('/asked', around('linux', { PORTOLAN_DATA_DIR: '/named' }))).toBe('/asked');
    expect(dataFolder(undefined, around('linux', { PORTOLAN_DATA_DIR: '/named' }))).toBe('/named');
    expect(dataFolder('~/mine', around('linux', {}))).toBe('/home/me/mine');
    expect(dataFolder('')).not.toBe(homedir());
  });
});

describe('the system’s browser', () => {
  it('is opened only where there is a desktop', () => {
    expect(opener({ platform: 'linux', env: {} })).toBeNull();
    expect(opener({ platform: 'linux', env: { DISPLAY: ':0', CI: 'true' } })).toBeNull();
    expect(opener({ platform: 'darwin', env: { SSH_CONNECTION: 'x' } })).toBeNull();
    for (const [platform, env, command] of [['linux', { DISPLAY: ':0' }, 'xdg-open'], ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, 'xdg-open'], ['darwin', {}, 'open'], ['win32', {}, 'rundll32']] as const) {
      expect(opener({ platform, env })).toMatchObject({ command });
    }
  });

  it('gets the address as one argument, past no shell', () => {
    expect(opener({ platform: 'win32', env: {} })?.args('http://127.0.0.1:1/#t=a&calc')).toEqual(['url.dll,FileProtocolHandler', 'http://127.0.0.1:1/#t=a&calc']);
  });
});

describe('the idle clock', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('ends the program once there has been no window for the time, and not before (W10)', () => {
    const onIdle = vi.fn<() => void>();
    const clock = new IdleClock(60_000, onIdle);
    vi.advanceTimersByTime(59_000);
    clock.windows(1);
    vi.advanceTimersByTime(600_000);
    expect(onIdle).not.toHaveBeenCalled();
    clock.windows(0);
    vi.advanceTimersByTime(59_999);
    expect(onIdle).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onIdle).toHaveBeenCalledOnce();
  });

  it('never ends it when told so', () => {
    const onIdle = vi.fn<() => void>();
    new IdleClock(0, onIdle).windows(0);
    vi.advanceTimersByTime(1e9);
    expect(onIdle).not.toHaveBeenCalled();
  });
});
