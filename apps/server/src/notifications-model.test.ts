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
import { createMovedClock } from '#testing/moved-clock.ts'
import { createTestClient, newEmail, type TestClient } from '#testing/test-client.ts'

const DEEDS = sizeOfRun(60, 14)
const DOORS = 3
const SEED = Number(process.env.NOTIFICATIONS_SEED ?? seedOfRun(31))
/** Nothing is due by the time that the run takes, and everything after the clock was set forward. */
const ESCALATION_MINUTES = 60
const JUMPS_MS = [-3, 3].map((hours) => hours * 3_600_000)

const clock = createMovedClock()

let service: PushServiceDouble
let installation: Installation
let instances: Instance[]
const doors: { id: string; device: FakeDevice; isJammed: boolean }[] = []
beforeAll(async () => {
  service = await createPushServiceDouble()
  installation = await createInstallation({
    LOG_LEVEL: 'error',
    ...service.environment,
    ...clock.environment,
  })
  instances = [await installation.start(), await installation.start()]
}, 2 * INSTANCE_START_MS)
afterAll(async () => {
  for (const { device } of doors) device.cut()
  await installation?.remove()
  await service?.close()
  clock.remove()
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
    /** Its tokens have ended, or are not known yet, where the clock was set. */
    renew: () => {
      for (const client of clients.values()) client.forgetApiToken()
    },
    /** Waits until something is so at each instance. */
    everywhere: (check: (client: TestClient) => Promise<void>) =>
      until(async () => {
        for (const instance of instances) await check(at(instance))
      }),
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
  /** Ana's notification of it. */
  id: string
  kind: 'lock_jammed' | 'alarm'
  deviceId: string | null
  source: string | null
  isOver: boolean
  isSeen: boolean
  /** Whether Bor was to be notified of it. */
  isBors: boolean
  /** Whether its steps were taken while nobody had seen it and it lasted. */
  isEscalated: boolean
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
/** When the steps that nobody has taken are due. */
const stepsDue = async (): Promise<Date[]> => {
  const { rows } = await installation.database.db.execute<{ due: Date }>(
    sql`select due_at as due from escalation_steps where done_at is null`,
  )
  return rows.map(({ due }) => new Date(due))
}
/** How often each notification was pushed, without what says that it is over. */
const pushesOf = async (): Promise<Map<string, number>> => {
  const { rows } = await installation.database.db.execute<{ id: string; count: number }>(sql`
    select notification_id as id, count(*)::int as count from pushes where purpose = 'event' group by notification_id`)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

it(`of random events each person has each once, and each step is taken once, while servers are killed and the clock is set; seed ${SEED} [PK15] [PK31] [PK36]`, async () => {
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
  await post(ana, 'notification/escalation', {
    people: [bor.email],
    afterMinutes: ESCALATION_MINUTES,
  })
  await post(bor, 'notification/escalation/accept', { owner: ana.email, accept: true })

  const events: Event[] = []
  const ofAna = async () => (await rowsOf()).filter(({ email }) => email === ana.email)
  const begin = async (event: Pick<Event, 'kind' | 'deviceId' | 'source'>) => {
    await until(async () => expect(await ofAna()).toHaveLength(events.length + 1))
    const id = (await ofAna())
      .map((row) => row.id)
      .find((found) => events.every((known) => known.id !== found))
    const isBors = event.kind === 'lock_jammed' && role !== null
    events.push({
      ...event,
      id: id ?? '',
      isOver: false,
      isSeen: false,
      isBors,
      isEscalated: false,
    })
  }
  const end = async (which: (event: Event) => boolean) => {
    for (const event of events) if (which(event)) event.isOver = true
    const over = events.filter(({ isOver }) => isOver).length
    await until(async () =>
      expect((await ofAna()).filter(({ endedAt }) => endedAt !== null)).toHaveLength(over),
    )
  }
  const isLeft = ({ isSeen, isOver }: Event) => !isSeen && !isOver
  /** All steps of what happened until now are taken. */
  const escalate = async () => {
    await until(async () => expect((await stepsDue()).filter((due) => due <= clock.now())).toEqual([]))
    for (const event of events.filter((each) => isLeft(each) && !each.isEscalated)) {
      event.isEscalated = true
      if (event.kind === 'lock_jammed' && role !== null) event.isBors = true
    }
  }
  let jumpedMs = 0
  const setClock = async (ms: number) => {
    const isForward = ms > jumpedMs
    jumpedMs = ms
    clock.set(ms)
    await until(async () => expect(instances.every(({ child }) => clock.isOf(child.pid))).toBe(true))
    for (const person of [ana, bor]) person.renew()
    if (isForward) return escalate()
    // Nothing that was stored by the later clock waits longer than it would have by this one.
    await until(async () => {
      const latest = new Date(clock.now().getTime() + 2 * ESCALATION_MINUTES * 60_000)
      expect((await stepsDue()).filter((due) => due > latest)).toEqual([])
    })
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
      // What the killed server had received may be lost, and is read at the broker by the one that has just started, for a person who looks.
      if (isKilled) await kill()
      // A lock takes longer than an instance needs to publish its report to the other.
      const state = door.isJammed ? JAMMED : LOCKED
      await ana.everywhere(async (client) =>
        expect((await client.info(door.id))[door.id]?.state).toMatchObject(state),
      )
      if (door.isJammed) await begin({ kind: 'lock_jammed', deviceId: door.id, source: null })
      else await end(({ deviceId }) => deviceId === door.id)
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
      const seen = new Set((await ofAna()).flatMap(({ id, seenAt }) => (seenAt === null ? [] : id)))
      for (const event of events) event.isSeen = seen.has(event.id)
    },
    async role() {
      if (role === null) role = (await share()).id
      else {
        await post(ana, 'role/delete', { id: role })
        role = null
      }
    },
    kill,
    /** Forward or back, and the next time back to the real time. */
    jump: () => setClock(jumpedMs === 0 ? chance.pick(JUMPS_MS) : 0),
  }
  for (let count = 0; count < DEEDS; count += 1)
    await deeds[chance.weighted({ jam: 6, alarm: 4, see: 2, role: 3, kill: 1, jump: 2 })]()

  await setClock(0)
  // All steps are due at once, for both servers, of which one is killed.
  await installation.database.db.execute(
    sql`update escalation_steps set due_at = now() where done_at is null`,
  )
  await wait(chance.below(1_500))
  await kill()
  await escalate()

  const rows = await rowsOf()
  const pushes = await pushesOf()
  const own = new Map(rows.filter(({ email }) => email === ana.email).map((row) => [row.id, row]))
  expect(own.size).toBe(events.length)
  for (const { id, kind, deviceId } of events) expect(own.get(id)).toMatchObject({ kind, deviceId })
  // What was escalated was pushed once more by its first step; a push that was no longer true may have been left out.
  for (const event of events) {
    const count = pushes.get(event.id) ?? 0
    const most = event.isEscalated ? 2 : 1
    expect({ event, count }).toEqual({ event, count: isLeft(event) ? most : Math.min(count, most) })
  }
  const bors = events.filter(({ isBors }) => isBors)
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
