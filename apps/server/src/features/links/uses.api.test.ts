import { type CommandResult, type DeviceLink, deviceLinksSchema, LIMITS } from '@senca/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { hashSecretToken } from '#features/sessions/index.ts'
import { receivedBy, startCall } from '#testing/device-calls.ts'
import type { FakeDevice, OnCommand } from '#testing/fake-device.ts'
import {
  askLinks,
  createConfirmedClient,
  createGuest,
  deleteLink,
  ENDED,
  FROZEN,
  makeLink,
  updateLink,
  verdictOf,
} from '#testing/homes/link-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createTestClient, type TestClient } from '#testing/test-client.ts'
import { ORPHANED_AFTER_S } from './uses.store.ts'

let app: TestApp
let twin: { url: string }
let owner: TestClient
/** The owner at the twin. */
let ownerThere: TestClient
beforeAll(async () => {
  app = await createTestApp()
  twin = await app.twin()
  owner = await createConfirmedClient(app)
  ownerThere = createTestClient(twin)
  ownerThere.setCookie(owner.cookie())
})
afterAll(() => app.close())
// The tests before may have advanced the clock beyond the end of an API token.
beforeEach(() => {
  owner.forgetApiToken()
  ownerThere.forgetApiToken()
})

const TWO_HOURS_MS = 2 * 3_600_000

const silent: OnCommand = () => {}
const obedient: OnCommand = (command, device) => {
  device.succeed(command)
  device.report()
}

const shade = (onCommand: OnCommand = obedient) =>
  moveIn(app, owner, 'roller_shutter', { onCommand, session: 1 })
const door = (onCommand: OnCommand = obedient) =>
  moveIn(app, owner, 'home_door', { onCommand, state: { motorLockConnected: true, motorLockLocked: true } })

const MOVE = { command: 'move', position: 40 }
const UNLOCK = { command: 'unlock', lockType: 'motor' }
const once = (id: string) => makeLink(app, owner, [id], { multiUse: false })
const linkOf = async ({ token }: DeviceLink): Promise<DeviceLink> => {
  const links = deviceLinksSchema.parse(await owner.ok(owner.api('GET', '/auth/api/v1/device-link/list')))
  const found = links.find((link) => link.token === token)
  if (found?.createdAt === undefined || found.lastUsedAt === undefined) throw new Error('no such link')
  return { ...found, createdAt: found.createdAt, lastUsedAt: found.lastUsedAt }
}
const failure = (error: string) => [{ status: 'error', error }]
const SUCCESS = [{ status: 'success' }]

/** Sends an action and returns when the device has received it. */
function send(link: DeviceLink, device: FakeDevice, action: object, at: { url: string } = app) {
  const [deviceId = ''] = link.devices
  return startCall(device, () => createGuest(at, link.token).act([deviceId], action))
}

