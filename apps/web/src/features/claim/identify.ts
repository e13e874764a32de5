import { type DeviceCommand, type DeviceInfo, kindOf, unitToPercent } from '@senca/contract'
import { doorLightsOf } from '#features/device-model/views/door-view.ts'

/** How a device identifies itself: the commands in their order. The last one restores its earlier state. */
export interface Identification {
  kind: 'move' | 'blink'
  steps: readonly DeviceCommand[]
}

/** A share of the full travel (0..1): far enough to be seen across a room, and quickly reversed. */
const SHORT_WAY = 0.1

const away = (share: number): number => (share >= 0.5 ? share - SHORT_WAY : share + SHORT_WAY)

type Light = 'light_1' | 'light_2' | 'door' | 'handle'

function blink(lightType: Light, level: number): Identification {
  const apply = (brightness: number): DeviceCommand => ({ command: 'light_apply', lightType, brightness })
  const other = apply(level > 0 ? 0 : 1)
  return { kind: 'blink', steps: [other, apply(level), other, apply(level)] }
}

/**
 * How a device can identify itself: a shade moves a short distance and back, a lamp blinks. Null for a device that is offline or
 * does not know its position, and for a door without a lamp: a lock is never opened for this.
 */
export function identificationOf(
  device: Pick<DeviceInfo, 'connected' | 'devicetype' | 'can' | 'state'>,
): Identification | null {
  const { can, connected, devicetype, state } = device
  if (!connected || state.status !== 'ready') return null
  switch (kindOf(devicetype).family) {
    case 'door': {
      const light = doorLightsOf(state).find(
        ({ capability, level }) => can.includes(capability) && level !== null,
      )
      return light === undefined ? null : blink(light.type, light.level ?? 0)
    }
    case 'light': {
      const { light1Brightness: first, light2Brightness: second } = state
      if (can.includes('setLight1') && typeof first === 'number') return blink('light_1', first)
      return can.includes('setLight2') && typeof second === 'number' ? blink('light_2', second) : null
    }
    case 'shade': {
      const { position, inclination } = state
      if (can.includes('setPosition') && typeof position === 'number') {
        const to = (share: number): DeviceCommand => ({ command: 'move', position: unitToPercent(share) })
        return { kind: 'move', steps: [to(away(position)), to(position)] }
      }
      if (!can.includes('setTilt') || typeof inclination !== 'number') return null
      const turn = (share: number): DeviceCommand => ({ command: 'move', inclination: unitToPercent(share) })
      return { kind: 'move', steps: [turn(away(inclination)), turn(inclination)] }
    }
  }
}
