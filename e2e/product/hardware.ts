import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { type DeviceStateMessage, deviceStateMessageSchema } from '@senca/contract'
import * as z from 'zod/mini'
import { endOf, kill, ROOT } from './processes.ts'

const SIMULATOR = join(ROOT, 'apps/simulator/dist/main.js')
const CONTROL_LINE = /control (http:\/\/\S+)/
const controlAnswerSchema = z.object({ state: deviceStateMessageSchema })

/** The virtual devices of a home, in their own process. */
export interface Hardware {
  startSimulator(): Promise<void>
  stopSimulator(): Promise<void>
  /** Stops all virtual hardware with open connections, until it is resumed. */
  pauseSimulator(): void
  resumeSimulator(): void
  simulatorPid(): number | undefined
  /** Makes a virtual device fail, or moves it with its wall switch. */
  provoke(deviceId: string, trouble: Record<string, unknown>): Promise<void>
  /** What a virtual device itself would report now. */
  inspect(deviceId: string): Promise<DeviceStateMessage>
  endSimulator(): Promise<void>
}

/** The hardware of a home file, not started yet. `line` is added to the command line of the simulator. */
export function createHardware(homeFile: () => string, line: readonly string[]): Hardware {
  let simulator: ChildProcess | undefined
  let controlUrl: string | undefined

  /** Sends a control message to the simulator and returns its answer. Throws if it is refused. */
  const control = async (message: Record<string, unknown>): Promise<unknown> => {
    const answer = await fetch(`${controlUrl}/control`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message),
    })
    if (!answer.ok) throw new Error(`the simulator refused: ${await answer.text()}`)
    return answer.json()
  }

  return {
    async startSimulator() {
      const command = [SIMULATOR, '--home', homeFile(), '--control-port', '0', ...line]
      const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
      simulator = child
      let printed = ''
      child.stderr?.on('data', (bytes) => {
        printed += bytes
      })
      controlUrl = await new Promise<string>((done, fail) => {
        child.stdout?.on('data', (bytes) => {
          const url = CONTROL_LINE.exec(String(bytes))?.[1]
          if (url !== undefined) done(url)
        })
        child.once('exit', (code) => fail(new Error(`the simulator ended with ${code}:\n${printed}`)))
      })
    },
    async stopSimulator() {
      if (simulator === undefined) return
      kill(simulator.pid)
      await endOf(simulator)
    },
    pauseSimulator: () => simulator?.kill('SIGSTOP'),
    resumeSimulator: () => simulator?.kill('SIGCONT'),
    simulatorPid: () => simulator?.pid,
    async provoke(deviceId, trouble) {
      await control({ device: deviceId, ...trouble })
    },
    async inspect(deviceId) {
      return controlAnswerSchema.parse(await control({ device: deviceId })).state
    },
    async endSimulator() {
      simulator?.kill('SIGTERM')
      if (simulator !== undefined) await endOf(simulator)
    },
  }
}
