import type { ApprovalService } from '#features/approvals/index.ts'
import type { BridgeAccess } from '#features/bridges/index.ts'
import type { CommandService } from '#features/commands/index.ts'
import type { ScenarioService } from '#features/scenarios/index.ts'
import { ApiError } from '#platform/errors.ts'
import type { BridgeMessage } from '#platform/mqtt/spaces.ts'
import { type AnnouncedDevice, topicsOf } from './announced-device.ts'
import type { Announcer } from './announcer.ts'
import type { Collected } from './collect.ts'
import { type Asked, readCommand } from './incoming.ts'
import { refusalIn, refusedEvent } from './refusals.ts'

/** A stop of a shade at rest, or a move to where it is, is not reported as a refusal. */
const HARMLESS: ReadonlySet<string> = new Set(['device_not_busy', 'device_already_in_state'])
/** Nor is a command in whose place a newer one of Home Assistant is sent [BR11]. */
const REPLACED = 'replaced'

interface PendingAsk {
  id: string
  deviceId: string
  key: string
  announcer: Announcer
  collected: Collected
}

interface CommandsInOptions {
  commands: Pick<CommandService, 'move' | 'abort'>
  approvals: Pick<ApprovalService, 'ask' | 'status'>
  scenarios: Pick<ScenarioService, 'run'>
  bridges: Pick<BridgeAccess, 'recordPaused'>
  notice(accountId: string, notice: { clientId?: string; topic: string; detail: string }): void
  failed(error: unknown, accountId: string): void
}

/** Commands from Home Assistant: each passes the checks as a command of the bridge, and refusals are published there [BR37]. */
export function createCommandsIn(options: CommandsInOptions) {
  const { commands, approvals, scenarios, bridges, notice, failed } = options
  const askById = new Map<string, PendingAsk>()

  const refuse = (
    { announcer, collected }: { announcer: Announcer; collected: Collected },
    { deviceId, key }: { deviceId: string; key: string },
    refusal: { error: string; detail?: string | undefined; safety?: unknown },
  ) => {
    announcer.publishEvent(key, 'refused', refusedEvent(refusal, collected.bridge.language))
    announcer.restate(deviceId)
  }
  const errorOf = (error: unknown): { error: string; detail?: string } => {
    if (!(error instanceof ApiError)) throw error
    return { error: error.code, ...(error.detail === undefined ? {} : { detail: error.detail }) }
  }

  const send = async (deviceId: string, asked: Asked, { actor }: Collected) => {
    if (asked.do === 'stop') return refusalIn(await commands.abort(actor, [{ token: deviceId }]))
    if (asked.do === 'ask') return null
    const shown = { host: '', ...(asked.pin === undefined ? {} : { pin: asked.pin }) }
    const results = await commands.move(actor, [{ token: deviceId, ...asked.command }], {
      isAwaited: false,
      shown,
    })
    return refusalIn(results)
  }

  const carryOut = async (
    at: { announcer: Announcer; collected: Collected },
    [deviceId, device]: [string, AnnouncedDevice],
    asked: Asked,
  ) => {
    const { actor, isPaused } = at.collected
    const place = { deviceId, key: device.key }
    if (isPaused) {
      const command = asked.do === 'command' ? asked.command : {}
      await bridges.recordPaused(actor, [{ token: deviceId, ...command }])
      return refuse(at, place, { error: 'insufficient_permission' })
    }
    try {
      if (asked.do === 'ask') {
        const { id } = await approvals.ask(actor, { token: deviceId, lockType: asked.lockType })
        askById.set(id, { id, ...place, ...at })
        return
      }
      const refusal = await send(deviceId, asked, at.collected)
      if (refusal !== null && !HARMLESS.has(refusal.error) && refusal.detail !== REPLACED)
        refuse(at, place, refusal)
    } catch (error) {
      refuse(at, place, errorOf(error))
    }
  }

  const runScene = async (
    { collected: { actor, isPaused, scenes } }: { collected: Collected },
    id: string,
  ) => {
    if (isPaused || !scenes.some((scene) => scene.id === id)) return
    await scenarios.run(actor, id).catch((error: unknown) => void errorOf(error))
  }

  return {
    received(
      announcer: Announcer,
      collected: Collected,
      { topic, payload, isRetained, clientId }: BridgeMessage,
    ) {
      const { accountId } = collected.actor
      const bad = (detail: string) =>
        notice(accountId, { ...(clientId === null ? {} : { clientId }), topic, detail })
      if (isRetained) return bad('A retained command is never obeyed.')
      const at = { announcer, collected }
      const [key = '', ...rest] = topic.slice(topicsOf(collected.bridge.id).prefix.length).split('/')
      const [sceneId, last] = rest
      if (key === 'scene' && sceneId !== undefined && last === 'set') {
        if (payload.toString() !== 'ON') return bad('The command cannot be read.')
        runScene(at, sceneId).catch((error: unknown) => failed(error, accountId))
        return
      }
      const found = announcer.byKey(key)
      const asked = found === null ? null : readCommand(found[1], rest.join('/'), payload)
      if (found === null || asked === null)
        return bad('The command cannot be read, or nothing here takes it.')
      carryOut(at, found, asked).catch((error: unknown) => failed(error, accountId))
    },

    /** An ask for this door may have been answered. */
    async asksChanged(deviceId: string): Promise<void> {
      for (const ask of [...askById.values()].filter((one) => one.deviceId === deviceId)) {
        const { status, result } = await approvals.status(ask.collected.actor, ask.id)
        if (status === 'waiting') continue
        askById.delete(ask.id)
        if (status === 'allowed') {
          const refusal = result === undefined ? null : refusalIn([result])
          if (refusal !== null) refuse(ask, ask, refusal)
        } else refuse(ask, ask, { error: 'insufficient_permission', detail: `approval_${status}` })
      }
    },
  }
}
