import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { type DeviceStateMessage, deviceStateMessageSchema } from '@senca/contract'
import * as z from 'zod/mini'

const SIMULATOR = resolve(import.meta.dirname, '../../../apps/simulator/dist/main.js')
const CONTROL_LINE = /control (http:\/\/\S+)/
const listSchema = z.array(z.object({ id: z.string(), state: deviceStateMessageSchema }))

/** Devices of the built simulator in a separate process. */
export interface SimulatedFleet {
  /** The state that each device would report now, by id. */
  inspect(): Promise<Map<string, DeviceStateMessage>>
  stop(): Promise<void>
}

export async function startFleet(
  devices: readonly { id: string; secret: string; claimCode?: string }[],
  mqttPort: number,
): Promise<SimulatedFleet> {
  const path = join(mkdtempSync(join(tmpdir(), 'senca-fleet-')), 'fleet.json')
  writeFileSync(path, JSON.stringify(devices.map((device) => ({ claimCode: '', ...device }))))
  const mqttUrl = `mqtt://127.0.0.1:${mqttPort}`
  const args = [
    '--fleet',
    path,
    '--mqtt',
    mqttUrl,
    '--type',
    'awning',
    '--speed',
    '20',
    '--control-port',
    '0',
  ]
  const child = spawn(process.execPath, [SIMULATOR, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await new Promise<string>((done, fail) => {
    child.stdout.on('data', (bytes) => {
      const found = CONTROL_LINE.exec(String(bytes))?.[1]
      if (found !== undefined) done(found)
    })
    child.once('exit', (code) => fail(new Error(`the fleet ended with ${code}`)))
  })
  return {
    async inspect() {
      const answer = await fetch(`${url}/devices`)
      return new Map(listSchema.parse(await answer.json()).map(({ id, state }) => [id, state]))
    },
    async stop() {
      if (child.exitCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      rmSync(dirname(path), { recursive: true })
    },
  }
}