describe('a single use', () => {
  it('is not spent by an unlock that was requested too long ago', async () => {
    const { id, device } = await door()
    const link = await once(id)
    const askedAt = new Date(app.clock.now().getTime() - LIMITS.UNLOCK_ASKED_MAX_MS - 1).toISOString()
    expect(await createGuest(app, link.token).act([id], UNLOCK, { askedAt })).toMatchObject(
      failure('device_request_timeout'),
    )
    expect(device.received).toEqual([])
    expect(await linkOf(link)).toMatchObject({ uses: 0, state: 'active', lastUsedAt: null })
  })

  it('is spent by success and by nothing else [LN2]', async () => {
    let answer: OnCommand = (command, own) => own.refuse(command, 'device_busy')
    const { id, device } = await shade((command, own) => answer(command, own))
    const link = await once(id)
    const guest = createGuest(app, link.token)
    await guest.info()
    await guest.devices()
    expect(await guest.act([id], { command: 'fly' })).toMatchObject(failure('invalid_command'))
    expect(await guest.act([id], MOVE)).toMatchObject(failure('device_busy'))
    expect(await guest.stop(id)).toMatchObject(failure('device_busy'))
    expect(await linkOf(link)).toMatchObject({ uses: 0, state: 'active', lastUsedAt: null })
    answer = obedient
    expect(await guest.stop(id)).toMatchObject(SUCCESS)
    expect(await guest.act([id], MOVE)).toMatchObject(SUCCESS)
    expect(await linkOf(link)).toMatchObject({ uses: 1, state: 'spent' })
    expect(verdictOf(await guest.ask('action', { deviceIds: [id], action: MOVE }))).toBe(ENDED)
    await device.end()
  })

  it('is not spent on a device that is away [CM10]', async () => {
    const { id, device } = await shade()
    await device.end()
    await vi.waitFor(async () => expect((await owner.info(id))[id]?.connected).toBe(false))
    const link = await once(id)
    // With an external broker, commands wait a moment for a connection that is not known yet.
    app.clock.advance(1_000)
    expect(await createGuest(app, link.token).act([id], MOVE)).toMatchObject(failure('device_offline'))
    expect(await linkOf(link)).toMatchObject({ uses: 0 })
  })

  it('permits one of twenty commands at once on two instances, also where the device would accept all [LN2]', async () => {
    for (const [home, action] of [
      [await shade(), MOVE],
      [await door(), UNLOCK],
    ] as const) {
      const { id, device } = home
      const before = device.received.length
      const link = await once(id)
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          createGuest(index % 2 === 0 ? app : twin, link.token).ask('action', { deviceIds: [id], action }),
        ),
      )
      const outcomes = answers.map(({ status, body }) =>
        status === 200 && Array.isArray(body)
          ? `${body[0].status} ${body[0].error ?? ''}`.trim()
          : `${status}`,
      )
      expect(outcomes.filter((outcome) => outcome === 'success')).toHaveLength(1)
      const rest = new Set(outcomes.filter((outcome) => outcome !== 'success'))
      for (const outcome of rest) expect(['error device_busy', '403']).toContain(outcome)
      expect(device.received.length - before).toBe(1)
      expect(await linkOf(link)).toMatchObject({ uses: 1, state: 'spent' })
      await device.end()
    }
  })

  it('is reserved while its command is in flight: others are refused as busy', async () => {
    const { id, device } = await shade(silent)
    const link = await once(id)
    const { results } = await send(link, device, MOVE)
    for (const at of [app, twin])
      expect(await createGuest(at, link.token).act([id], MOVE)).toMatchObject(failure('device_busy'))
    const [received] = device.received
    if (received !== undefined) device.succeed(received)
    expect(await results).toMatchObject(SUCCESS)
    expect(
      verdictOf(await createGuest(twin, link.token).ask('action', { deviceIds: [id], action: MOVE })),
    ).toBe(ENDED)
    await device.end()
  })

  it.each([
    ['a shade', () => shade(silent), MOVE, 0],
    ['a door', () => door(silent), UNLOCK, 1],
    ['a door that is locked', () => door(silent), { command: 'lock', lockType: 'motor' }, 0],
  ] as const)('that %s does not answer', async (_name, moveInSilently, action, uses) => {
    const { id, device } = await moveInSilently()
    const link = await once(id)
    const { results } = await send(link, device, action)
    app.clock.advance(5_000)
    expect(await results).toMatchObject(failure('device_request_timeout'))
    expect(await linkOf(link)).toMatchObject({ uses, state: uses === 1 ? 'spent' : 'active' })
    await device.end()
  })
})

describe('a number of uses', () => {
  it('permits exactly that number, and each device of a call counts', async () => {
    const one = await shade()
    const two = await shade()
    const link = await makeLink(app, owner, [one.id, two.id], { maxUses: 3 })
    const guest = createGuest(app, link.token)
    expect(await guest.act([one.id, two.id], MOVE)).toMatchObject([{ device_ids: [one.id, two.id] }])
    expect(await linkOf(link)).toMatchObject({ uses: 2, state: 'active' })
    const last = await guest.act([one.id, two.id], MOVE)
    expect(last.map(({ status }) => status).toSorted()).toEqual(['error', 'success'])
    expect(last.find(({ status }) => status === 'error')).toMatchObject({
      error: expect.stringMatching(/^(device_busy|insufficient_permission)$/),
    })
    expect(await linkOf(link)).toMatchObject({ uses: 3, state: 'spent' })
    for (const call of ['info', 'devices']) expect(verdictOf(await guest.ask(call))).toBe(ENDED)
    await updateLink(owner, link.token, { maxUses: 4 })
    expect(await guest.act([one.id], MOVE)).toMatchObject(SUCCESS)
    for (const { device } of [one, two]) await device.end()
  })

  it('without a limit is only counted', async () => {
    const { id, device } = await shade()
    const link = await makeLink(app, owner, [id])
    const guest = createGuest(app, link.token)
    const all = await Promise.all(Array.from({ length: 6 }, () => guest.act([id], MOVE)))
    const successes = all.flat().filter(({ status }: CommandResult) => status === 'success').length
    expect(successes).toBeGreaterThan(0)
    expect(await linkOf(link)).toMatchObject({
      uses: successes,
      state: 'active',
      lastUsedAt: app.clock.now().toISOString(),
    })
    await device.end()
  })
})

