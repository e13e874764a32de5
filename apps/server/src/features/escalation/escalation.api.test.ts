import { escalationSchema } from '@senca/contract/notifications'
import { pushIdSchema } from '@senca/contract/push'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PushServiceDouble } from '#testing/doubles/push-service.ts'
import { eventually as eventuallyIn } from '#testing/eventually.ts'
import {
  askPush,
  createPushedApp,
  JAMMED,
  LOCKED_DOOR,
  listNotifications,
  mailKindsOf,
  type TestPhone,
  turnOnPushes,
} from '#testing/homes/phone-home.ts'
import { createPerson, giveRole, type Person, passTime } from '#testing/homes/role-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import type { TestApp } from '#testing/test-app.ts'
import { refusalOf } from '#testing/test-client.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

const MINUTE_MS = 60_000
let service: PushServiceDouble
let app: TestApp
let ana: Person
let bor: Person
beforeAll(async () => {
  const pushed = await createPushedApp()
  ;({ app, service } = pushed)
  return pushed.close
})
beforeEach(async () => {
  ana = await createPerson(app)
  bor = await createPerson(app)
})

const CALL = '/auth/api/v1/notification/escalation'
const standing = async (person: Person) => escalationSchema.parse(await person.ok(person.api('GET', CALL)))
const ask = (person: Person, json: object) => person.api('POST', CALL, { json })
const change = async (person: Person, json: object) =>
  escalationSchema.parse(await person.ok(ask(person, json)))
const accept = (person: Person, json: object) => person.api('POST', `${CALL}/accept`, { json })
const eventually = (check: () => unknown) => eventuallyIn(app, check)
const titles = ({ name }: TestPhone) => service.of(name).map(({ notification }) => notification.title)
const pass = async (minutes: number) => {
  passTime(app, [ana, bor], minutes * MINUTE_MS)
  await app.clock.advanceAsync(3_000)
}
const mailKinds = ({ email }: Person) => mailKindsOf(app, email)

/** A door of Ana that Bor may see, whose lock jams. */
async function jam(): Promise<Awaited<ReturnType<typeof moveIn>>> {
  const front = await moveIn(app, ana, 'home_door', { state: LOCKED_DOOR })
  await giveRole(ana, { permissions: ['view'], devices: [front.id], users: [bor.email] })
  await front.device.report(JAMMED)
  await eventually(async () =>
    expect((await listNotifications(ana)).map(({ kind }) => kind)).toContain('lock_jammed'),
  )
  return front
}

describe('notification/escalation [PK31]', () => {
  it('has five minutes and an e-mail without a choice, and keeps what is absent', async () => {
    expect(await standing(ana)).toEqual({ afterMinutes: 5, mail: true, people: [], asked: [] })
    expect(await change(ana, { afterMinutes: 10 })).toMatchObject({ afterMinutes: 10, mail: true })
    expect(await change(ana, { mail: false })).toMatchObject({ afterMinutes: 10, mail: false })
  })

  it('names people with a role, who are asked and agree', async () => {
    const shade = await moveIn(app, ana, 'roller_shutter')
    expect(refusalOf(await ask(ana, { people: [bor.email] }))).toMatchObject({
      status: 404,
      error: 'resource_not_found',
      key: 'people',
    })
    await giveRole(ana, { permissions: ['view'], devices: [shade.id], users: [bor.email] })
    expect((await change(ana, { people: [bor.email] })).people).toEqual([
      { email: bor.email, accepted: false },
    ])
    expect((await listNotifications(bor)).map(({ title }) => title)).toContain(
      'You are asked to help with a home',
    )
    expect((await standing(bor)).asked).toEqual([{ owner: ana.email, accepted: false }])
    expect(await bor.ok(accept(bor, { owner: ana.email, accept: true }))).toEqual({})
    expect((await standing(ana)).people).toEqual([{ email: bor.email, accepted: true }])
    expect((await change(ana, { afterMinutes: 3 })).people).toEqual([{ email: bor.email, accepted: true }])
    expect((await change(ana, { people: [] })).people).toEqual([])
    expect(refusalOf(await accept(bor, { owner: ana.email, accept: true }))).toMatchObject({
      status: 404,
      key: 'owner',
    })
  })

  it.each([{ afterMinutes: 0 }, { afterMinutes: 61 }, { people: ['a', 'b', 'c'] }, { sound: true }])(
    'refuses %o',
    async (json) => expect((await ask(ana, json)).status).toBe(400),
  )
})

