import { ecosystemOf } from '@senca/contract/bridge-matter'
import { CallFailed, type Client } from './client.ts'
import { callOf, type PartCommand, type SencaCall } from './commands.ts'
import type { TakeCommand } from './part-behaviors.ts'
import type { FollowedPart } from './part-endpoint.ts'
import { type CallError, type MatterStatus, statusOf } from './refusals.ts'
import type { After, Steps } from './steps.ts'

/** A command is answered within a second by what is known then [BR25]. */
const ANSWER_MS = 900
const ASK_EVERY_MS = 1_000
/** Of all ecosystems together: so many commands at once, and so many a second. */
const BURST = 60
const PER_SECOND = 20

interface BridgeCommandsOptions {
  client: Client
  steps: Steps
  after: After
  nowMs(): number
  /** The maker of the ecosystem of a fabric, 0 if there is none. */
  vendorOf(fabricIndex: number): number
  isServerThere(): boolean
  /** The bridge can do nothing now. */
  isPaused(): boolean
}

const UNREACHABLE: CallError = { error: 'device_unreachable' }

const errorOf = (error: unknown): CallError => (error instanceof CallFailed ? error.answer : UNREACHABLE)

/** Carries out what ecosystems ask for, by calls of the API. */
export function createBridgeCommands(options: BridgeCommandsOptions) {
  const { client, steps, after, nowMs, vendorOf, isServerThere, isPaused } = options
  let budget = BURST
  let budgetMs = nowMs()

  /** Whether another command may leave; a flood is refused here and costs the server nothing. */
  function takeTurn(): boolean {
    const now = nowMs()
    budget = Math.min(BURST, budget + ((now - budgetMs) / 1_000) * PER_SECOND)
    budgetMs = now
    if (budget < 1) return false
    budget -= 1
    return true
  }

  /** Follows an ask until a person has answered it. */
  function followAsk(id: string, part: FollowedPart, fabricIndex: number): void {
    after(ASK_EVERY_MS, async () => {
      const asked = await client.asked(id).catch(() => null)
      if (asked === null || asked.status === 'denied' || asked.status === 'expired') {
        part.lockRefused()
        part.unlockRefused(false, fabricIndex)
      } else if (asked.status === 'waiting') followAsk(id, part, fabricIndex)
      else part.operates()
    })
  }

  async function send(
    call: SencaCall,
    part: FollowedPart,
    { ecosystem, fabricIndex }: { ecosystem: number; fabricIndex: number },
  ): Promise<CallError | null> {
    const { deviceId } = part.part
    try {
      if (call.call === 'device/abort') return await client.abort(deviceId, ecosystem)
      if (call.call === 'device/move')
        return await client.move(deviceId, call.command, { pin: call.pin, ecosystem })
      const { id } = await client.ask(deviceId, call.command, ecosystem)
      followAsk(id, part, fabricIndex)
      return null
    } catch (error) {
      return errorOf(error)
    }
  }

  async function carryOut(
    part: FollowedPart,
    command: PartCommand,
    fabricIndex: number,
  ): Promise<MatterStatus> {
    const info = part.info()
    if (info === null || !isServerThere()) return 'Failure'
    if (isPaused()) return 'InvalidInState'
    const call = callOf(part.part, command, { info, lastBrightness: part.lastBrightness() })
    if (typeof call === 'string') {
      if (command.do === 'unlock') part.unlockRefused(false, fabricIndex)
      return call
    }
    if (command.do === 'lock' || command.do === 'unlock') part.operates()
    const asked = call.call === 'device/move' ? call.asked : undefined
    const outcome = send(call, part, { ecosystem: vendorOf(fabricIndex), fabricIndex }).then((error) => {
      if (error === null) return 'Success'
      const status = statusOf(error)
      if (status !== 'Success' && asked !== undefined) part.refused()
      if (status !== 'Success' && (command.do === 'lock' || command.do === 'unlock')) part.lockRefused()
      if (status !== 'Success' && command.do === 'unlock')
        part.unlockRefused(error.detail === 'pin' || error.detail === 'pin_locked', fabricIndex)
      return status
    })
    const late = new Promise<MatterStatus>((resolve) => after(ANSWER_MS, () => resolve('Success')))
    const status = await Promise.race([outcome, late])
    if (status === 'Success' && asked !== undefined) part.asked(asked)
    return status
  }

  return {
    /** Who takes the commands of a part. */
    takeFor:
      (part: FollowedPart): TakeCommand =>
      async (command, fabricIndex) => {
        const { key } = part.part
        if (command.do === 'stop') {
          steps.drop(key)
          return carryOut(part, command, fabricIndex)
        }
        // What a stop and a lock are for may not wait for others.
        if (command.do !== 'lock' && !takeTurn()) return 'ResourceExhausted'
        const isStep = command.do === 'lift' && ecosystemOf(vendorOf(fabricIndex)) === 'Alexa'
        if (!isStep) {
          if (command.do === 'open' || command.do === 'close') steps.drop(key)
          return carryOut(part, command, fabricIndex)
        }
        let answer: Promise<MatterStatus> | null = null
        steps.take(key, () => {
          answer = carryOut(part, command, fabricIndex)
        })
        return answer ?? 'Success'
      },
  }
}
