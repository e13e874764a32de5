import { randomUUID } from 'node:crypto'
import {
  type DeviceCommandMessage,
  deviceIdSchema,
  deviceTopic,
  encodeDeviceCommand,
  LIMITS,
  parseDeviceTopic,
} from '@senca/contract'
import { Counter } from 'prom-client'
import type { Clock } from '#platform/clock.ts'
import type { EventBus } from '#platform/events/event-bus.ts'
import type { Metrics } from '#platform/http/metrics.ts'
import type { Logger } from '#platform/logger.ts'
import {
  type Broker,
  BrokerDownError,
  type BrokerGuard,
  type BrokerMessage,
  type DeviceSignIn,
  type SigningIn,
} from '#platform/mqtt/broker.ts'
import {
  type DeviceReport,
  type DriverCommand,
  DriverError,
  type EndpointTraits,
  type Execute,
  type HardwareDriver,
} from '../driver.ts'
import { createAwaitedResults } from './awaited-results.ts'
import { errorOfDeviceWord, mayPublish, maySubscribe, readDeviceMessage } from './device-messages.ts'
import { createKeptReports } from './kept-reports.ts'

/** Each message of a device is read by exactly one instance of this group. */
const INGEST_GROUP = 'senca'

const TRAITS: EndpointTraits = {
  confirmation: 'acknowledged',
  motion: 'reported',
  expires: true,
  tolerance: LIMITS.TARGET_TOLERANCE,
}

const textOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength).toString('utf8')

interface SencaDriverOptions {
  broker: Broker
  bus: EventBus
  clock: Clock
  logger: Logger
  metrics: Pick<Metrics, 'registry'>
  /** Whether a device with this id may sign in with this password. The connection is closed when the credential ends. */
  maySignIn(deviceId: string, password: string, connection: SigningIn): Promise<boolean>
  /** Whether it is connected to any instance. Used if the broker does not report connections to this one. */
  isConnected(deviceId: string): boolean
}