describe('what must not be missed and nobody sees [PK31]', () => {
  it('is shown again with an e-mail, and then reaches people who agreed, each step once', async () => {
    const phone = await turnOnPushes(ana, service)
    const borsPhone = await turnOnPushes(bor, service)
    const front = await moveIn(app, ana, 'home_door', { state: LOCKED_DOOR })
    await giveRole(ana, { permissions: ['view'], devices: [front.id], users: [bor.email] })
    await change(ana, { people: [bor.email] })
    await accept(bor, { owner: ana.email, accept: true })
    await ana.ok(
      ana.api('POST', '/auth/api/v1/home/create', { json: { name: 'Ana’s home', lat: 46, lon: 14.5 } }),
    )
    const twin = await app.twin()
    const jammed = `${front.name}: lock jammed`
    await front.device.report(JAMMED)
    await eventually(() => expect(titles(phone)).toEqual([jammed]))
    expect(await mailKinds(ana)).not.toContain('lock_jammed')
    await pass(5)
    await eventually(() => expect(titles(phone)).toEqual([jammed, jammed]))
    await eventually(async () => expect(await mailKinds(ana)).toContain('lock_jammed'))
    expect(titles(borsPhone).filter((title) => title.includes('jammed'))).toEqual([])
    await pass(5)
    await eventually(() => expect(titles(borsPhone)).toContain(`Ana’s home: ${jammed}`))
    await pass(30)
    await app.clock.advanceAsync(3_000)
    expect(titles(phone)).toHaveLength(2)
    expect(titles(borsPhone).filter((title) => title.includes('jammed'))).toHaveLength(1)
    const [entry] = await listNotifications(bor)
    expect(entry).toMatchObject({ kind: 'lock_jammed', level: 'must', owner: ana.email })
    await bor.ok(bor.api('POST', '/auth/api/v1/notification/seen', { json: { ids: [entry?.id] } }))
    const jammedOfAna = (await listNotifications(ana)).find(({ kind }) => kind === 'lock_jammed')
    expect(jammedOfAna?.seenBy).toEqual({ by: bor.email, at: expect.any(String) })
    await twin.close()
  })

  it('stops when somebody has seen it', async () => {
    const phone = await turnOnPushes(ana, service)
    await jam()
    await eventually(() => expect(titles(phone)).toHaveLength(1))
    const [entry] = await listNotifications(ana)
    await ana.ok(ana.api('POST', '/auth/api/v1/notification/seen', { json: { ids: [entry?.id] } }))
    await pass(11)
    await app.clock.advanceAsync(3_000)
    expect(titles(phone)).toHaveLength(1)
    expect(await mailKinds(ana)).not.toContain('lock_jammed')
  })

  it('stops when it ends', async () => {
    const phone = await turnOnPushes(ana, service)
    const front = await jam()
    await front.device.report({ motorLockState: 'locked', motorLockLocked: true })
    await eventually(async () => expect((await listNotifications(ana))[0]?.endedAt).not.toBeNull())
    await pass(11)
    await app.clock.advanceAsync(3_000)
    expect(titles(phone).filter((title) => title.includes('lock jammed'))).toHaveLength(1)
    expect(await mailKinds(ana)).not.toContain('lock_jammed')
  })

  it('goes on after a restart in between', async () => {
    const phone = await turnOnPushes(ana, service)
    await jam()
    await eventually(() => expect(titles(phone)).toHaveLength(1))
    await app.restart()
    await pass(5)
    await eventually(() => expect(titles(phone)).toHaveLength(2))
  })

  it('is mailed at once where every phone confirms nothing any more', async () => {
    const phone = await turnOnPushes(ana, service)
    await app.database.pool.query(
      `update push_subscriptions set last_shown_at = $2, unconfirmed = 5, unconfirmed_since = $2 where id = $1`,
      [phone.id, new Date(app.clock.now().getTime() - 4 * 86_400_000)],
    )
    await jam()
    expect(await mailKinds(ana)).toContain('lock_jammed')
  })

  it('reaches nobody who may no longer see the device', async () => {
    const borsPhone = await turnOnPushes(bor, service)
    const front = await moveIn(app, ana, 'home_door', { state: LOCKED_DOOR })
    const role = await giveRole(ana, { permissions: ['view'], devices: [front.id], users: [bor.email] })
    await change(ana, { people: [bor.email] })
    await accept(bor, { owner: ana.email, accept: true })
    await front.device.report(JAMMED)
    await eventually(async () => expect(await listNotifications(ana)).toHaveLength(1))
    await ana.ok(ana.api('POST', '/auth/api/v1/role/delete', { json: { id: role.id } }))
    await pass(11)
    await app.clock.advanceAsync(3_000)
    expect(titles(borsPhone).filter((title) => title.includes('jammed'))).toEqual([])
  })
})

