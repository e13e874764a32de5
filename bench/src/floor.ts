import { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { endChild, forkBeside, nextMessage } from './child.ts'
import { startFakeDevices } from './fake-devices.ts'
import type { Commander, Update, World } from './world.ts'

const portsSchema = z.object({ mqttPort: z.number(), websocketPort: z.number() })
const updateSchema = z.object({ id: z.string(), position: z.number(), totalStateUpdates: z.number() })

/** Starts the smallest program that could do it, with its devices in a process of their own. */
export async function startFloor(): Promise<World> {
  const child = forkBeside('./floor.process.ts')
  const { mqttPort, websocketPort } = portsSchema.parse(await nextMessage(child))
  const devices = await startFakeDevices({ host: '127.0.0.1', port: mqttPort }, 'floor')
  let made = 0
  const makeDevices = (count: number) =>
    Array.from({ length: count }, () => {
      made += 1
      return { id: `floor-${String(made).padStart(6, '0')}`, secret: '' }
    })

  const open = async (
    home: readonly string[],
    seen: (update: Update) => void,
    named = '',
  ): Promise<Commander> => {
    const socket = new WebSocket(`ws://127.0.0.1:${websocketPort}`, { perMessageDeflate: false })
    await new Promise<void>((done, fail) => {
      socket.once('error', fail)
      socket.once('open', () => socket.send(JSON.stringify({ watch: home })))
      socket.once('message', () => {
        socket.on('message', (frame) => {
          const text = frame.toString()
          if (!text.includes(named)) return
          const { id, ...update } = updateSchema.parse(JSON.parse(text))
          seen({ deviceId: id, ...update })
        })
        done()
      })
    })
    return {
      move: async (deviceId, percent) => socket.send(JSON.stringify({ move: deviceId, position: percent })),
      close: () => socket.close(),
      cut: () => socket.terminate(),
    }
  }
  return {
    name: 'floor',
    serverPid: child.pid ?? 0,
    helperPids: () => [],
    devices,
    addIdleDevices: (count) => devices.connect(makeDevices(count)),
    async addHomes(homes, devicesEach) {
      const made = Array.from({ length: homes }, () => makeDevices(devicesEach))
      await devices.connect(made.flat())
      return made.map((home) => home.map(({ id }) => id))
    },
    openViewer: (home, seen) => open(home, seen),
    openCommander: (home, deviceId, seen) => open(home, seen, deviceId),
    async stop() {
      await devices.stop()
      await endChild(child)
    },
  }
}