describe('a use whose server has ended', () => {
  const reserveOrphan = async ({ token }: DeviceLink, isUnlock: boolean) => {
    const { rows } = await app.database.pool.query<{ id: string }>(
      'select id from device_links where token_hash = $1',
      [hashSecretToken(token)],
    )
    await app.database.pool.query(
      'insert into device_link_uses (id, link_id, is_unlock, reserved_at) values (gen_random_uuid(), $1, $2, $3)',
      [rows[0]?.id, isUnlock, app.clock.now()],
    )
  }

  it.each([
    ['is free again for a shade', false],
    ['is spent for a door', true],
  ])('%s once it cannot be in flight any more [LN2]', async (_name, isUnlock) => {
    const { id, device } = await (isUnlock ? door() : shade())
    const action = isUnlock ? UNLOCK : MOVE
    const link = await once(id)
    await reserveOrphan(link, isUnlock)
    const guest = createGuest(app, link.token)
    expect(await guest.act([id], action)).toMatchObject(failure('device_busy'))
    await vi.waitFor(async () => {
      app.clock.advance(ORPHANED_AFTER_S * 1_000)
      const { rows } = await app.database.pool.query('select 1 from device_link_uses')
      expect(rows).toEqual([])
    })
    expect(await linkOf(link)).toMatchObject({ uses: isUnlock ? 1 : 0 })
    const answer = await guest.ask('action', { deviceIds: [id], action })
    expect(verdictOf(answer)).toBe(isUnlock ? ENDED : '200')
    await device.end()
  })

  it('is free again in its usual time where the clock was ahead when it was reserved', async () => {
    const { id, device } = await shade()
    const link = await once(id)
    app.clock.set(TWO_HOURS_MS)
    await app.clock.advanceAsync(2_000)
    await reserveOrphan(link, false)
    app.clock.set(-TWO_HOURS_MS)
    await vi.waitFor(async () => {
      app.clock.advance(ORPHANED_AFTER_S * 1_000)
      const { rows } = await app.database.pool.query('select 1 from device_link_uses')
      expect(rows).toEqual([])
    })
    expect(await createGuest(app, link.token).act([id], MOVE)).toMatchObject(SUCCESS)
    await device.end()
  })

  it('is settled when the next server starts', async () => {
    const { id, device } = await door()
    const link = await once(id)
    await reserveOrphan(link, true)
    await app.database.pool.query(
      "update device_link_uses set reserved_at = reserved_at - interval '1 minute'",
    )
    const third = await app.twin()
    await vi.waitFor(async () => expect(await linkOf(link)).toMatchObject({ uses: 1 }))
    expect(
      verdictOf(await createGuest(third, link.token).ask('action', { deviceIds: [id], action: UNLOCK })),
    ).toBe(ENDED)
    await device.end()
  })
})

const freeze = (frozen: boolean) => owner.ok(askLinks(owner, 'freeze', { frozen }))