/** The driver of Senca's own protocol, docs/hardware/device-protocol.md. */
export function createSencaDriver(options: SencaDriverOptions): HardwareDriver {
  const { broker, bus, clock, logger, metrics, maySignIn } = options
  const ignored = new Counter({
    name: 'senca_device_messages_ignored_total',
    help: 'Messages of devices that were too large or could not be read',
    labelNames: ['topic', 'reason'],
    registers: [metrics.registry],
  })
  const results = createAwaitedResults(bus)
  const kept =
    broker.outside === undefined
      ? null
      : createKeptReports({ outside: broker.outside, clock, report: (reported) => report(reported) })
  const unsubscribes: (() => Promise<void>)[] = []
  let report: (report: DeviceReport) => void = () => {}
  const connectedIds = new Set<string>()
  let open: (isOpen: boolean) => void = () => {}
  /** A device that connects while the server starts waits for the answer. If it were refused, it would retry only later. */
  let isOpen = new Promise<boolean>((resolve) => {
    open = resolve
  })

  const mayConnect = async (
    { clientId, username, password }: DeviceSignIn,
    connection: SigningIn,
  ): Promise<boolean> => {
    const isReadable = clientId === username && deviceIdSchema.safeParse(clientId).success
    return isReadable && (await isOpen) && maySignIn(clientId, password, connection)
  }

  const guard: BrokerGuard = {
    mayConnect,
    mayPublish,
    maySubscribe,
    subscribed(deviceId, filter) {
      const isOfDevice = maySubscribe(deviceId, filter)
      if (isOfDevice) sendTime(deviceId)
      return isOfDevice
    },
    connected(deviceId) {
      connectedIds.add(deviceId)
      report({ kind: 'presence', address: deviceId, connected: true })
    },
    disconnected(deviceId, endedAt) {
      connectedIds.delete(deviceId)
      const notified = broker.outside === undefined ? {} : { session: null }
      const when = endedAt === undefined ? {} : { endedAt }
      report({ kind: 'presence', address: deviceId, connected: false, ...notified, ...when })
    },
  }
  /** Null after the driver was stopped. */
  let removeGuard: (() => void) | null = broker.guard(guard)

  /**
   * If the broker does not report connections, the device itself reports that it is online, after it has subscribed to commands
   * [DP6].
   */
  const applyStatus = (deviceId: string, presence: { connected: boolean; session: number | null }) => {
    if (broker.outside === undefined) return
    report({ kind: 'presence', address: deviceId, ...presence })
    if (presence.connected) sendTime(deviceId)
  }

  const read = ({ topic, payload }: BrokerMessage) => {
    const place = parseDeviceTopic(topic)
    if (place === null) return
    const { deviceId } = place
    const about = { deviceId, topic: place.topic }
    if (payload.byteLength > LIMITS.DEVICE_MESSAGE_MAX_BYTES) {
      ignored.inc({ topic: place.topic, reason: 'too large' })
      logger.debug({ ...about, bytes: payload.byteLength }, 'A message is too large')
      return
    }
    const message = readDeviceMessage(deviceId, place.topic, textOf(payload))
    switch (message.kind) {
      case 'report':
        if (message.dropped.length > 0)
          logger.debug({ ...about, fields: message.dropped }, 'Unreadable fields')
        if (message.presence !== undefined) applyStatus(deviceId, message.presence)
        for (const one of message.reports) report(one)
        return
      case 'gone':
        // A will, or the device's own offline message. If the broker reports connections, only those count [DP4].
        applyStatus(deviceId, message.presence)
        return
      case 'result':
        results.received(deviceId, message.result)
        return
      case 'unreadable':
        ignored.inc({ topic: place.topic, reason: 'unreadable' })
        logger.debug({ ...about, reason: message.reason }, 'Unreadable message')
        return
      case 'nothing':
        return
    }
  }

  const send = (deviceId: string, command: DeviceCommandMessage['command'], id: string) => {
    const now = clock.now()
    const lifeMs = command.command === 'unlock' ? LIMITS.UNLOCK_EXPIRY_MS : LIMITS.COMMAND_EXPIRY_MS
    const times = {
      sentAt: now.toISOString(),
      expiresAt: new Date(now.getTime() + lifeMs).toISOString(),
    }
    const payload = encodeDeviceCommand({ id, ...times, command })
    return broker.publish(deviceTopic(deviceId, 'command'), payload, { lifeMs })
  }

  /** Sends the server's time before the first real command. The result does not matter [DP30]. */
  const sendTime = (deviceId: string) => {
    send(deviceId, { command: 'settings', settings: {} }, randomUUID()).catch((error: unknown) =>
      logger.warn({ err: error, deviceId }, 'A device could not be sent the time'),
    )
  }

  const withdraw = (deviceId: string, commandId: string) => {
    send(deviceId, { command: 'withdraw', withdraws: commandId }, randomUUID()).catch((error: unknown) =>
      logger.warn({ err: error, deviceId }, 'A command could not be withdrawn'),
    )
  }

  const execute: Execute<DriverCommand> = ({ address: deviceId, command }, { signal, acknowledged }) => {
    const isHere = broker.outside === undefined ? connectedIds.has(deviceId) : options.isConnected(deviceId)
    if (!isHere) {
      return Promise.reject(new DriverError('device_offline', `${deviceId} is not connected`))
    }
    const revoked = () =>
      new DriverError('device_request_timeout', `${command.command} for ${deviceId} was withdrawn`)
    if (signal.aborted) return Promise.reject(revoked())
    const id = results.newId()
    // Sent before it is registered as pending, because no device answers within the same turn.
    const sent = send(deviceId, command, id)
    return new Promise((resolve, reject) => {
      const onAbort = () => withdraw(deviceId, id)
      const finish = () => {
        forget()
        cancelTimer()
      }
      const fail = (error: unknown) => {
        finish()
        signal.removeEventListener('abort', onAbort)
        reject(error)
      }
      const forget = results.add(id, {
        deviceId,
        settle(result) {
          if (result.status === 'error') {
            fail(new DriverError(errorOfDeviceWord(result.error), `${deviceId} says ${result.error ?? 'no'}`))
            return
          }
          finish()
          acknowledged?.({ publicKey: result.publicKey })
          resolve()
        },
        stop: () => fail(new DriverError('internal_error', 'the server stops')),
      })
      // The command has expired by then. Before that, a device that was unresponsive may still carry it out, withdrawn or not.
      const cancelTimer = clock.after(LIMITS.COMMAND_ACK_MS, () => {
        if (!signal.aborted) withdraw(deviceId, id)
        // Its last will may have been lost.
        kept?.read([deviceId], 'connection')
        fail(revoked())
      })
      // Kept as long as the signal exists, because an acknowledged command can be withdrawn too.
      signal.addEventListener('abort', onAbort)
      sent.catch((error: unknown) =>
        fail(
          error instanceof BrokerDownError
            ? new DriverError('device_unreachable', `${deviceId} cannot be reached: ${error.message}`)
            : error,
        ),
      )
    })
  }

  return {
    describe: () => TRAITS,
    execute,
    maintenance: execute,
    credentials: execute,
    firmware: execute,
    forget: execute,

    /** A device for which this command is void by the time that it knows subscribes again, and is sent the time again [DP31]. */
    clockSetBack() {
      for (const deviceId of connectedIds) sendTime(deviceId)
    },

    refresh: (deviceIds, what) => kept?.read(deviceIds, what),

    async start(host) {
      removeGuard ??= broker.guard(guard)
      report = host.report
      for (const address of connectedIds) report({ kind: 'presence', address, connected: true })
      results.start()
      for (const topic of ['status', 'state', 'result'] as const) {
        unsubscribes.push(await broker.subscribe(deviceTopic('+', topic), read, INGEST_GROUP))
      }
      open(true)
      isOpen = Promise.resolve(true)
    },

    async stop() {
      open(false)
      kept?.stop()
      isOpen = Promise.resolve(false)
      removeGuard?.()
      removeGuard = null
      // No other instance receives what the broker has already given to this one, so it is still handled.
      await Promise.all(unsubscribes.splice(0).map((unsubscribe) => unsubscribe()))
      report = () => {}
      results.stop()
      connectedIds.clear()
    },
  }
}
