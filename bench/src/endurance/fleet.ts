import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { type FleetNews, type FleetOrder, fleetNewsSchema } from './fleet-messages.ts'
import type { Onlookers } from './onlookers.ts'

/** Controls the fleet process and passes the times of its reports to the onlookers. */
export async function startFleet(child: ChildProcess, onlookers: Onlookers) {
  let sent = 0
  const awaited = new Map<FleetNews['is'], (news: FleetNews) => void>()
  child.on('message', (message) => {
    const news = fleetNewsSchema.parse(message)
    if (news.is === 'reporting') onlookers.begin(news.firstCounts)
    if (news.is === 'sent') {
      onlookers.sent(news.from, news.at)
      sent = news.from + news.at.length
    }
    awaited.get(news.is)?.(news)
  })
  const ended = once(child, 'exit').then(() => {
    throw new Error('the process of the fleet ended')
  })
  // The rejection is handled by the wait that is running; if none is running, it is ignored.
  ended.catch(() => {})
  const news = <Is extends FleetNews['is']>(is: Is) =>
    Promise.race([
      new Promise<FleetNews>((resolve) => {
        awaited.set(is, resolve)
      }),
      ended,
    ])
  const order = async (notified: FleetOrder, answer: FleetNews['is']): Promise<FleetNews> => {
    const answered = news(answer)
    child.send(notified)
    return answered
  }
  await news('started')
  return {
    /** Connects the devices and returns how many were refused. */
    async connect(broker: { host: string; port: number }, devices: { id: string; secret: string }[]) {
      const reported = await order({ do: 'connect', ...broker, devices }, 'connected')
      return reported.is === 'connected' ? reported.refused : devices.length
    },
    report: (perSecond: number) => order({ do: 'report', perSecond }, 'reporting'),
    /** Makes every device report once more that it is at rest. Returns the last report of each device and its count. */
    async rest() {
      const reported = await order({ do: 'rest' }, 'resting')
      if (reported.is !== 'resting') throw new Error(`the fleet is ${reported.is}`)
      return { counts: reported.counts, positions: reported.positions, sent }
    },
  }
}
