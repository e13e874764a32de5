import { type DeviceType, deviceTopic, kindOf, type ReportedFields } from '@senca/contract'
import type { Credentials } from '../devices/fake-device.ts'
import { type MqttSocket, openMqttSocket } from '../devices/mqtt-socket.ts'

const STEP = 0.013

/** The state that a device of each family reports at a share 0..1 of its range. */
function fieldsOf(kind: DeviceType, share: number): ReportedFields {
  switch (kind) {
    case 'light':
      return { light1Brightness: share, light1Dimmable: true }
    case 'home_door':
      return {
        motorLockConnected: true,
        motorLockLocked: share < 0.5,
        motorLockState: share < 0.5 ? 'locked' : 'unlocked',
        magneticSensorConnected: true,
        magneticSensorOpen: share > 0.8,
        doorLightConnected: true,
        doorLightBrightness: share,
      }
    case 'venetian_blind':
      return { position: share, inclination: 1 - share }
    case 'pergola':
      return { inclination: share }
    default:
      return { position: share }
  }
}

/** A device of any type that always moves. */
export function createLivelyDevice({ id, secret }: Credentials, kind: DeviceType, share: number) {
  const { mainAxis } = kindOf(kind)
  let link: MqttSocket | undefined
  let place = share
  let direction = 1
  let totalStateUpdates = 0

  const say = (isMoving: boolean) => {
    totalStateUpdates += 1
    const end = (direction + 1) / 2
    const target = isMoving && mainAxis !== null ? { [mainAxis]: end } : null
    const status = !isMoving ? 'ready' : direction > 0 ? 'closing' : 'opening'
    const state = { status, ...fieldsOf(kind, place), target, totalRestarts: 1, totalStateUpdates }
    link?.publish(deviceTopic(id, 'state'), JSON.stringify(state), true)
  }
  return {
    id,
    kind,
    async connect(host: string, port: number): Promise<void> {
      link = openMqttSocket({
        host,
        port,
        clientId: id,
        password: secret,
        will: { topic: deviceTopic(id, 'status'), payload: JSON.stringify({ connected: false }) },
        received: () => {},
        closed: () => {},
      })
      await link.ready()
      await link.subscribe(deviceTopic(id, 'command'))
      const status = { connected: true, type: kind, version: 2, firmware: 'bench' }
      link.publish(deviceTopic(id, 'status'), JSON.stringify(status), true)
      say(false)
    },
    /** Moves a small step and turns round at either end. */
    moveOn() {
      const next = place + direction * STEP
      if (next > 1 || next < 0) direction = -direction
      place = Math.round(1_000 * (place + direction * STEP)) / 1_000
      say(true)
    },
    rest: () => say(false),
    ping: () => link?.ping(),
    cut: () => link?.cut(),
    /** The position, 0..1. */
    place: () => place,
  }
}

export type LivelyDevice = ReturnType<typeof createLivelyDevice>
