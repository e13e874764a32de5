import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { SERVER_ROOT } from '#platform/process/server-root.ts'

/** The server as a process of its own, as it is installed, without a demo home, on ports of its own; `printed` grows. */
export function spawnServer(dataDir: string, environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['--import', 'tsx', join(SERVER_ROOT, 'src', 'main.ts')], {
    cwd: SERVER_ROOT,
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: '0',
      MQTT_PORT: '0',
      WEATHER_PROVIDER: 'none',
      DEMO: 'off',
      DATA_DIR: dataDir,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed = { out: '', error: '' }
  child.stdout.on('data', (bytes) => {
    printed.out += bytes
  })
  child.stderr.on('data', (bytes) => {
    printed.error += bytes
  })
  return { child, printed }
}
