import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endOf, ROOT } from '../processes.ts'

const SIMULATOR = join(ROOT, 'apps/simulator/dist/main.js')
const OPEN_LINE = /network (\S+), page (http:\S+)/

/** A device without Wi-Fi, in its own process. */
export interface SetupDevice {
  /** The name of the Wi-Fi network that it opens. */
  network: string
  /** The URL of its own page. */
  url: string
  end(): Promise<void>
}

/** Starts a new device. `made` are its factory values; null for a device that no server knows. */
export async function startSetupDevice(
  made: { id: string; secret: string; claimCode: string } | null,
  line: readonly string[] = [],
): Promise<SetupDevice> {
  const folder = mkdtempSync(join(tmpdir(), 'senca-e2e-setup-'))
  const file = join(folder, 'device.json')
  writeFileSync(file, JSON.stringify([made]))
  const own = made === null ? [] : ['--device', file]
  const command = [SIMULATOR, '--setup', '--port', '0', '--speed', '10', ...own, ...line]
  const child: ChildProcess = spawn(process.execPath, command, {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const [network, url] = await new Promise<[string, string]>((done, fail) => {
    child.stdout?.on('data', (bytes) => {
      const [, name, address] = OPEN_LINE.exec(String(bytes)) ?? []
      if (name !== undefined && address !== undefined) done([name, address])
    })
    child.once('exit', (code) => fail(new Error(`the simulator ended with ${code}`)))
  })
  return {
    network,
    url,
    async end() {
      child.kill('SIGTERM')
      await endOf(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
