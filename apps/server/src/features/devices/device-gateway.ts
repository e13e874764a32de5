import { type Capability, capabilitiesNeeded, LIMITS } from '@senca/contract'
import {
  type DriverCommand,
  DriverError,
  type DriverRequest,
  type EndpointTraits,
  type ExecuteOptions,
  type Facet,
  type HardwareDriver,
} from '#drivers/driver.ts'
import type { DriverSupervisor } from '#drivers/driver-supervisor.ts'
import type { Clock } from '#platform/clock.ts'
import { type Endpoint, type Endpoints, endpointKey } from './registry/endpoints.ts'
import type { DeviceRemoval } from './removal.ts'
import { endpointOf } from './shadow/shadow.ts'
import type { Shadows } from './shadow/shadows.ts'

interface DeviceRequest {
  deviceId: string
  command: DriverCommand
}

/** Sends requests to devices with any kind of hardware. */
export interface DeviceGateway {
  /**
   * Sends a request to the endpoint that reports the needed capability, or else to the endpoint that reports no capabilities;
   * `forget` is sent to all. While a device is removed from its home, and after it, only `forget` is sent. Resolves like `execute`
   * of a driver. Throws a DriverError. A later abort withdraws also what was acknowledged.
   */
  execute(request: DeviceRequest, options?: Partial<ExecuteOptions>): Promise<void>
  /** The traits of the endpoint that a command is sent to, for a device whose shadow is loaded. */
  traitsOf(deviceId: string, command: DriverCommand): EndpointTraits
  /** Whether a command that was sent to a device may happen after it ended, for a device whose shadow is loaded. */
  mayActLate(deviceId: string): boolean
}

/** Called with the milliseconds that a device took to acknowledge a command. */
type AnswerListener = (deviceId: string, ms: number) => void

/** Without an endpoint nothing is sent, so nothing happens later. */
const NO_ENDPOINT: EndpointTraits = {
  confirmation: 'acknowledged',
  motion: 'reported',
  expires: true,
  tolerance: LIMITS.TARGET_TOLERANCE,
}

/** Drivers end a request by themselves before; one that does not must not keep what waits for it for ever. */
const LONGEST_ANSWER_MS = 60_000

