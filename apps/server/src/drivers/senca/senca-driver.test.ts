import { deviceCommandMessageSchema } from '@senca/contract'
import { expect, it } from 'vitest'
import { createInProcessEventBus } from '#platform/events/in-process-event-bus.ts'
import { createMetrics } from '#platform/http/metrics.ts'
import { createLogger } from '#platform/logger.ts'
import { type Connection, createInMemoryBroker } from '#testing/doubles/in-memory-broker.ts'
import { describeDriver } from '#testing/drivers/driver-conformance.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import type { DriverCommand } from '../driver.ts'
import { createSencaDriver } from './senca-driver.ts'

describeDriver('of our own protocol', () => {
  const clock = createFakeClock()
  const broker = createInMemoryBroker(clock)
  const address = 'abcdefgh'
  const asked: number[] = []
  const received: DriverCommand['command'][] = []
  let answer: 'acceptance' | 'refusal' | 'nothing' = 'acceptance'
  let connection: Connection | null = null
  let reports = 0

  const receive = (payload: string) => {
    const { id, command } = deviceCommandMessageSchema.parse(JSON.parse(payload))
    // A device that subscribes is sent the time.
    if (command.command === 'withdraw') return
    received.push(command.command)
    if (command.command === 'move') asked.push(command.position ?? Number.NaN)
    if (answer === 'acceptance') connection?.publish(`senca/${address}/result`, { id, status: 'success' })
    if (answer === 'refusal')
      connection?.publish(`senca/${address}/result`, { id, status: 'error', error: 'device_busy' })
  }

  return {
    driver: createSencaDriver({
      broker,
      bus: createInProcessEventBus(createLogger('silent')),
      clock,
      logger: createLogger('silent'),
      metrics: createMetrics(),
      maySignIn: async () => true,
      isConnected: () => false,
    }),
    clock,
    address,
    async connect() {
      connection = await broker.connect({ clientId: address, username: address, password: 'x' }, receive)
    },
    async disconnect() {
      connection?.lose()
    },
    reportPosition(position) {
      reports += 1
      connection?.publish(`senca/${address}/state`, {
        position,
        totalRestarts: 1,
        totalStateUpdates: reports,
      })
    },
    reportMoving() {
      reports += 1
      connection?.publish(`senca/${address}/state`, {
        status: 'opening',
        totalRestarts: 1,
        totalStateUpdates: reports,
      })
    },
    reportNonsense: () => connection?.publish(`senca/${address}/state`, 'nonsense'),
    answerWith(kind) {
      answer = kind
    },
    asked: () => asked,
    received: () => received,
  }
})

it('a driver that stops handles what the broker gives it until its subscriptions have ended', async () => {
  const clock = createFakeClock()
  const broker = createInMemoryBroker(clock)
  const logger = createLogger('silent')
  const endings: (() => void)[] = []
  const driver = createSencaDriver({
    broker: {
      ...broker,
      async subscribe(...subscription) {
        const end = await broker.subscribe(...subscription)
        return async () => {
          await new Promise<void>((resolve) => endings.push(resolve))
          await end()
        }
      },
    },
    bus: createInProcessEventBus(logger),
    clock,
    logger,
    metrics: createMetrics(),
    maySignIn: async () => true,
    isConnected: () => false,
  })
  const positions: unknown[] = []
  await driver.start({
    report(reported) {
      if (reported.kind === 'state') positions.push(reported.state.position)
    },
    failed() {},
  })
  const address = 'abcdefgh'
  const device = await broker.connect({ clientId: address, username: address, password: 'x' }, () => {})
  broker.setLatency(1_000)
  device?.publish(`senca/${address}/state`, { position: 0.4, totalRestarts: 1, totalStateUpdates: 1 })
  const stopping = driver.stop()
  clock.advance(1_000)
  for (const end of endings) end()
  await stopping
  expect(positions).toEqual([0.4])
})