describe('a rehearsal [PK41]', () => {
  const TITLE = 'Test of the escalation'
  const rehearse = async () => pushIdSchema.parse(await ana.ok(askPush(ana, 'test', { chain: true }))).id
  const find = async (person: Person, id: string) =>
    (await listNotifications(person)).find((entry) => entry.id === id)
  const ofTests = async (person: Person) =>
    (await listNotifications(person)).filter(({ kind }) => kind === 'test')
  const titled = (phone: TestPhone) => titles(phone).filter((title) => title.includes(TITLE))

  /** Bor has a role of Ana and agreed to be reached. */
  async function nameBor() {
    const shade = await moveIn(app, ana, 'roller_shutter')
    const role = await giveRole(ana, { permissions: ['view'], devices: [shade.id], users: [bor.email] })
    await change(ana, { people: [bor.email] })
    await accept(bor, { owner: ana.email, accept: true })
    await ana.ok(
      ana.api('POST', '/auth/api/v1/home/create', { json: { name: 'Ana’s home', lat: 46, lon: 14.5 } }),
    )
    return role
  }

  it('goes down the whole chain as a must does, and says to everybody that it is a test', async () => {
    const phone = await turnOnPushes(ana, service)
    const borsPhone = await turnOnPushes(bor, service)
    const role = await nameBor()
    const id = await rehearse()
    await eventually(() => expect(titled(phone)).toEqual([TITLE]))
    expect(await find(ana, id)).toMatchObject({ kind: 'test', level: 'must', owner: null, title: TITLE })
    await pass(4)
    expect([titled(phone), await mailKinds(ana)]).toEqual([[TITLE], expect.not.arrayContaining(['test'])])
    await pass(1)
    await eventually(() => expect(titled(phone)).toEqual([TITLE, TITLE]))
    await eventually(async () => expect(await mailKinds(ana)).toContain('test'))
    expect(titled(borsPhone)).toEqual([])
    await pass(5)
    await eventually(() => expect(titled(borsPhone)).toEqual([`Ana’s home: ${TITLE}`]))
    const [entry] = await ofTests(bor)
    expect(entry).toMatchObject({ level: 'must', owner: ana.email, deviceId: null, title: TITLE })
    expect(await mailKinds(bor)).not.toContain('test')
    await bor.ok(bor.api('POST', '/auth/api/v1/notification/seen', { json: { ids: [entry?.id] } }))
    expect((await find(ana, id))?.seenBy).toEqual({ by: bor.email, at: expect.any(String) })
    await ana.ok(ana.api('POST', '/auth/api/v1/role/delete', { json: { id: role.id } }))
    expect(await ofTests(bor)).toEqual([])
  })

  it('ends for all when somebody has seen it', async () => {
    const phone = await turnOnPushes(ana, service)
    const borsPhone = await turnOnPushes(bor, service)
    await nameBor()
    const id = await rehearse()
    await eventually(() => expect(titled(phone)).toHaveLength(1))
    await ana.ok(ana.api('POST', '/auth/api/v1/notification/seen', { json: { ids: [id] } }))
    await pass(61)
    await app.clock.advanceAsync(3_000)
    expect([titled(phone), titled(borsPhone), await ofTests(bor)]).toEqual([[TITLE], [], []])
    expect(await mailKinds(ana)).not.toContain('test')
  })

  it('sends no e-mail where the escalation sends none', async () => {
    const phone = await turnOnPushes(ana, service)
    await change(ana, { mail: false })
    await rehearse()
    await pass(61)
    await eventually(() => expect(titled(phone)).toHaveLength(2))
    expect(await mailKinds(ana)).not.toContain('test')
  })

  it('is mailed at once where no phone is', async () => {
    await rehearse()
    expect(await mailKinds(ana)).toContain('test')
  })

  it('is begun once a day, and beyond that only listed', async () => {
    const phone = await turnOnPushes(ana, service)
    await rehearse()
    await eventually(() => expect(titled(phone)).toHaveLength(1))
    const second = await rehearse()
    expect(await find(ana, second)).toMatchObject({ kind: 'test', level: 'normal', phones: [] })
    await ana.ok(askPush(ana, 'unsubscribe'))
    passTime(app, [ana, bor], 1_441 * MINUTE_MS)
    const third = await rehearse()
    expect(await find(ana, third)).toMatchObject({ level: 'must' })
  })
})
