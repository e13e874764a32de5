import { connect as connectTcp } from 'node:net'
import { connect, type MqttClient } from 'mqtt'
import { WebSocket } from 'ws'
import type { FuzzHome } from './fuzz-home.ts'
import type { BytesCase, FrameCase, MqttCase } from './mqtt-cases.ts'
import { filledIn, foundIn } from './send-http.ts'

const TAKEN_WITHIN_MS = 5_000
const SAID_WITHIN_MS = 60

/** The owner's device that publishes nonsense, and listens to all it can. */
export interface NonsenseDevice {
  send(asked: MqttCase): Promise<string[]>
  /** What it heard and may not hear. */
  faults(): string[]
  end(): void
}

/** Topics beyond its own, all of which it must not hear. */
const TOO_MUCH = ['#', '+/+/+', 'senca/+/state', 'senca/+/status', '$SYS/#', '$share/x/senca/#']

export function plugInNonsense(home: FuzzHome): NonsenseDevice {
  const { product, fuzzed, foreignDevice, canaries } = home
  const faults: string[] = []
  let client: MqttClient | null = null

  const open = (): MqttClient => {
    const opened = connect(`mqtt://${product.mqtt.host}:${product.mqtt.port}`, {
      clientId: fuzzed.id,
      username: fuzzed.id,
      password: fuzzed.secret,
      reconnectPeriod: 100,
    })
    opened.on('error', () => {})
    // As many wait for the same end as cases are sent at once.
    opened.setMaxListeners(0)
    opened.on('connect', () => opened.subscribe(`senca/${fuzzed.id}/command`, () => {}))
    opened.on('message', (topic, payload) => {
      const said = `${topic} ${payload}`
      const isOwn = topic.startsWith(`senca/${fuzzed.id}/`)
      if (!isOwn || foundIn(said, canaries).length > 0) faults.push(`a device heard ${said.slice(0, 200)}`)
    })
    return opened
  }
  let serial = 0

  return {
    send({ topic, payload, qos, retain }) {
      client ??= open()
      const publisher = client
      serial += 1
      // It is thrown out for it, which is an answer too.
      if (serial % 50 === 0) publisher.subscribe(TOO_MUCH[(serial / 50) % TOO_MUCH.length] ?? '#', () => {})
      if (serial % 75 === 0) publisher.subscribe(`senca/${foreignDevice.id}/state`, () => {})
      return new Promise((done) => {
        const end = () => {
          clearTimeout(timer)
          publisher.off('close', end)
          done([])
        }
        // Refused, ignored or thrown out: all of them are allowed.
        const timer = setTimeout(end, TAKEN_WITHIN_MS)
        publisher.once('close', end)
        publisher.publish(filledIn(topic, home.words), payload, { qos, retain }, end)
      })
    },
    faults: () => faults,
    end: () => client?.end(true),
  }
}

/** Sends bytes to the broker's port, and waits a little for what it makes of them. */
export function sendBytes({ product }: FuzzHome, { bytes }: BytesCase): Promise<string[]> {
  return new Promise((done) => {
    const socket = connectTcp(product.mqtt)
    const end = () => {
      clearTimeout(timer)
      socket.destroy()
      done([])
    }
    const timer = setTimeout(end, SAID_WITHIN_MS)
    socket.on('error', () => {})
    socket.once('close', end)
    socket.once('connect', () => socket.write(bytes))
  })
}

/** Sends frames on a websocket, and reads what is said until it is closed. */
export function sendFrames({ product, canaries }: FuzzHome, { frames }: FrameCase): Promise<string[]> {
  return new Promise((done) => {
    const socket = new WebSocket(`${product.url.replace(/^http/, 'ws')}/websocket`)
    let said = ''
    const end = () => {
      clearTimeout(timer)
      socket.terminate()
      done(foundIn(said, canaries).map((word) => `another account's word on a socket: ${word}`))
    }
    const timer = setTimeout(end, TAKEN_WITHIN_MS)
    socket.on('message', (frame) => {
      said += String(frame)
    })
    socket.on('error', () => {})
    socket.once('close', end)
    socket.once('open', () => {
      for (const frame of frames) socket.send(frame)
      setTimeout(end, SAID_WITHIN_MS)
    })
  })
}
