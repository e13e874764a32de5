import { type Capability, type DeviceCommand, kindOf, type LockType } from '@senca/contract'
import { doorCheckOf, type MomentAct, type MomentRun, placeOfAct } from '@senca/contract/automation'
import { type DeviceOutcome, mergeOutcomes } from '@senca/contract/outcomes'
import type { CommandService } from '#features/commands/index.ts'
import {
  type CapabilitiesOf,
  type Device,
  type DeviceService,
  effectiveTypeOf,
  type Shadow,
  type Shadows,
  stateOf,
} from '#features/devices/index.ts'
import type { AccountActor } from '#features/rights/index.ts'
import { commandsFor } from '#features/scenarios/index.ts'

interface MomentActsOptions {
  devices: Pick<DeviceService, 'list' | 'findAll'>
  shadows: Pick<Shadows, 'get'>
  commands: Pick<CommandService, 'apply'>
  capabilitiesOf: CapabilitiesOf
  /** The parts of a device that have commands in flight. */
  partsAsked(deviceId: string): readonly string[]
}

export type CarryOut = (actor: AccountActor, act: MomentAct) => Promise<Omit<MomentRun[number], 'step'>>

/** What an act wants of a device: commands, or an outcome without any. */
interface Plan {
  deviceId: string
  commands: DeviceCommand[]
  outcome?: DeviceOutcome
}

const LOCKS = [
  { lockType: 'motor', capability: 'lockMotor' },
  { lockType: 'magnet', capability: 'unlockMagnet' },
] as const satisfies readonly { lockType: LockType; capability: Capability }[]

const ALL_LIGHTS_OFF = [{ type: 'SetLight', brightness: 0 }] as const

/** The acts of moments, on the devices that an account owns. */
export function createMomentActs(options: MomentActsOptions): CarryOut {
  const { devices, shadows, commands, capabilitiesOf, partsAsked } = options

  /** Shared devices are left out; one that is being removed too. */
  const ownDevices = async (actor: AccountActor): Promise<Device[]> => {
    const own = { ...actor, received: [] }
    const found = await devices.findAll(own, 'own', Object.keys(await devices.list(own)))
    return [...found.values()].flatMap((result) => (result.ok ? [result.device] : []))
  }

  const isLocked = (lockType: LockType, { id }: Device, shadow: Shadow): boolean => {
    const { motorLockLocked, magnetLockLocked } = stateOf(shadow)
    const locked = lockType === 'motor' ? motorLockLocked : magnetLockLocked
    // An unlock that was sent a moment ago may open it yet.
    return shadow.connected && locked === true && !partsAsked(id).includes(lockType)
  }

  /** A bolt that comes out beside an open door keeps the door from closing. */
  const planLocking = (device: Device, shadow: Shadow, can: readonly Capability[]): Plan => {
    const { id: deviceId } = device
    const toLock = LOCKS.filter(
      ({ lockType, capability }) => can.includes(capability) && !isLocked(lockType, device, shadow),
    )
    if (toLock.length > 0 && doorCheckOf({ connected: shadow.connected, state: stateOf(shadow) }).open)
      return {
        deviceId,
        commands: [],
        outcome: { deviceId, ok: false, error: 'device_not_ready', detail: 'door_open' },
      }
    return { deviceId, commands: toLock.map(({ lockType }) => ({ command: 'lock', lockType })) }
  }

  const planOf = (act: MomentAct, device: Device): Plan => {
    const { id: deviceId } = device
    const shadow = shadows.get(deviceId)
    const type = effectiveTypeOf(device, shadow)
    const can = capabilitiesOf(type, shadow)
    switch (act) {
      case 'open_shades':
      case 'close_shades': {
        const place = placeOfAct(act, type)
        const percent = place === null ? null : place * 100
        return {
          deviceId,
          commands: percent === null ? [] : [{ command: 'move', position: percent, inclination: percent }],
        }
      }
      case 'lights_off':
        return { deviceId, commands: commandsFor(ALL_LIGHTS_OFF, { type, can }) ?? [] }
      case 'check_doors':
        return isDoor(device) ? planLocking(device, shadow, can) : { deviceId, commands: [] }
    }
  }

  const isDoor = (device: Device): boolean =>
    kindOf(effectiveTypeOf(device, shadows.get(device.id))).family === 'door'

  /** Sends equal commands together. A device that gets several gets one after the other, whatever their results. */
  const send = async (actor: AccountActor, plans: readonly Plan[]): Promise<DeviceOutcome[]> => {
    const outcomes = new Map<string, DeviceOutcome>()
    const rounds = Math.max(0, ...plans.map((plan) => plan.commands.length))
    for (let round = 0; round < rounds; round += 1) {
      const idsByCommand = new Map<string, { command: DeviceCommand; ids: string[] }>()
      for (const { deviceId, commands: all } of plans) {
        const command = all[round]
        if (command === undefined) continue
        const key = JSON.stringify(command)
        const batch = idsByCommand.get(key) ?? { command, ids: [] }
        idsByCommand.set(key, batch)
        batch.ids.push(deviceId)
      }
      const sent = await Promise.all(
        [...idsByCommand.values()].map(({ command, ids }) => commands.apply(actor, ids, command)),
      )
      for (const outcome of sent.flat().map(doneAlready))
        outcomes.set(outcome.deviceId, worseOf(outcomes.get(outcome.deviceId), outcome))
    }
    return plans.flatMap(({ deviceId, outcome }) => outcome ?? outcomes.get(deviceId) ?? [])
  }

  return async (actor, act) => {
    const own = await ownDevices(actor)
    const results = mergeOutcomes(
      await send(
        actor,
        own.map((device) => planOf(act, device)),
      ),
    )
    if (act !== 'check_doors') return { results }
    const doors = own.filter(isDoor).map(({ id }) => {
      const shadow = shadows.get(id)
      return { deviceId: id, ...doorCheckOf({ connected: shadow.connected, state: stateOf(shadow) }) }
    })
    return { results, doors }
  }
}

/** A device that is already as the act wants it has nothing to do. */
const doneAlready = (outcome: DeviceOutcome): DeviceOutcome =>
  outcome.ok === false && outcome.error === 'device_already_in_state'
    ? { deviceId: outcome.deviceId, ok: true }
    : outcome

/** Of the outcomes of two commands for a device: a failure before what nobody confirmed, and that before a success. */
function worseOf(before: DeviceOutcome | undefined, outcome: DeviceOutcome): DeviceOutcome {
  if (before === undefined || before.ok === true) return outcome
  return before.ok === null && outcome.ok === false ? outcome : before
}
