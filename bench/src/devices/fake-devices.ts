import { endChild, forkModule, nextMessage } from '../product/child.ts'
import type { Credentials, Dialect } from './fake-device.ts'
import { type Order, outcomeSchemas, replySchema } from './fake-devices-orders.ts'

interface Broker {
  host: string
  port: number
}

/** How many devices sign in at the same time. */
const SIGN_INS_AT_ONCE = 100

/** Starts a process of fake devices for a broker. It has no devices until they are connected. */
export async function startFakeDevices(broker: Broker, dialect: Dialect) {
  const child = forkModule(new URL('./fake-devices.process.ts', import.meta.url))
  await nextMessage(child)

  const order = async (order: Order): Promise<unknown> => {
    child.send(order)
    const reply = replySchema.parse(await nextMessage(child))
    if (!reply.ok) throw new Error(`the fake devices could not ${order.do}: ${reply.reason}`)
    return reply.outcome
  }
  return {
    pid: child.pid ?? 0,
    async connect(devices: Credentials[]) {
      const outcome = await order({ do: 'connect', ...broker, atOnce: SIGN_INS_AT_ONCE, dialect, devices })
      return outcomeSchemas.connect.parse(outcome)
    },
    /** Reconnects all at once, as after a power cut or a restart of the network. */
    async reconnect(ids: readonly string[]) {
      const outcome = await order({ do: 'reconnect', ...broker, atOnce: ids.length, ids: [...ids] })
      return outcomeSchemas.reconnect.parse(outcome)
    },
    async report(ids: readonly string[], perSecond: number, seconds: number, isAtRest = false) {
      const outcome = await order({ do: 'report', ids: [...ids], perSecond, seconds, isAtRest })
      return outcomeSchemas.report.parse(outcome)
    },
    /** From now on every `every`-th upgrade fails; null: none fails. */
    async failUpgrades(every: number | null) {
      await order({ do: 'failUpgrades', every })
    },
    async inspect() {
      return outcomeSchemas.inspect.parse(await order({ do: 'inspect' })).states
    },
    stop: () => endChild(child),
  }
}

export type FakeDevices = Awaited<ReturnType<typeof startFakeDevices>>
