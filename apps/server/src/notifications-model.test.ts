import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Chance, createChance } from '#testing/chance.ts'
import { createPushServiceDouble, type PushServiceDouble } from '#testing/doubles/push-service.ts'
import type { FakeDevice } from '#testing/fake-device.ts'
import { seedOfRun, sizeOfRun } from '#testing/full-run.ts'
import { listNotifications, type TestPhone, turnOnPushes } from '#testing/homes/phone-home.ts'
import { giveRole } from '#testing/homes/role-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import {
  createInstallation,
  INSTANCE_START_MS,
  type Installation,
  type Instance,
} from '#testing/instances.ts'
import { createTestClient, newEmail, type TestClient } from '#testing/test-client.ts'

const DEEDS = sizeOfRun(60, 14)
const DOORS = 3
const SEED = seedOfRun(31)

let service: PushServiceDouble
let installation: Installation
let instances: Instance[]
const doors: { id: string; device: FakeDevice; isJammed: boolean }[] = []
beforeAll(async () => {
  service = await createPushServiceDouble()
  installation = await createInstallation({ LOG_LEVEL: 'error', ...service.environment })
  instances = [await installation.start(), await installation.start()]
}, 2 * INSTANCE_START_MS)
afterAll(async () => {
  for (const { device } of doors) device.cut()
  await installation?.remove()
  await service?.close()
})

const LOCKED = { motorLockConnected: true, motorLockLocked: true, motorLockState: 'locked' }
const JAMMED = { motorLockConnected: true, motorLockLocked: null, motorLockState: 'jammed' }
const SOURCES = ['break_in', 'smoke'] as const
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const until = (check: () => Promise<unknown>) => vi.waitFor(check, { timeout: 120_000, interval: 200 })

/** A person who calls whichever instance lives, and calls again where one was killed meanwhile. */
async function createCaller(chance: Chance) {
  const email = newEmail()
  const first = createTestClient(instances[0] ?? { url: '' })
  await first.ok(first.register(email))
  await installation.database.db.execute(sql`update accounts set is_confirmed = true where email = ${email}`)
  const cookie = first.cookie()
  const clients = new Map<string, TestClient>()
  const at = ({ url }: Instance): TestClient => {
    const known = clients.get(url) ?? createTestClient({ url })
    known.setCookie(cookie)
    clients.set(url, known)
    return known
  }
  return {
    email,
    /** Does something at one of the instances, until one of them has answered. */
    do: async <T>(deed: (client: TestClient) => Promise<T>): Promise<T> => {
      for (;;) {
        const instance = chance.pick(instances)
        try {
          return await deed(at(instance))
        } catch (error) {
          if (instances.includes(instance)) throw error
        }
      }
    },
  }
}
type Caller = Awaited<ReturnType<typeof createCaller>>

const post = (person: Caller, path: string, json: object) =>
  person.do((client) => client.ok(client.api('POST', `/auth/api/v1/${path}`, { json })))

/** An event of the home that must not be missed. */
interface Event {
  kind: 'lock_jammed' | 'alarm'
  deviceId: string | null
  source: string | null
  isOver: boolean
  isSeen: boolean
  /** Whether Bor was to be notified of it when it happened. */
  isBors: boolean
}

