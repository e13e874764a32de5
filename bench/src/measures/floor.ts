import { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { startFakeDevices } from '../devices/fake-devices.ts'
import { sharedNow } from '../monotonic.ts'
import { endChild, forkModule, nextMessage } from '../product/child.ts'
import { openHttpLine } from '../product/http-line.ts'
import type { Commander, Update, World } from '../product/world.ts'

const portsSchema = z.object({ mqttPort: z.number(), websocketPort: z.number(), httpPort: z.number() })
const updateSchema = z.object({ id: z.string(), position: z.number(), totalStateUpdates: z.number() })

export interface Floor extends World {
  /** The same server and devices with commands over HTTP: the unavoidable cost of answering each command. */
  readonly overHttp: World
}

/** Starts the minimal server, with its devices in a separate process. */
export async function startFloor(): Promise<Floor> {
  const child = forkModule(new URL('./floor.process.ts', import.meta.url))
  const { mqttPort, websocketPort, httpPort } = portsSchema.parse(await nextMessage(child))
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
          const at = sharedNow()
          const text = frame.toString()
          if (!text.includes(named)) return
          const { id, ...update } = updateSchema.parse(JSON.parse(text))
          seen({ deviceId: id, ...update, at })
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
  const floor: World = {
    name: 'floor',
    serverPids: [child.pid ?? 0],
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
  const openOverHttp: World['openCommander'] = async (home, deviceId, seen) => {
    const viewer = await open(home, seen, deviceId)
    const line = openHttpLine('127.0.0.1', httpPort)
    return {
      async move(id, percent) {
        await line.post('/move', '', JSON.stringify({ move: id, position: percent }))
      },
      close() {
        line.close()
        viewer.close()
      },
      cut() {
        line.close()
        viewer.cut()
      },
    }
  }
  return { ...floor, overHttp: { ...floor, openCommander: openOverHttp } }
}
