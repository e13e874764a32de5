import { kindOf, type Target } from '@senca/contract'
import type { SafetyReason, ScenarioAction } from '@senca/contract/automation'
import type { DeviceOutcome } from '@senca/contract/outcomes'
import type { CommandService } from '#features/commands/index.ts'
import { type Device, effectiveTypeOf, type Shadow, type Shadows } from '#features/devices/index.ts'
import type { DelegateActor } from '#features/rights/index.ts'
import { moveTo } from '../scenario-commands.ts'
import type { TargetedScenario } from '../scenarios.store.ts'
import type { Sending } from './firings.store.ts'
import { commandsOf, leftOutOutcome } from './outcomes.ts'

/** The safety logic for devices while scenarios of weather and security are active. */
export interface SafetyMoves {
  moveOf(
    device: Device,
    shadow: Shadow,
    movesInFlight: readonly (Target | null)[],
  ): { kind: 'free' | 'safe' } | { kind: 'move'; target: Target; reason: SafetyReason }
  began(deviceId: string, target: Target): void
  /**
   * Called when the safety move to the target has ended or was never sent. `target` and `outcome` are both null if there was
   * nothing to do.
   */
  ended(deviceId: string, target: Target | null, outcome: DeviceOutcome | null): void
}

interface FiringCommandsOptions {
  commands: Pick<CommandService, 'apply' | 'stop' | 'movesOf'>
  shadows: Pick<Shadows, 'get'>
  safety: SafetyMoves
}

type ScenarioOf = Pick<TargetedScenario, 'accountId' | 'name'> & { scenarioId: string }

/** A scenario acts with the current rights of its account, never with more. */
const actorOf = (
  { scenarioId, accountId, name }: ScenarioOf,
  deviceId: string,
  device: Pick<Device, 'ownerId'> | undefined,
): DelegateActor => ({
  kind: 'scenario',
  id: scenarioId,
  accountId,
  sessionId: null,
  // For devices of others, the rights are reduced to what their owner shares with the account.
  ownerId: device?.ownerId ?? accountId,
  name,
  grants: new Map([
    [deviceId, { permissions: ['view', 'command'] as const, channels: null, actions: null, limits: null }],
  ]),
})

/** Sends what a firing does to one device. */
export function createFiringCommands({ commands, shadows, safety }: FiringCommandsOptions) {
  const isShade = (device: Device): boolean =>
    kindOf(effectiveTypeOf(device, shadows.get(device.id))).family === 'shade'

  /**
   * Sends the commands one after the other. The first failure ends the sequence. `follow` gets the end of each command that is
   * answered before it.
   */
  const sendAll = async (
    actor: DelegateActor,
    device: Device | undefined,
    deviceId: string,
    actions: readonly ScenarioAction[],
    follow: ((end: Promise<DeviceOutcome>) => void) | null = null,
  ): Promise<DeviceOutcome> => {
    if (device === undefined) return { deviceId, ok: false, error: 'device_not_exist' }
    const all = commandsOf(device, shadows.get(device.id), actions)
    if (all === null) return { deviceId, ok: false, error: 'device_unsupported_action' }
    let last: DeviceOutcome = { deviceId, ok: true }
    for (const one of all) {
      let ended: (end: DeviceOutcome) => void = () => {}
      const end = new Promise<DeviceOutcome>((resolve) => {
        ended = resolve
      })
      const [outcome] = await commands.apply(actor, [deviceId], one, {
        isAwaited: follow === null,
        ended: (id, outcome) => ended({ deviceId: id, ...outcome }),
      })
      if (outcome?.ok === true) follow?.(end)
      if (outcome === undefined) return { deviceId, ok: false, error: 'internal_error' }
      if (outcome.ok === false) return outcome
      // One command that nobody confirmed leaves all of them unconfirmed.
      last = last.ok === null ? last : outcome
    }
    return last
  }

  /** Moves a shade to the safe place of the scenario that currently holds it. If it is already safe, nothing is sent. */
  const moveToSafety = async (one: Sending, device: Device): Promise<DeviceOutcome> => {
    const { deviceId } = one
    const move = safety.moveOf(device, shadows.get(deviceId), commands.movesOf(deviceId))
    if (move.kind !== 'move') {
      safety.ended(deviceId, null, null)
      return one.isLeftOut && move.kind === 'free' ? leftOutOutcome(deviceId) : { deviceId, ok: true }
    }
    safety.began(deviceId, move.target)
    let outcome: DeviceOutcome | null = null
    try {
      const actor = actorOf(one, deviceId, device)
      // A shade that calibrates takes no other movement.
      if (shadows.get(deviceId).fields.status === 'calibrating')
        await commands.stop(actor, [deviceId], { isAwaited: true })
      const [moved] = await commands.apply(actor, [deviceId], moveTo(move.target), {
        isAwaited: true,
        cause: move.reason,
      })
      outcome = moved ?? { deviceId, ok: false, error: 'internal_error' }
      return outcome
    } finally {
      safety.ended(deviceId, move.target, outcome)
    }
  }

  return {
    /** Sends what is due for one device of a claimed firing. */
    send(one: Sending, device: Device | undefined): Promise<DeviceOutcome> {
      const { deviceId, actions, isUrgent } = one
      if (isUrgent && device !== undefined && isShade(device)) return moveToSafety(one, device)
      return sendAll(actorOf(one, deviceId, device), device, deviceId, actions)
    },

    /** Sends a run that a person (`isByHand`) or a bridge asked for to one device. `follow` gets the end of each command. */
    sendNow(
      { id, accountId, name, actions }: TargetedScenario,
      { deviceId, device, isByHand }: { deviceId: string; device: Device | undefined; isByHand: boolean },
      follow: (end: Promise<DeviceOutcome>) => void,
    ): Promise<DeviceOutcome> {
      const actor = actorOf({ scenarioId: id, accountId, name }, deviceId, device)
      return sendAll({ ...actor, ...(isByHand ? { isByHand } : {}) }, device, deviceId, actions, follow)
    },
  }
}
