import type { DeviceStateMessage } from '@senca/contract'
import { parseFault } from './device/faults.ts'
import type { VirtualDevice } from './device/virtual-device.ts'
import type { Fleet } from './fleet.ts'
import { WALL_SWITCH_ACTIONS } from './hardware/behaviour.ts'
import { isRecord, parseJson } from './json.ts'

export type ControlAnswer =
  | { ok: true; device: string; isOnline: boolean; state: DeviceStateMessage }
  | { ok: false; error: string }

type Deed = (device: VirtualDevice) => void

/**
 * Executes one control message: `{device, …}` with one of `fault`, `clear: true`, `wallSwitch`, `door` and `factoryReset: true`.
 * With none of them, it only returns the state.
 */
export function control(fleet: Fleet, text: string): ControlAnswer {
  const raw = parseJson(text)
  if (!isRecord(raw) || typeof raw.device !== 'string') return { ok: false, error: 'a device is missing' }
  const deed = deedOf(raw)
  if (deed === null) return { ok: false, error: 'not a control message' }
  const device = fleet.device(raw.device)
  if (device === undefined) return { ok: false, error: 'no such device' }
  deed(device)
  return { ok: true, device: device.id, isOnline: fleet.isOnline(device.id), state: device.state() }
}

function deedOf({ device: _, ...raw }: Record<string, unknown>): Deed | null {
  if (raw.fault !== undefined) {
    const fault = parseFault(raw.fault)
    return fault === null ? null : (device) => device.fault(fault)
  }
  if (raw.wallSwitch !== undefined) {
    const action = WALL_SWITCH_ACTIONS.find((each) => each === raw.wallSwitch)
    return action === undefined ? null : (device) => device.wallSwitch(action)
  }
  if (raw.door === 'open' || raw.door === 'close') {
    const { door } = raw
    return (device) => device.door(door)
  }
  if (raw.clear === true) return (device) => device.clearFaults()
  if (raw.factoryReset === true) return (device) => device.factoryReset()
  return Object.keys(raw).length === 0 ? () => {} : null
}
