import { type MqttCredentials, mqttCredentialsSchema } from '@senca/contract/mqtt'
import { endChild, forkModule, nextMessage } from '../product/child.ts'
import type { HomeAccount } from '../product/home-account.ts'
import type { CoverForm } from './announced-cover.ts'
import { type BridgeOrder, bridgeReplySchema } from './bridge-orders.ts'

/** Starts a bridge in the space of an account, in a process of its own. */
export async function startBridge(account: HomeAccount) {
  const { port, username, password }: MqttCredentials = mqttCredentialsSchema.parse(
    await account.post('mqtt/credentials', {}),
  )
  const child = forkModule(new URL('./bridge.process.ts', import.meta.url))
  await nextMessage(child)
  const order = async (asked: BridgeOrder): Promise<number> => {
    child.send(asked)
    const reply = bridgeReplySchema.parse(await nextMessage(child))
    if (!reply.ok) throw new Error(`the bridge could not ${asked.do}: ${reply.reason}`)
    return reply.sent
  }
  await order({ do: 'connect', host: '127.0.0.1', port, username, password })
  return {
    /** Announces covers in one burst. */
    announce: (form: CoverForm, count: number) => order({ do: 'announce', form, count }),
    withdraw: (form: CoverForm, count: number) => order({ do: 'withdraw', form, count }),
    /** Reports states at an even rate; each cover moves. Returns their number. */
    report: (form: CoverForm, asked: { count: number; perSecond: number; seconds: number }) =>
      order({ do: 'report', form, ...asked }),
    stop: () => endChild(child),
  }
}

export type Bridge = Awaited<ReturnType<typeof startBridge>>
