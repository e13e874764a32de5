import { type ClientNode, causedBy, type Duration, EndpointNumber, Millis, Seconds } from '@matter/main'
import { DoorLock } from '@matter/main/clusters/door-lock'
import { LevelControl } from '@matter/main/clusters/level-control'
import { OnOff } from '@matter/main/clusters/on-off'
import { WindowCovering } from '@matter/main/clusters/window-covering'
import { Invoke } from '@matter/main/protocol'
import { Status, StatusResponseError } from '@matter/main/types'
import type { MATTER_ERRORS, MatterCommand } from './messages.ts'

type MatterError = (typeof MATTER_ERRORS)[number]

/** What reaches a lock later than this is refused by it. */
const TIMED = Seconds(4)
const ANSWER_MS = 4_500

const bytesOf = (pin: string | undefined) =>
  pin === undefined ? {} : { pinCode: new TextEncoder().encode(pin) }

/** The command of the cluster for a command of the server. */
function requestFor(command: MatterCommand, at: number, hasLatch: boolean) {
  const endpoint = EndpointNumber(at)
  const covering = { endpoint, cluster: WindowCovering.Complete }
  const lock = { endpoint, cluster: DoorLock.Complete }
  switch (command.do) {
    case 'open':
      return Invoke.ConcreteCommandRequest({ ...covering, command: 'upOrOpen' })
    case 'close':
      return Invoke.ConcreteCommandRequest({ ...covering, command: 'downOrClose' })
    case 'stop':
      return Invoke.ConcreteCommandRequest({ ...covering, command: 'stopMotion' })
    case 'lift':
      return Invoke.ConcreteCommandRequest({
        ...covering,
        command: 'goToLiftPercentage',
        fields: { liftPercent100thsValue: command.value },
      })
    case 'tilt':
      return Invoke.ConcreteCommandRequest({
        ...covering,
        command: 'goToTiltPercentage',
        fields: { tiltPercent100thsValue: command.value },
      })
    case 'on':
    case 'off':
      return Invoke.ConcreteCommandRequest({ endpoint, cluster: OnOff.Complete, command: command.do })
    case 'level':
      return Invoke.ConcreteCommandRequest({
        endpoint,
        cluster: LevelControl.Complete,
        command: 'moveToLevelWithOnOff',
        fields: { level: command.value, transitionTime: 0, optionsMask: {}, optionsOverride: {} },
      })
    case 'lock':
      return Invoke.ConcreteCommandRequest({ ...lock, command: 'lockDoor', fields: bytesOf(command.pin) })
    case 'unlatch':
      return Invoke.ConcreteCommandRequest({ ...lock, command: 'unlockDoor', fields: bytesOf(command.pin) })
    case 'unlock': {
      const { pin, seconds } = command
      if (seconds !== undefined)
        return Invoke.ConcreteCommandRequest({
          ...lock,
          command: 'unlockWithTimeout',
          fields: { timeout: seconds, ...bytesOf(pin) },
        })
      // A lock with a latch would pull it.
      return Invoke.ConcreteCommandRequest({
        ...lock,
        command: hasLatch ? 'unboltDoor' : 'unlockDoor',
        fields: bytesOf(pin),
      })
    }
  }
}

const isOfLock = (command: MatterCommand): boolean => ['lock', 'unlock', 'unlatch'].includes(command.do)

/** Of a context, a client reads only how long it may take. */
export const within = (ms: number, connectionTimeout: Duration = Millis(ms)) =>
  Object.assign(Object.create(null), { abort: AbortSignal.timeout(ms), connectionTimeout })

/** Sends a command once. Throws what `errorOf` understands. */
export async function invoke(peer: ClientNode, endpoint: number, command: MatterCommand): Promise<void> {
  const target = [...peer.endpoints].find(({ number }) => number === endpoint)
  const hasLatch = target?.maybeFeaturesOf('doorLock')?.unbolting === true
  const request = Invoke({
    commands: [requestFor(command, endpoint, hasLatch)],
    ...(isOfLock(command) ? { timeout: TIMED } : {}),
  })
  for await (const chunk of peer.interaction.invoke(request, within(ANSWER_MS, TIMED)))
    for (const entry of chunk)
      if (entry.kind === 'cmd-status' && entry.status !== Status.Success)
        throw StatusResponseError.create(entry.status, undefined, entry.clusterStatus)
}

const ERROR_BY_STATUS = new Map<number, MatterError>([
  [Status.Busy, 'device_busy'],
  [Status.InvalidInState, 'device_not_ready'],
  [Status.UnsupportedCommand, 'device_unsupported_action'],
  [Status.UnsupportedCluster, 'device_unsupported_action'],
  [Status.UnsupportedEndpoint, 'device_unsupported_action'],
])

/** What the answer of a node means; without an answer the command may still happen. */
export function errorOf(error: unknown): { error: MatterError; detail: string } {
  if (error instanceof Error && causedBy(error, StatusResponseError)) {
    const status = StatusResponseError.of(error)
    const code = status?.code ?? Status.Failure
    return {
      error: ERROR_BY_STATUS.get(code) ?? 'device_update_failed',
      detail: `the device answers ${Status[code] ?? code}`,
    }
  }
  return { error: 'device_request_timeout', detail: 'the device does not answer' }
}
