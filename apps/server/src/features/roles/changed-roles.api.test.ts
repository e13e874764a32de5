import { activityListSchema } from '@senca/contract/activity'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { untilBlocked } from '#testing/database/until-blocked.ts'
import {
  askRoles,
  changeRole,
  createNeighbors,
  createPerson,
  giveRole,
  listReceived,
  listRoles,
  type Person,
  passTime,
  timeIn,
} from '#testing/homes/role-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { errorOf } from '#testing/test-client.ts'
import { openSignedInSocket, type TestSocket } from '#testing/test-socket.ts'

const HOUR_MS = 3_600_000

let app: TestApp
let anna: Person
let bor: Person
let shade: Awaited<ReturnType<typeof moveIn>>
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  ;({ anna, bor, shade } = await createNeighbors(app))
  return () => shade.device.end()
})

const inMs = (ms: number) => timeIn(app, ms)
const give = (more: object = {}) =>
  giveRole(anna, { permissions: ['command'], devices: [shade.id], users: [bor.email], ...more })
const pass = (ms: number) => passTime(app, [anna, bor], ms)

/** Deletes an account while a call runs, after the call has read the account. */
async function endsMeanwhile<T>({ email }: Person, call: () => Promise<T>): Promise<T> {
  const line = await app.database.pool.connect()
  try {
    await line.query('begin')
    await line.query('delete from accounts where email = $1', [email])
    const answer = call()
    await untilBlocked(app.database.pool, line)
    await line.query('commit')
    return await answer
  } finally {
    line.release()
  }
}

describe('while the account of somebody who has a role ends', () => {
  it('the role can be renamed, for those who are left', async () => {
    const cilka = await createPerson(app)
    const { id } = await give({ users: [bor.email, cilka.email] })
    const answer = await endsMeanwhile(bor, () => askRoles(anna, 'update', { id, name: 'Another' }))
    expect(answer).toMatchObject({ status: 200, body: { name: 'Another', users: [{ email: cilka.email }] } })
    expect(await listRoles(anna)).toMatchObject([{ id, users: [{ email: cilka.email }] }])
  })

  it('the role cannot be given to that account', async () => {
    const { id } = await give({ users: [] })
    const answer = await endsMeanwhile(bor, () => askRoles(anna, 'update', { id, users: [bor.email] }))
    expect([answer.status, errorOf(answer)]).toEqual([404, 'account_not_found'])
    expect(answer.body).toMatchObject({ key: 'users', error_detail: bor.email })
  })
})

describe('while one of its devices is being removed', () => {
  const removing = ({ id }: { id: string }) =>
    app.bus.publish('devices.removal', { origin: 'another instance', deviceId: id, phase: 'removing' })

  it('a role can be revoked and changed, and gets no such device', async () => {
    const lamp = await moveIn(app, anna, 'light')
    const { id } = await give({ users: [bor.email] })
    removing(shade)
    expect(await changeRole(anna, { id, permissions: ['view'] })).toMatchObject({ permissions: ['view'] })
    expect(await changeRole(anna, { id, users: [] })).toMatchObject({ users: [] })
    removing(lamp)
    const answer = await askRoles(anna, 'update', { id, devices: [shade.id, lamp.id] })
    expect([answer.status, errorOf(answer)]).toEqual([409, 'device_busy'])
    await lamp.device.end()
  })

  it('a change that waits for the removal is made for the devices that are left', async () => {
    const lamp = await moveIn(app, anna, 'light')
    const { id } = await give({ devices: [shade.id, lamp.id] })
    const line = await app.database.pool.connect()
    try {
      await line.query('begin')
      await line.query('delete from role_devices where device_id = $1', [lamp.id])
      await line.query('update devices set owner_id = null, name = null where id = $1', [lamp.id])
      const answer = askRoles(anna, 'update', { id, permissions: ['view'] })
      await untilBlocked(app.database.pool, line)
      await line.query('commit')
      expect(await answer).toMatchObject({
        status: 200,
        body: { devices: [shade.id], permissions: ['view'] },
      })
    } finally {
      line.release()
    }
    await lamp.device.end()
  })
})

it('an expired role is listed for its users for 30 days, and for its giver until it is deleted', async () => {
  const { id } = await give({ validBefore: inMs(HOUR_MS) })
  const passDays = async (days: number) => {
    app.clock.advance(days * 24 * HOUR_MS)
    for (const person of [anna, bor]) {
      person.forgetApiToken()
      await person.ok(person.logIn(person.email))
    }
  }
  await passDays(30)
  expect(await listReceived(bor)).toMatchObject([{ id, state: 'expired' }])
  await passDays(1)
  expect(await listReceived(bor)).toEqual([])
  expect(await listRoles(anna)).toMatchObject([{ id, state: 'expired' }])
})

it('all sharing is stopped and resumed under either name', async () => {
  await give()
  const places = ['/auth/api/v1/account/freeze-sharing', '/auth/account/freeze-sharing']
  const links = '/auth/api/v1/device-link/freeze'
  const reported = async () => [
    ...(await Promise.all(places.map((place) => anna.ok(anna.api('GET', place))))),
    await anna.ok(anna.api('GET', links)),
    (await listReceived(bor))[0]?.state,
  ]
  const stopped = [{ on: true }, { on: true }, { frozen: true }, 'paused']
  const going = [{ on: false }, { on: false }, { frozen: false }, 'active']
  for (const place of places) {
    expect(await anna.ok(anna.api('POST', place, { json: { on: true } }))).toEqual({ on: true })
    expect(await reported()).toEqual(stopped)
    await anna.ok(anna.api('POST', links, { json: { frozen: false } }))
    expect(await reported()).toEqual(going)
  }
})

