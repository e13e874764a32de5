import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { makePushRows } from '@senca/server/testing/push-rows.ts'
import type pg from 'pg'
import { connectTo } from '../product/embedded-database.ts'
import { memoryOf, processorSeconds } from '../product/process-cost.ts'
import { startProductWorld } from '../product/product.ts'
import { measureRoundTrips } from './roundtrip.ts'

const PHONES_EACH = 10
const ACCOUNT = { is_confirmed: true, locale: 'en', created_at: '2026-01-01T00:00:00Z' }
/** How long the push service takes to answer. */
const ANSWER_MS = 100
const DEVICES = 10
const CALM_S = 5
const SETTLE_MS = 200
const SECRET = 'secret-of-the-measurement'
/** No command waits longer, so that some are sent in the time in which the pushes are. */
const SECONDS_OF_COMMANDS = 10

export interface PushFigures {
  /** Milliseconds from an event until the push service accepted its push, which takes 100 ms of it. */
  handedOver: number[]
  /** Seconds until all pushes that were due at once were accepted. */
  allSeconds: number
  /** Milliseconds of server processor for each of them. */
  processorMs: number
  /** MiB above the memory before. */
  memoryMib: number
  /** Milliseconds, the 95th percentile of commands before and meanwhile. */
  commandsAtRest: number
  commandsMeanwhile: number
}

/** A push service that accepts everything, after a while. */
async function startPushService() {
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => void setTimeout(() => response.writeHead(201).end(), ANSWER_MS))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the push service has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Inserts rows as they are named in the database. */
export const insertAll = (database: pg.Client, table: string, rows: readonly object[]) =>
  database.query(
    `insert into ${table} select (jsonb_populate_record(null::${table}, row)).*
     from jsonb_array_elements($1::jsonb) as row`,
    [JSON.stringify(rows)],
  )

/** Events of one phone, and then many pushes that are due at once. */
export async function measurePushes(events: number, count: number): Promise<PushFigures> {
  const service = await startPushService()
  const product = await startProductWorld({ PUSH_SERVICES: service.url, SESSION_SECRET: SECRET })
  const [serverPid = 0] = product.serverPids
  const database = await connectTo(product.dataDir)
  try {
    const [home = []] = await product.addHomes(1, DEVICES)
    const accountIds = Array.from({ length: Math.ceil(count / PHONES_EACH) }, () => randomUUID())
    await insertAll(
      database,
      'accounts',
      accountIds.map((id) => ({ id, email: `${id}@example.com`, email_key: id, ...ACCOUNT })),
    )
    const rowsOf = (number: number, dueAt: Date) =>
      makePushRows({ sessionSecret: SECRET, accountIds, service: service.url, dueAt }, number)
    const put = async (rows: ReturnType<typeof rowsOf>, isNotified: boolean) => {
      await database.query('begin')
      await insertAll(
        database,
        'push_subscriptions',
        rows.map(({ subscription }) => subscription),
      )
      await insertAll(
        database,
        'notifications',
        rows.map(({ notification }) => notification),
      )
      await insertAll(
        database,
        'pushes',
        rows.map(({ push }) => push),
      )
      if (isNotified) await database.query(`select pg_notify('senca', '{"topic":"pushes","items":["due"]}')`)
      await database.query('commit')
    }
    const clear = () => database.query('delete from notifications; delete from push_subscriptions')
    for (let event = 0; event < events; event += 1) {
      await put(rowsOf(1, new Date()), true)
      await wait(SETTLE_MS)
    }
    await waitForAll(database)
    const { rows: taken } = await database.query(
      'select extract(epoch from state_at - created_at) * 1000 as ms from pushes where state = $1',
      ['accepted'],
    )
    const handedOver = taken.map(({ ms }) => Number(ms))
    await clear()

    const seats = home.map((deviceId) => ({ home, deviceId }))
    const { p95: commandsAtRest } = await measureRoundTrips(product, { seats, seconds: CALM_S })
    const rows = rowsOf(count, new Date())
    const before = { memory: memoryOf(serverPid).rss, processor: processorSeconds([serverPid]) }
    const begun = performance.now()
    await put(rows, true)
    let highest = 0
    const all = waitForAll(database, () => {
      highest = Math.max(highest, memoryOf(serverPid).rss)
    }).then(() => ({
      seconds: (performance.now() - begun) / 1_000,
      processor: processorSeconds([serverPid]) - before.processor,
    }))
    const { p95: commandsMeanwhile } = await measureRoundTrips(product, {
      seats,
      seconds: SECONDS_OF_COMMANDS,
    })
    const { seconds, processor } = await all
    return {
      handedOver,
      allSeconds: seconds,
      processorMs: (processor * 1_000) / count,
      memoryMib: (highest - before.memory) / 2 ** 20,
      commandsAtRest,
      commandsMeanwhile,
    }
  } finally {
    await database.end()
    await product.stop()
    service.stop()
  }
}

async function waitForAll(database: pg.Client, meanwhile: () => void = () => {}): Promise<void> {
  for (;;) {
    const { rows } = await database.query(
      'select count(*)::int as number from pushes where next_at is not null',
    )
    if (rows[0].number === 0) return
    meanwhile()
    await wait(SETTLE_MS)
  }
}
