import { deviceTopic } from '@senca/contract'
import * as z from 'zod/mini'
import { sharedNow } from '../monotonic.ts'
import { type MqttSocket, openMqttSocket } from './mqtt-socket.ts'

/** The protocol of a fake device: the one of Senca, or the minimal one of the floor. */
export const DIALECTS = ['senca', 'floor'] as const
export type Dialect = (typeof DIALECTS)[number]

export interface Credentials {
  id: string
  secret: string
}

export interface DeviceState {
  id: string
  connected: boolean
  position: number
  totalStateUpdates: number
  /** How many commands have moved it, and when the last one arrived, on the clock that all processes share. */
  moves: number
  movedAt: number
  /** The firmware that it runs, and how many upgrades it has received. */
  firmware: string
  upgrades: number
}

/** Only the fields that a shade without a motor needs, so that parsing costs little. */
const sencaCommandSchema = z.object({
  id: z.string(),
  command: z.string(),
  position: z.optional(z.number()),
  version: z.optional(z.string()),
})
/** The simulated duration of an upgrade; no file is downloaded. */
const UPGRADE_MS = 200
const floorCommandSchema = z.object({ position: z.number() })

export const floorTopic = (id: string, topic: 'command' | 'state'): string => `d/${id}/${topic}`

/** A shade without a motor: it reaches its target at once and reports it as the protocol requires. */
export function createFakeDevice(
  { id, secret }: Credentials,
  dialect: Dialect,
  /** Whether its next upgrade fails. */
  doesFail: () => boolean = () => false,
) {
  let link: MqttSocket | undefined
  let isConnected = false
  let position = 0
  let totalStateUpdates = 0
  let moves = 0
  let movedAt = 0
  let firmware = 'bench'
  let upgrades = 0

  const say = (status: 'ready' | 'closing' | 'upgrading') => {
    totalStateUpdates += 1
    if (dialect === 'floor') {
      link?.publish(floorTopic(id, 'state'), JSON.stringify({ id, position, totalStateUpdates }), false)
      return
    }
    const state = { status, position, inclination: null, totalRestarts: 1, totalStateUpdates }
    link?.publish(deviceTopic(id, 'state'), JSON.stringify(state), true)
  }
  const sayStatus = (more: { upgradeError?: string } = {}) => {
    const status = { connected: true, type: 'roller_shutter', version: 2, firmware, ...more }
    link?.publish(deviceTopic(id, 'status'), JSON.stringify(status), true)
  }
  const upgrade = (version: string) => {
    upgrades += 1
    say('upgrading')
    setTimeout(() => {
      const isFaulty = doesFail()
      if (!isFaulty) firmware = version
      sayStatus(isFaulty ? { upgradeError: 'checksum_invalid' } : {})
      say('ready')
    }, UPGRADE_MS)
  }
  const obeySenca = (payload: string) => {
    const received = sencaCommandSchema.parse(JSON.parse(payload))
    const { id: commandId, command, position: percent } = received
    if (command === 'withdraw') return
    if (command === 'move' && percent !== undefined) {
      position = percent / 100
      moves += 1
      movedAt = sharedNow()
    }
    link?.publish(deviceTopic(id, 'result'), JSON.stringify({ id: commandId, status: 'success' }), false)
    if (command === 'upgrade') upgrade(received.version ?? '')
    else say('ready')
  }
  const obeyFloor = (payload: string) => {
    position = floorCommandSchema.parse(JSON.parse(payload)).position / 100
    say('ready')
  }

  return {
    id,
    /** Connects and reports. Resolves when it is subscribed to its commands. */
    async connect(host: string, port: number): Promise<void> {
      const opened = openMqttSocket({
        host,
        port,
        clientId: id,
        password: secret,
        will:
          dialect === 'floor'
            ? null
            : { topic: deviceTopic(id, 'status'), payload: JSON.stringify({ connected: false }) },
        received: (_topic, payload) => (dialect === 'floor' ? obeyFloor(payload) : obeySenca(payload)),
        closed: () => {
          if (link === opened) isConnected = false
        },
      })
      link = opened
      await opened.ready()
      await opened.subscribe(dialect === 'floor' ? floorTopic(id, 'command') : deviceTopic(id, 'command'))
      isConnected = true
      if (dialect === 'floor') return
      sayStatus()
      say('ready')
    },
    /** Moves a small step and reports it. */
    /** Reports the next position, as one on the way or, if `isAtRest`, as the end of a movement. */
    moveOn(isAtRest = false) {
      position = (Math.round(position * 1_000 + 7) % 1_000) / 1_000
      say(isAtRest ? 'ready' : 'closing')
    },
    rest: () => say('ready'),
    ping: () => {
      if (isConnected) link?.ping()
    },
    cut() {
      isConnected = false
      link?.cut()
    },
    state: (): DeviceState => ({
      id,
      connected: isConnected,
      position,
      totalStateUpdates,
      moves,
      movedAt,
      firmware,
      upgrades,
    }),
  }
}

export type FakeDevice = ReturnType<typeof createFakeDevice>