it('a shade that is shared alone names no door behind it, to maintainers too', async () => {
  const door = await moveIn(app, anna, 'home_door', { state: { motorLockConnected: true } })
  const json = { token: shade.id, door: door.id }
  await anna.ok(anna.api('POST', '/auth/api/v1/device/doorway', { json }))
  const role = await give({ permissions: ['maintain'] })
  const doorOf = async (client: Person) => (await client.info(shade.id))[shade.id]?.doorId
  expect([await doorOf(anna), await doorOf(bor)]).toEqual([door.id, null])
  await changeRole(anna, { id: role.id, devices: [shade.id, door.id] })
  expect(await doorOf(bor)).toBe(door.id)
  await door.device.end()
})

it('an export that is being read ends with the role', async () => {
  const rows = 60_000
  const role = await give()
  await app.database.pool.query(
    `insert into activity_log (at, device_id, device_name, account_id, origin, action, details, keep)
    select $1::timestamptz, $2, 'West', (select id from accounts where email = $3), 'app', 'rename', '{"name": "West"}', 'home'
    from generate_series(1, ${rows})`,
    [app.clock.now().toISOString(), shade.id, anna.email],
  )
  const response = await fetch(`${app.url}/auth/api/v1/activity/export?devicetoken=${shade.id}`, {
    headers: { authorization: `Bearer ${await bor.apiToken()}` },
  })
  const reader = response.body?.getReader()
  await reader?.read()
  await anna.ok(askRoles(anna, 'delete', { id: role.id }))
  let lines = 0
  for (;;) {
    const part = await reader?.read()
    if (part === undefined || part.done) break
    lines += new TextDecoder().decode(part.value).split('\n').length - 1
  }
  expect(lines).toBeGreaterThan(0)
  expect(lines).toBeLessThan(rows)
})

it('a role that is extended after its end shows nothing of what happened meanwhile', async () => {
  const role = await give({ validBefore: inMs(HOUR_MS) })
  pass(HOUR_MS)
  await anna.move([{ token: shade.id, command: 'move', position: 20 }])
  pass(HOUR_MS)
  await changeRole(anna, { id: role.id, validBefore: inMs(HOUR_MS) })
  await anna.move([{ token: shade.id, command: 'move', position: 30 }])
  const notified = await bor.ok(bor.api('GET', `/auth/api/v1/activity/list?devicetoken=${shade.id}`))
  const { entries } = activityListSchema.parse(notified)
  expect(entries.map(({ details }) => details.position)).toEqual([0.3])
})

/** The next last Sunday of March, 0:30 UTC: half an hour before the clocks are put forward. */
function beforeSummerTime(now: Date): Date {
  const inYear = (year: number) => {
    const at = new Date(Date.UTC(year, 2, 31, 0, 30))
    at.setUTCDate(31 - at.getUTCDay())
    return at
  }
  const at = inYear(now.getUTCFullYear())
  return at.getTime() - HOUR_MS > now.getTime() ? at : inYear(now.getUTCFullYear() + 1)
}

it('hours follow the clock of the role also on the day on which clocks go forward, and are published as they open and close', async () => {
  // On this Sunday the time from 2:00 to 3:00 does not exist in Ljubljana: 3:30 is one hour after 1:30.
  const opens = beforeSummerTime(app.clock.now())
  const closes = new Date(opens.getTime() + HOUR_MS)
  app.clock.advance(opens.getTime() - 60_000 - app.clock.now().getTime())
  for (const person of [anna, bor]) {
    person.forgetApiToken()
    await person.ok(person.logIn(person.email))
  }
  await give({
    windows: [{ days: [7], from: '01:30', until: '03:30' }],
    timeZone: 'Europe/Ljubljana',
  })
  const listen = async () => openSignedInSocket(app, await bor.websocketToken())
  const notifiedBy = ({ received }: TestSocket) =>
    received.map(({ subject }) => subject).filter((subject) => subject.startsWith('device.'))
  const first = await listen()
  const states: unknown[] = []
  const check = async () => {
    bor.forgetApiToken()
    states.push([(await listReceived(bor))[0]?.state, Object.keys(await bor.info(shade.id)).length])
  }
  await check()
  await app.clock.advanceAsync(opens.getTime() - app.clock.now().getTime())
  await check()
  await vi.waitFor(() => expect(notifiedBy(first)).toEqual(['device.created']))
  await app.clock.advanceAsync(closes.getTime() - 1 - app.clock.now().getTime())
  await check()
  // A websocket token is valid for one hour.
  const second = await listen()
  await app.clock.advanceAsync(1)
  await check()
  expect(states).toEqual([
    ['between_hours', 0],
    ['active', 1],
    ['active', 1],
    ['between_hours', 0],
  ])
  await vi.waitFor(() => expect(notifiedBy(second)).toEqual(['device.deleted']))
  for (const socket of [first, second]) socket.end()
})
