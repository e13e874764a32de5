import { randomUUID } from 'node:crypto'
import { apiTokenSchema, commandResultsSchema, LIMITS } from '@senca/contract'
import { notificationsSchema } from '@senca/contract/notifications'
import { connectTo } from '../product/embedded-database.ts'
import { startProductWorld } from '../product/product.ts'
import { insertAll } from './pushes.ts'

const LISTED = 50

export interface NotificationCalls {
  /** Milliseconds of `notification/list` of a person who has as many notifications as are kept. */
  listed: number[]
  /** Milliseconds from the press of a button, without a token yet, until the device has acknowledged its command. */
  pressed: number[]
}

/** Calls of a page and of a worker, each this many times. */
export async function measureNotificationCalls(rounds: number): Promise<NotificationCalls> {
  const product = await startProductWorld()
  const database = await connectTo(product.dataDir)
  try {
    const [home = []] = await product.addHomes(1, rounds)
    const account = product.accountOf(home)
    const { rows } = await database.query('select owner_id from devices where id = $1', [home[0]])
    const accountId = String(rows[0].owner_id)
    const at = new Date().toISOString()
    const entries = Array.from({ length: LIMITS.NOTIFICATIONS_PER_ACCOUNT }, (_, place) => ({
      ...{ id: randomUUID(), account_id: accountId, owner_id: accountId, key: `bench:${place}`, at },
      ...{ kind: 'command_failed', level: 'normal', device_id: home[place % home.length] },
      data: {
        words: 'command_failed',
        device: `Shade ${place}`,
        since: at,
        command: { command: 'move', position: 50 },
      },
    }))
    await insertAll(database, 'notifications', entries)

    const listed: number[] = []
    const pressed: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const begun = performance.now()
      const list = notificationsSchema.parse(await account.get('notification/list'))
      listed.push(performance.now() - begun)
      if (list.length !== LISTED) throw new Error(`${list.length} notifications were listed`)
    }
    const headers = { cookie: await account.signIn() }
    for (const { id } of entries.slice(0, rounds)) {
      const begun = performance.now()
      const login = await fetch(`${product.url}/auth/login`, { method: 'POST', headers })
      const { token } = apiTokenSchema.parse(await login.json())
      const answer = await fetch(`${product.url}/auth/api/v1/notification/act`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ id, action: 'retry' }),
      })
      const [result] = commandResultsSchema.parse(await answer.json())
      pressed.push(performance.now() - begun)
      if (result?.status !== 'success') throw new Error(`the button answered ${JSON.stringify(result)}`)
    }
    return { listed, pressed }
  } finally {
    await database.end()
    await product.stop()
  }
}