interface DeviceGatewayOptions {
  drivers: Pick<DriverSupervisor, 'find' | 'hasFailed'>
  endpoints: Pick<Endpoints, 'of'>
  shadows: Pick<Shadows, 'get' | 'peek' | 'load'>
  removal: Pick<DeviceRemoval, 'isWithoutHome' | 'isBeingRemoved' | 'onBegin'>
  clock: Pick<Clock, 'now' | 'after'>
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

function lacks(address: string, facet: Facet): never {
  throw new DriverError('device_unsupported_action', `the driver of ${address} has no ${facet}`)
}

/** Sends a command by the part of the driver that executes it. Throws `device_unsupported_action` if the driver has none. */
function executeBy(
  driver: HardwareDriver,
  { address, command }: DriverRequest,
  options: ExecuteOptions,
): Promise<void> {
  switch (command.command) {
    case 'restart':
    case 'recalibrate':
    case 'settings':
      return driver.maintenance?.({ address, command }, options) ?? lacks(address, 'maintenance')
    case 'register_key':
      return driver.credentials?.({ address, command }, options) ?? lacks(address, 'credentials')
    case 'upgrade':
      return driver.firmware?.({ address, command }, options) ?? lacks(address, 'firmware')
    case 'forget':
      return driver.forget?.({ address, command }, options) ?? lacks(address, 'forget')
    default:
      return driver.execute({ address, command }, options)
  }
}

/** The one way from the server to its devices. It knows endpoints and drivers, and no protocol. */
export function createDeviceGateway(options: DeviceGatewayOptions) {
  const { drivers, endpoints, shadows, removal, clock } = options
  const answerListeners: AnswerListener[] = []

  const endpointFor = (deviceId: string, all: readonly Endpoint[], command: DriverCommand) => {
    if (all.length === 0) return undefined
    const shadow = shadows.get(deviceId)
    const needed = neededFor(command)
    const status = (endpoint: Endpoint) => endpointOf(shadow, endpointKey(endpoint)).capabilities
    const able = (endpoint: Endpoint) => needed.every((capability) => status(endpoint)?.includes(capability))
    const byReport = needed.length === 0 ? undefined : all.find(able)
    return byReport ?? all.find((endpoint) => status(endpoint) === null) ?? all[0]
  }

  const driverOf = ({ driver: name, address }: Endpoint): HardwareDriver => {
    const driver = drivers.find(name)
    if (driver === undefined)
      throw new DriverError('device_unreachable', `there is no driver ${name} for ${address}`)
    return driver
  }

  const executeAt = async (
    endpoint: Endpoint,
    command: DriverCommand,
    executing: ExecuteOptions,
  ): Promise<void> => {
    const { driver: name, address } = endpoint
    const driver = driverOf(endpoint)
    if (drivers.hasFailed(name))
      throw new DriverError('device_unreachable', `the driver ${name} for ${address} has failed`)
    const execution = executeBy(driver, { address, command }, executing)
    await new Promise<void>((resolve, reject) => {
      const cancelTimer = clock.after(LONGEST_ANSWER_MS, () =>
        reject(new DriverError('device_request_timeout', `the driver of ${address} does not answer`)),
      )
      execution.finally(cancelTimer).then(resolve, reject)
    })
  }

  /** Sends `forget` to all endpoints whose hardware knows its home. */
  const forgetAll = async (
    all: readonly Endpoint[],
    command: DriverCommand,
    { signal, acknowledged }: ExecuteOptions,
  ): Promise<void> => {
    const bound = all.filter((endpoint) => driverOf(endpoint).forget !== undefined)
    let unanswered = bound.length
    const oneAnswered = () => {
      unanswered -= 1
      if (unanswered === 0) acknowledged?.()
    }
    await Promise.all(
      bound.map((endpoint) => executeAt(endpoint, command, { signal, acknowledged: oneAnswered })),
    )
    if (bound.length === 0) acknowledged?.()
  }

  const describe = ({ driver, address }: Endpoint): EndpointTraits =>
    drivers.find(driver)?.describe(address) ?? NO_ENDPOINT

  const send = async (
    { deviceId, command }: DeviceRequest,
    { signal, acknowledged, isUrgent }: ExecuteOptions,
  ): Promise<void> => {
    // If the shadow is in memory, the command is sent without waiting.
    if (shadows.peek(deviceId) === undefined) await shadows.load([deviceId])
    const all = endpoints.of(deviceId)
    const endpoint = endpointFor(deviceId, all, command)
    if (endpoint === undefined) throw new DriverError('device_offline', `${deviceId} has no hardware`)
    if (command.command === 'forget') return forgetAll(all, command, { signal, acknowledged })
    const sentAt = clock.now().getTime()
    const isAnswering = describe(endpoint).confirmation === 'acknowledged'
    return executeAt(endpoint, command, {
      signal,
      isUrgent,
      acknowledged(reported) {
        const ms = clock.now().getTime() - sentAt
        if (isAnswering) for (const listener of answerListeners) listener(deviceId, ms)
        acknowledged?.(reported)
      },
    })
  }

  return {
    async execute(
      request: DeviceRequest,
      { signal, acknowledged, isUrgent }: Partial<ExecuteOptions> = {},
    ): Promise<void> {
      const { deviceId, command } = request
      const isForget = command.command === 'forget'
      if (!isForget && removal.isWithoutHome(deviceId)) {
        const code = removal.isBeingRemoved(deviceId) ? 'device_busy' : 'device_not_exist'
        throw new DriverError(code, `${deviceId} is removed from its home`)
      }
      const controller = new AbortController()
      let wasRemoved = false
      const stopWatching = isForget
        ? () => {}
        : removal.onBegin(deviceId, () => {
            wasRemoved = true
            controller.abort()
          })
      // A device that forgets its home also forgets its commands, so it receives no withdrawal.
      const revoke = () => {
        if (isForget || !removal.isWithoutHome(deviceId)) controller.abort(signal?.reason)
      }
      signal?.addEventListener('abort', revoke)
      if (signal?.aborted === true) revoke()
      try {
        await send(request, {
          signal: controller.signal,
          isUrgent,
          acknowledged(reported) {
            stopWatching()
            acknowledged?.(reported)
          },
        })
      } catch (error) {
        signal?.removeEventListener('abort', revoke)
        if (wasRemoved) throw new DriverError('device_not_exist', `${deviceId} was removed from its home`)
        throw error
      } finally {
        stopWatching()
        // Nobody withdraws that a device forgets its home.
        if (isForget) signal?.removeEventListener('abort', revoke)
      }
    },
    traitsOf(deviceId: string, command: DriverCommand): EndpointTraits {
      const endpoint = endpointFor(deviceId, endpoints.of(deviceId), command)
      return endpoint === undefined ? NO_ENDPOINT : describe(endpoint)
    },
    mayActLate: (deviceId: string): boolean =>
      endpoints.of(deviceId).some((endpoint) => !describe(endpoint).expires),
    /** Adds a listener for the time that devices take to acknowledge commands. */
    onAnswered: (listener: AnswerListener) => void answerListeners.push(listener),
  }
}
