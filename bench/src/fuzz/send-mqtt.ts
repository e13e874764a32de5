import { connect as connectTcp } from 'node:net'
import { connect, type MqttClient } from 'mqtt'
import { WebSocket } from 'ws'
import type { FuzzHome } from './fuzz-home.ts'
import type { BytesCase, FrameCase, MqttCase } from './mqtt-cases.ts'
import { filledIn, foundIn } from './send-http.ts'

const ACCEPTED_WITHIN_MS = 5_000
const REPORTED_WITHIN_MS = 60

/** The owner's device that publishes malformed messages and subscribes to forbidden topics. */
export interface NonsenseDevice {
  send(asked: MqttCase): Promise<string[]>
  /** Messages that it received but must not receive. */
  faults(): string[]
  end(): void
}

/** Topics of other devices and of the broker, from which it must receive nothing. */
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
    // Each case in flight adds a listener.
    opened.setMaxListeners(0)
    opened.on('connect', () => opened.subscribe(`senca/${fuzzed.id}/command`, () => {}))
    opened.on('message', (topic, payload) => {
      const reported = `${topic} ${payload}`
      const isOwn = topic.startsWith(`senca/${fuzzed.id}/`)
      if (!isOwn || foundIn(reported, canaries).length > 0)
        faults.push(`a device received ${reported.slice(0, 200)}`)
    })
    return opened
  }
  let serial = 0

  return {
    send({ topic, payload, qos, retain }) {
      client ??= open()
      const publisher = client
      serial += 1
      // A disconnect by the broker is also a valid answer.
      if (serial % 50 === 0) publisher.subscribe(TOO_MUCH[(serial / 50) % TOO_MUCH.length] ?? '#', () => {})
      if (serial % 75 === 0) publisher.subscribe(`senca/${foreignDevice.id}/state`, () => {})
      return new Promise((done) => {
        const end = () => {
          clearTimeout(timer)
          publisher.off('close', end)
          done([])
        }
        // The message may be refused or ignored, or the client may be disconnected.
        const timer = setTimeout(end, ACCEPTED_WITHIN_MS)
        publisher.once('close', end)
        publisher.publish(filledIn(topic, home.words), payload, { qos, retain }, end)
      })
    },
    faults: () => faults,
    end: () => client?.end(true),
  }
}

/** Sends raw bytes to the port of the broker and waits briefly for the reaction. */
export function sendBytes({ product }: FuzzHome, { bytes }: BytesCase): Promise<string[]> {
  return new Promise((done) => {
    const socket = connectTcp(product.mqtt)
    const end = () => {
      clearTimeout(timer)
      socket.destroy()
      done([])
    }
    const timer = setTimeout(end, REPORTED_WITHIN_MS)
    socket.on('error', () => {})
    socket.once('close', end)
    socket.once('connect', () => socket.write(bytes))
  })
}

/** Sends frames on a websocket and reads the answers until it is closed. */
export function sendFrames({ product, canaries }: FuzzHome, { frames }: FrameCase): Promise<string[]> {
  return new Promise((done) => {
    const socket = new WebSocket(`${product.url.replace(/^http/, 'ws')}/websocket`)
    let reported = ''
    const end = () => {
      clearTimeout(timer)
      socket.terminate()
      done(foundIn(reported, canaries).map((word) => `another account's word on a socket: ${word}`))
    }
    const timer = setTimeout(end, ACCEPTED_WITHIN_MS)
    socket.on('message', (frame) => {
      reported += String(frame)
    })
    socket.on('error', () => {})
    socket.once('close', end)
    socket.once('open', () => {
      for (const frame of frames) socket.send(frame)
      setTimeout(end, REPORTED_WITHIN_MS)
    })
  })
}
