import { PERMISSIONS, type Permission } from '@senca/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { type ApiCall, describedCalls } from '#testing/api-description.ts'
import { createPerson, giveRole, type Person } from '#testing/homes/role-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { PERMISSION_ROWS } from '#testing/permission-rows/permission-rows.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import type { Answer } from '#testing/test-client.ts'
import { openSignedInSocket } from '#testing/test-socket.ts'

type Verb = Permission | 'own'

const V1 = '/auth/api/v1/'
/** The permission that each call about a device requires; `own` for calls that only the owner may make. */
const NEEDED: Record<Verb, string[]> = {
  view: [
    'GET device/info',
    'GET activity/list',
    'GET activity/export',
    'POST group/create',
    'POST room/create',
  ],
  command: ['POST device/move', 'POST device/abort', 'POST device/unlock-challenge', 'POST scenario/create'],
  maintain: [
    'POST device/rename',
    'POST device/settings',
    'POST device/favourite',
    'POST device/ventilation',
    'POST device/restart',
    'POST device/recalibrate',
    'POST device/test-move',
    'POST device/sun',
    'POST device/weather',
    'GET device/upgrade',
    'GET device/health',
    'POST device/upgrade',
  ],
  own: [
    'DELETE device/delete',
    'POST device/replace',
    'POST device/override',
    'POST device/doorway',
    'POST device/unlock-guard',
    'POST device/publickey/add',
    'GET device/publickey/list',
    'POST device/publickey/delete',
    'POST device/publickey/request',
    'GET device/secret',
    'POST device/secret',
    'POST device-link/create',
    'GET access/list',
    'POST role/create',
    'POST bridge/create',
    'POST bridge/identify',
    'POST device/transfer',
    'POST device/transfer/home',
    'POST device/transfer/cancel',
  ],
}
const SEEN_WITH: Record<Permission, readonly Verb[]> = {
  view: ['view'],
  command: ['view', 'command'],
  maintain: ['view', 'maintain'],
}

let app: TestApp
let calls: ApiCall[]
let owner: Person
let receiver: Person
let shade: Awaited<ReturnType<typeof moveIn>>
let hidden: Awaited<ReturnType<typeof moveIn>>
const holders = new Map<Permission, Person>()
beforeAll(async () => {
  app = await createTestApp()
  owner = await createPerson(app)
  receiver = await createPerson(app)
  shade = await moveIn(app, owner, 'roller_shutter', { state: { position: 0 } })
  hidden = await moveIn(app, owner, 'roller_shutter')
  const around = { app, receiverEmail: receiver.email }
  calls = (await describedCalls(app.http)).filter(({ name, access }) => {
    const isByBearer = access === 'api-token' || access === 'api-token-or-link'
    return isByBearer && JSON.stringify(PERMISSION_ROWS[name]?.request(shade.id, around)).includes(shade.id)
  })
  for (const permission of PERMISSIONS) {
    const holder = await createPerson(app)
    holders.set(permission, holder)
    await giveRole(owner, { permissions: [permission], devices: [shade.id], users: [holder.email] })
  }
})
afterAll(async () => {
  for (const { device } of [shade, hidden]) await device.end()
  await app.close()
})

const holderOf = (permission: Permission): Person => {
  const holder = holders.get(permission)
  if (holder === undefined) throw new Error(`nobody is granted anything to ${permission}`)
  return holder
}
const errorSchema = z.object({ error: z.string() })
/** The error of an answer or of its only result; null for none. */
const errorOf = ({ body }: Answer): string | null => {
  const parsed = errorSchema.safeParse(Array.isArray(body) ? body[0] : body)
  return parsed.success ? parsed.data.error : null
}
const moves = (...ids: string[]) => ids.map((token) => ({ token, command: 'move', position: 50 }))
const shortOf = ({ method, path }: ApiCall) => `${method} ${path.replace(V1, '')}`

