import { type Capability, capabilitiesNeeded, LIMITS } from '@senca/contract'
import { type DriverCommand, DriverError, type DriverOutcome, type ExecuteOptions } from '#drivers/driver.ts'
import type { DriverRegistry } from '#drivers/driver-registry.ts'
import type { Clock } from '#platform/clock.ts'
import { endpointOf } from '../shadow/shadow.ts'
import type { Shadows } from '../shadow/shadows.ts'
import { type Endpoint, type Endpoints, endpointKey } from './endpoints.ts'

interface DeviceRequest {
  deviceId: string
  command: DriverCommand
}

/** Sends requests to devices with any kind of hardware. */
export interface DeviceDriver {
  /** Like `execute` of a driver. */
  execute(request: DeviceRequest, options: ExecuteOptions): Promise<DriverOutcome>
}

function neededFor(command: DriverCommand): Capability[] {
  switch (command.command) {
    case 'abort':
      return ['stop']
    case 'restart':
    case 'recalibrate':
    case 'forget':
    case 'settings':
    case 'register_key':
    case 'upgrade':
      return []
    default:
      return capabilitiesNeeded(command)
  }
}

/** Called with the milliseconds that a device took to acknowledge a command. */
export type FollowAnswer = (deviceId: string, ms: number) => void

/** Drivers end a request by themselves before; one that does not must not keep what waits for it for ever. */
const LONGEST_ANSWER_MS = 2 * LIMITS.COMMAND_ACK_MS

interface DeviceDriverOptions {
  registry: Pick<DriverRegistry, 'execute'>
  endpoints: Pick<Endpoints, 'of'>
  shadows: Pick<Shadows, 'get' | 'peek' | 'load'>
  clock: Clock
  answered: FollowAnswer
}

/**
 * Sends a command to the endpoint that reports the needed capability, or else to the endpoint that reports no capabilities.
 * `forget` is sent to all endpoints.
 */
export function createDeviceDriver(options: DeviceDriverOptions): DeviceDriver {
  const { registry, endpoints, shadows, clock, answered } = options
  const endpointFor = (deviceId: string, all: readonly Endpoint[], command: DriverCommand) => {
    if (all.length === 0) return undefined
    const shadow = shadows.get(deviceId)
    const needed = neededFor(command)
    const status = (endpoint: Endpoint) => endpointOf(shadow, endpointKey(endpoint)).capabilities
    const able = (endpoint: Endpoint) => needed.every((capability) => status(endpoint)?.includes(capability))
    const byReport = needed.length === 0 ? undefined : all.find(able)
    return byReport ?? all.find((endpoint) => status(endpoint) === null) ?? all[0]
  }

  const execute = (
    endpoint: Endpoint,
    command: DriverCommand,
    executing: ExecuteOptions,
  ): Promise<DriverOutcome> =>
    new Promise((resolve, reject) => {
      const cancelTimer = clock.after(LONGEST_ANSWER_MS, () =>
        reject(
          new DriverError('device_request_timeout', `the driver of ${endpoint.address} does not answer`),
        ),
      )
      registry
        .execute({ ...endpoint, command }, executing)
        .finally(cancelTimer)
        .then(resolve, reject)
    })

  const notifyAll = async (
    all: readonly Endpoint[],
    command: DriverCommand,
    { signal, acknowledged }: ExecuteOptions,
  ): Promise<DriverOutcome> => {
    let unanswered = all.length
    const oneAnswered = () => {
      unanswered -= 1
      if (unanswered === 0) acknowledged?.()
    }
    await Promise.all(
      all.map((endpoint) => execute(endpoint, command, { signal, acknowledged: oneAnswered })),
    )
    return 'acknowledged'
  }

  return {
    async execute({ deviceId, command }, options) {
      // If the shadow is in memory, the command is sent without waiting.
      if (shadows.peek(deviceId) === undefined) await shadows.load([deviceId])
      const all = endpoints.of(deviceId)
      if (command.command === 'forget' && all.length > 1) return notifyAll(all, command, options)
      const endpoint = endpointFor(deviceId, all, command)
      if (endpoint === undefined) throw new DriverError('device_offline', `${deviceId} has no hardware`)
      const sentAt = clock.now().getTime()
      const acknowledged: ExecuteOptions['acknowledged'] = (status) => {
        answered(deviceId, clock.now().getTime() - sentAt)
        options.acknowledged?.(status)
      }
      return execute(endpoint, command, { ...options, acknowledged })
    },
  }
}