interface Row {
  email: string
  id: string
  kind: string
  deviceId: string | null
  endedAt: Date | null
  seenAt: Date | null
}
const rowsOf = async (): Promise<Row[]> => {
  const { rows } = await installation.database.db.execute<Row & Record<string, unknown>>(sql`
    select a.email, n.id, n.kind, n.device_id as "deviceId", n.ended_at as "endedAt", n.seen_at as "seenAt"
    from notifications n join accounts a on a.id = n.account_id
    where n.kind in ('lock_jammed', 'alarm') order by n.at, n.id`)
  return rows
}
/** How often each notification was pushed, without what says that it is over. */
const pushesOf = async (): Promise<Map<string, number>> => {
  const { rows } = await installation.database.db.execute<{ id: string; count: number }>(sql`
    select notification_id as id, count(*)::int as count from pushes where purpose = 'event' group by notification_id`)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

it(`of random events each person has each once, and each step is taken once, while servers are killed; seed ${SEED} [PK15] [PK31] [PK36]`, async () => {
  const chance = createChance(SEED)
  const ana = await createCaller(chance)
  const bor = await createCaller(chance)
  const phone: TestPhone = await ana.do((client) => turnOnPushes(client, service))
  const mqtt = { host: '127.0.0.1', port: installation.mosquitto.port }
  for (let count = 0; count < DOORS; count += 1) {
    const door = await ana.do((client) =>
      moveIn({ mqtt }, client, 'home_door', { state: LOCKED, session: 1 }),
    )
    doors.push({ ...door, isJammed: false })
  }
  const devices = doors.map(({ id }) => id)
  const share = () =>
    ana.do((client) => giveRole(client, { permissions: ['view'], devices, users: [bor.email] }))
  let role: string | null = (await share()).id
  await post(bor, 'notification/choices', {
    homes: { [ana.email]: { kinds: { lock_jammed: { push: true } } } },
  })
  await post(ana, 'notification/escalation', { people: [bor.email] })
  await post(bor, 'notification/escalation/accept', { owner: ana.email, accept: true })

  const events: Event[] = []
  const ofAna = async () => (await rowsOf()).filter(({ email }) => email === ana.email)
  const begin = async (event: Pick<Event, 'kind' | 'deviceId' | 'source'>) => {
    events.push({
      ...event,
      isOver: false,
      isSeen: false,
      isBors: event.kind === 'lock_jammed' && role !== null,
    })
    await until(async () => expect(await ofAna()).toHaveLength(events.length))
  }
  const end = async (which: (event: Event) => boolean) => {
    for (const event of events) if (which(event)) event.isOver = true
    const over = events.filter(({ isOver }) => isOver).length
    await until(async () =>
      expect((await ofAna()).filter(({ endedAt }) => endedAt !== null)).toHaveLength(over),
    )
  }
  /** Kills one of the two, and starts another one in its place. */
  const kill = async () => {
    const [killed, ...left] = chance.below(2) === 0 ? instances : instances.toReversed()
    instances = left
    killed?.child.kill('SIGKILL')
    instances.push(await installation.start())
  }

  const deeds = {
    async jam() {
      const door = chance.pick(doors)
      door.isJammed = !door.isJammed
      door.device.report(door.isJammed ? JAMMED : LOCKED)
      const isKilled = chance.below(4) === 0
      if (isKilled) await wait(chance.below(300))
      const killing = isKilled ? kill() : null
      if (door.isJammed) await begin({ kind: 'lock_jammed', deviceId: door.id, source: null })
      else await end(({ deviceId }) => deviceId === door.id)
      await killing
    },
    async alarm() {
      const source = chance.pick(SOURCES)
      const isOn = !events.some((event) => event.source === source && !event.isOver)
      // Twice at the same time, at one instance or at both.
      await Promise.all([1, 2].map(() => post(ana, 'security/alarm', { source, on: isOn })))
      if (isOn) await begin({ kind: 'alarm', deviceId: null, source })
      else await end((event) => event.source === source)
    },
    async see() {
      const ids = (await ofAna()).filter(() => chance.below(2) === 0).map(({ id }) => id)
      if (ids.length === 0) return
      await post(ana, 'notification/seen', { ids })
      const rows = await ofAna()
      for (const [place, event] of events.entries()) event.isSeen = rows[place]?.seenAt != null
    },
    async role() {
      if (role === null) role = (await share()).id
      else {
        await post(ana, 'role/delete', { id: role })
        role = null
      }
    },
    kill,
  }
  for (let count = 0; count < DEEDS; count += 1)
    await deeds[chance.weighted({ jam: 6, alarm: 4, see: 2, role: 3, kill: 1 })]()

  // All steps are due at once, for both servers, of which one is killed.
  await installation.database.db.execute(
    sql`update escalation_steps set due_at = now() where done_at is null`,
  )
  await wait(chance.below(1_500))
  await kill()
  await until(async () => {
    const { rows } = await installation.database.db.execute(
      sql`select notification_id from escalation_steps where done_at is null`,
    )
    expect(rows).toEqual([])
  })

  const rows = await rowsOf()
  const pushes = await pushesOf()
  const own = rows.filter(({ email }) => email === ana.email)
  expect(own.map(({ kind, deviceId }) => [kind, deviceId])).toEqual(
    events.map(({ kind, deviceId }) => [kind, deviceId]),
  )
  // What nobody has seen and lasts was pushed once more by its first step; else a push may have been dropped as no longer true.
  const counts = own.map(({ id }) => pushes.get(id) ?? 0)
  const isLeft = ({ isSeen, isOver }: Event) => !isSeen && !isOver
  expect(
    counts.map((count, place) =>
      events.some((event, at) => at === place && isLeft(event)) ? count : Math.max(1, count),
    ),
  ).toEqual(events.map((event) => (isLeft(event) ? 2 : 1)))
  const bors = events.filter(
    ({ kind, isBors, isSeen, isOver }) =>
      kind === 'lock_jammed' && (isBors || (role !== null && !isSeen && !isOver)),
  )
  expect(
    rows
      .filter(({ email }) => email === bor.email)
      .map(({ deviceId }) => deviceId)
      .sort(),
  ).toEqual(bors.map(({ deviceId }) => deviceId).sort())
  const seenByBor = (await bor.do(listNotifications)).filter(({ kind }) => kind === 'lock_jammed')
  expect(seenByBor).toHaveLength(role === null ? 0 : bors.length)
  // Every row was sent, with whatever was sent again after a crash under the same tag.
  await until(async () => {
    const { rows: waiting } = await installation.database.db.execute(
      sql`select id from pushes where state = 'waiting'`,
    )
    expect(waiting).toEqual([])
  })
  const tags = new Set(service.of(phone.name).map(({ notification }) => notification.tag))
  for (const { kind, deviceId } of events)
    if (kind === 'lock_jammed') expect(tags).toContain(`${kind}:${deviceId}`)
}, 900_000)