describe('while a command is in flight', () => {
  it.each([
    ['the link is deleted', (link: DeviceLink) => deleteLink(owner, link.token), ENDED],
    ['all sharing is frozen', () => freeze(true), FROZEN],
    [
      'the link is given other actions',
      (link: DeviceLink) =>
        updateLink(owner, link.token, { actions: { [link.devices[0] ?? '']: ['move_to_ventilation'] } }),
      '200',
    ],
  ] as const)('%s: it ends and is withdrawn, on any instance', async (_name, change, verdict) => {
    for (const at of [app, twin]) {
      const { id, device } = await shade(silent)
      const link = await makeLink(app, owner, [id])
      const answering = createGuest(at, link.token).ask('action', { deviceIds: [id], action: MOVE })
      await receivedBy(device, 'move')
      await change(link)
      await vi.waitFor(() => expect(device.received.at(-1)).toMatchObject({ command: 'withdraw' }))
      app.clock.advance(LIMITS.COMMAND_ACK_MS)
      const answer = await answering
      expect(verdictOf(answer)).toBe(verdict)
      if (verdict === '200') expect(answer.body).toMatchObject(failure('insufficient_permission'))
      await freeze(false)
      await device.end()
    }
  })

  it('the link is given another name: it goes on', async () => {
    const { id, device } = await shade(silent)
    const link = await once(id)
    const { results } = await send(link, device, MOVE)
    await updateLink(owner, link.token, { name: 'Renamed' })
    const received = await receivedBy(device, 'move')
    device.succeed(received)
    expect(await results).toMatchObject(SUCCESS)
    expect(await linkOf(link)).toMatchObject({ name: 'Renamed', uses: 1 })
    await device.end()
  })
})

describe('a spent single use', () => {
  /** Reports and waits until both instances know it. */
  const report = async (id: string, device: FakeDevice, fields: object) => {
    const before = (await owner.info(id))[id]?.totalStateUpdates ?? 0
    device.report({ ...fields })
    for (const person of [owner, ownerThere])
      await vi.waitFor(async () => expect((await person.info(id))[id]?.totalStateUpdates).toBe(before + 1))
  }
  const checks = async (link: DeviceLink) => {
    const guest = createGuest(twin, link.token)
    const [id = ''] = link.devices
    return [
      await guest.ask('info'),
      await guest.ask('devices'),
      await guest.ask('stop', { deviceIds: [id] }),
    ].map(verdictOf)
  }
  const taken: OnCommand = (command, device) => device.succeed(command)

  it('shows and stops its device until it is at rest [LN3]', async () => {
    const { id, device } = await shade(taken)
    const link = await once(id)
    await createGuest(app, link.token).act([id], MOVE)
    expect(await checks(link)).toEqual(['200', '200', '200'])
    expect((await createGuest(app, link.token).info()).state).toBe('spent')
    app.clock.advance(1_000)
    await report(id, device, { status: 'closing', position: 0.1 })
    expect(await checks(link)).toEqual(['200', '200', '200'])
    expect(
      verdictOf(await createGuest(app, link.token).ask('action', { deviceIds: [id], action: MOVE })),
    ).toBe(ENDED)
    app.clock.advance(20_000)
    await report(id, device, { status: 'ready', position: 0.4 })
    expect(await checks(link)).toEqual([ENDED, ENDED, ENDED])
    await device.end()
  })

  it('shows it for three minutes at most, and ten seconds if it says nothing [LN3]', async () => {
    const { id, device } = await shade(taken)
    const link = await once(id)
    await createGuest(app, link.token).act([id], MOVE)
    app.clock.advance(9_999)
    expect(await checks(link)).toEqual(['200', '200', '200'])
    app.clock.advance(1)
    expect(await checks(link)).toEqual([ENDED, ENDED, ENDED])
    const other = await once(id)
    await createGuest(app, other.token).act([id], MOVE)
    app.clock.advance(1_000)
    await report(id, device, { status: 'closing', position: 0.1 })
    app.clock.advance(178_999)
    expect(await checks(other)).toEqual(['200', '200', '200'])
    app.clock.advance(1)
    expect(await checks(other)).toEqual([ENDED, ENDED, ENDED])
    await device.end()
  })

  it('ends at once when it is deleted', async () => {
    const { id, device } = await shade(taken)
    const link = await once(id)
    await createGuest(app, link.token).act([id], MOVE)
    await deleteLink(owner, link.token)
    expect(await checks(link)).toEqual([ENDED, ENDED, ENDED])
    await device.end()
  })
})