describe('the matrix of roles', () => {
  it('says of every call about a device what it takes', () => {
    const isAboutLinks = (name: string) => /device-link\/(action|stop)$/.test(name)
    // Found hardware is no device: its ids are known to the account alone.
    const isAboutEntities = (name: string) => name.includes(' discovery/')
    const named = calls.map(shortOf).filter((name) => !isAboutLinks(name) && !isAboutEntities(name))
    expect(named.toSorted()).toEqual(Object.values(NEEDED).flat().toSorted())
  })

  it.each(PERMISSIONS)(
    'keeps what is not shared from accounts that may %s something else',
    async (permission) => {
      const holder = holderOf(permission)
      for (const call of calls) {
        const row = PERMISSION_ROWS[call.name]
        const { query = '', ...request } =
          row?.request(hidden.id, { app, receiverEmail: receiver.email }) ?? {}
        const answer = await holder.api(call.method, `${call.path}?${query}`, request)
        const { other: expected } = row ?? {}
        if (expected === undefined) continue
        expect([call.name, answer.body]).toMatchObject([call.name, expected(hidden.id)])
      }
    },
  )

  it.each(PERMISSIONS)(
    'lets an account with a grant to %s a device do that and no more',
    async (permission) => {
      const holder = holderOf(permission)
      for (const [verb, names] of Object.entries(NEEDED)) {
        const isAllowed = SEEN_WITH[permission].some((contained) => contained === verb)
        for (const name of names) {
          const call = calls.find((one) => shortOf(one) === name)
          const row = call === undefined ? undefined : PERMISSION_ROWS[call.name]
          if (call === undefined || row === undefined) throw new Error(`there is no ${name}`)
          const { query = '', ...request } = row.request(shade.id, { app, receiverEmail: receiver.email })
          const answer = await holder.api(call.method, `${call.path}?${query}`, request)
          const refusal = row.refusal ?? null
          if (isAllowed)
            expect([name, [null, refusal]]).toEqual([name, expect.arrayContaining([errorOf(answer)])])
          else expect([name, errorOf(answer)]).toEqual([name, 'insufficient_permission'])
        }
      }
      expect(Object.keys(await owner.info(shade.id))).toEqual([shade.id])
    },
  )

  it('judges each device of a batch for itself', async () => {
    const results = async (permission: Permission) => {
      const answered = await holderOf(permission).move(moves(shade.id, hidden.id))
      return answered.map((one) => (one.status === 'error' ? one.error : one.status)).toSorted()
    }
    expect(await results('view')).toEqual(['device_not_exist', 'insufficient_permission'])
    expect(await results('maintain')).toEqual(['device_not_exist', 'insufficient_permission'])
    expect(await results('command')).toEqual(['device_not_exist', 'success'])
  })

  it('lets groups be made of what is seen, and moved by who may command', async () => {
    const moveGroup = async (permission: Permission) => {
      const holder = holderOf(permission)
      const json = { name: 'Of mine', devices: [shade.id] }
      const { id } = Object(await holder.ok(holder.api('POST', `${V1}group/create`, { json })))
      return errorOf(
        await holder.api('POST', `${V1}group/move`, { json: { id, command: 'move', position: 40 } }),
      )
    }
    expect(await moveGroup('view')).toBe('insufficient_permission')
    expect(await moveGroup('maintain')).toBe('insufficient_permission')
    expect(await moveGroup('command')).toBeNull()
  })

  it.each(PERMISSIONS)(
    'notifies the socket of an account that may %s a device of it, and of nothing else',
    async (permission) => {
      const socket = await openSignedInSocket(app, await holderOf(permission).websocketToken())
      const about = (id: string) =>
        socket.received
          .filter((message) => JSON.stringify(message).includes(id))
          .map(({ subject }) => subject)
      const place = { view: 0.31, command: 0.32, maintain: 0.33 }[permission]
      hidden.device.report({ position: place })
      shade.device.report({ position: place })
      await vi.waitFor(() => expect(about(shade.id)).toContain('device.state_update'))
      expect(about(hidden.id)).toEqual([])
      socket.end()
    },
  )

  it.each(PERMISSIONS)(
    'names nobody else’s address in what who may %s reads and exports',
    async (permission) => {
      const holder = holderOf(permission)
      await owner.move(moves(shade.id))
      const texts = await Promise.all(
        ['activity/list', 'activity/export'].map(async (path) =>
          JSON.stringify((await holder.api('GET', `${V1}${path}?devicetoken=${shade.id}`)).body),
        ),
      )
      const others = [owner, receiver, ...[...holders.values()].filter((one) => one !== holder)]
      for (const text of texts) for (const { email } of others) expect(text).not.toContain(email)
    },
  )
})
