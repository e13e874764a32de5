import type { DeviceType } from '@senca/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OnCommand } from '#testing/fake-device.ts'
import { createGuest, makeLink } from '#testing/homes/link-home.ts'
import { momentHome } from '#testing/homes/moment-home.ts'
import { createPerson, giveRole, type Person } from '#testing/homes/role-home.ts'
import { scenarioHome } from '#testing/homes/scenario-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { errorOf } from '#testing/test-client.ts'

let app: TestApp
let owner: Person
const ending: { end(): Promise<void> }[] = []
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(async () => {
  await Promise.all(ending.map((device) => device.end()))
  await app.close()
})
beforeEach(async () => {
  owner = await createPerson(app)
})

const { create, ...moments } = momentHome(() => owner)
const scenarios = scenarioHome(() => owner)

/** The order of devices in a result is not promised. */
const run = async (id: string) =>
  (await moments.run(id)).map((entry) => ({
    ...entry,
    results: entry.results.map((result) => ({ ...result, device_ids: result.device_ids.toSorted() })),
  }))

const DOOR = {
  status: 'ready',
  motorLockConnected: true,
  motorLockLocked: false,
  motorLockState: 'unlocked',
  magneticSensorConnected: true,
  magneticSensorOpen: false,
}

async function add(
  type: DeviceType,
  state: Record<string, unknown> = {},
  { person = owner, onCommand }: { person?: Person; onCommand?: OnCommand } = {},
) {
  const made = await moveIn(app, person, type, {
    state,
    ...(onCommand === undefined ? {} : { onCommand }),
  })
  ending.push(made.device)
  return made
}
type Added = Awaited<ReturnType<typeof add>>

/** The commands that a device received, without what differs between two runs. */
const receivedBy = ({ device }: Pick<Added, 'device'>) =>
  device.received.map(({ id: _id, sentAt: _sentAt, expiresAt: _expiresAt, ...command }) => command)

const success = (...made: Pick<Added, 'id'>[]) => ({
  status: 'success',
  device_ids: made.map(({ id }) => id).toSorted(),
})

/** A home with one of each kind of shade. */
const everyShade = async () => ({
  shutter: await add('roller_shutter', { position: 0.5 }),
  blind: await add('venetian_blind', { position: 0.5, inclination: 0.5 }),
  screen: await add('textile_screen', { position: 0.5 }),
  falcon: await add('falcon', { position: 0.5 }),
  awning: await add('awning', { position: 0.5 }),
  net: await add('insect_screen', { position: 0.5 }),
  pergola: await add('pergola', { position: null, inclination: 0.5 }),
})

describe('closing all shades [SC27]', () => {
  it('closes what covers windows and louvers, and brings in awnings and insect screens', async () => {
    const all = await everyShade()
    const { id } = await create('Leave', [{ act: 'close_shades' }])
    expect(await run(id)).toEqual([
      { step: { act: 'close_shades' }, results: [success(...Object.values(all))] },
    ])
    expect(Object.fromEntries(Object.entries(all).map(([name, made]) => [name, receivedBy(made)]))).toEqual({
      shutter: [{ command: 'move', position: 100 }],
      blind: [{ command: 'move', position: 100, inclination: 100 }],
      screen: [{ command: 'move', position: 100 }],
      falcon: [{ command: 'move', position: 100 }],
      awning: [{ command: 'move', position: 0 }],
      net: [{ command: 'move', position: 0 }],
      pergola: [{ command: 'move', inclination: 100 }],
    })
  })

  it('and opening them moves what the key of the whole home moves', async () => {
    const all = await everyShade()
    const { id } = await create('Good morning', [{ act: 'open_shades' }])
    const { shutter, blind, screen, falcon } = all
    expect(await run(id)).toEqual([
      { step: { act: 'open_shades' }, results: [success(shutter, blind, screen, falcon)] },
    ])
    expect(receivedBy(blind)).toEqual([{ command: 'move', position: 0, inclination: 0 }])
    for (const kept of [all.awning, all.net, all.pergola]) expect(receivedBy(kept)).toEqual([])
  })

  it('says of each that cannot be moved why', async () => {
    const shutter = await add('roller_shutter')
    const away = await add('roller_shutter')
    const [unseen = ''] = await scenarios.claimed(1)
    await away.device.end()
    await vi.waitFor(async () => expect((await owner.info(away.id))[away.id]?.connected).toBe(false))
    const { id } = await create('Leave', [{ act: 'close_shades' }])
    const [entry] = await run(id)
    expect(entry?.results).toHaveLength(2)
    expect(entry?.results).toContainEqual({ status: 'success', device_ids: [shutter.id] })
    const offline = entry?.results.find(({ status }) => status === 'error')
    expect(offline).toMatchObject({ error: 'device_offline' })
    expect(offline?.device_ids.toSorted()).toEqual([away.id, unseen].toSorted())
  })
})

it('all lights go off, also those of doors [SC28]', async () => {
  const lamp = await add('light', { light1Brightness: 1, light2Brightness: 0.4 })
  const door = await add('home_door', { ...DOOR, doorLightConnected: true, doorLightBrightness: 1 })
  const shutter = await add('roller_shutter')
  const { id } = await create('Good night', [{ act: 'lights_off' }])
  expect(await run(id)).toEqual([{ step: { act: 'lights_off' }, results: [success(lamp, door)] }])
  expect(receivedBy(lamp)).toEqual([
    { command: 'light_apply', lightType: 'light_1', brightness: 0 },
    { command: 'light_apply', lightType: 'light_2', brightness: 0 },
  ])
  expect(receivedBy(door)).toEqual([{ command: 'light_apply', lightType: 'door', brightness: 0 }])
  expect(receivedBy(shutter)).toEqual([])
})

describe('checking the doors [SC29]', () => {
  let checks = 0
  const check = async () => {
    checks += 1
    const { id } = await create(`Check ${checks}`, [{ act: 'check_doors' }])
    const [entry] = await run(id)
    return entry
  }
  const lockNow: OnCommand = (command, own) => {
    own.succeed(command)
    own.report(
      command.lockType === 'motor'
        ? { motorLockLocked: true, motorLockState: 'locked' }
        : { magnetLockLocked: true, magnetLockState: 'locked' },
    )
  }

  it('locks what takes a lock command, and says what is proven', async () => {
    const door = await add('home_door', DOOR, { onCommand: lockNow })
    const entry = await check()
    expect(entry?.results).toEqual([success(door)])
    expect(receivedBy(door)).toEqual([{ command: 'lock', lockType: 'motor' }])
    await vi.waitFor(async () =>
      expect((await owner.info(door.id))[door.id]?.state.motorLockLocked).toBe(true),
    )
    expect((await check())?.doors).toEqual([{ deviceId: door.id, locked: true, open: false }])
  })

  it('leaves a lock alone that is proven locked, and takes the word of one that says so', async () => {
    const locked = await add('home_door', { ...DOOR, motorLockLocked: true, motorLockState: 'locked' })
    const late = await add('home_door', DOOR, {
      onCommand: (command, own) => own.refuse(command, 'device_already_in_state'),
    })
    expect((await check())?.results).toEqual([success(late)])
    expect(receivedBy(locked)).toEqual([])
  })

  it('locks both locks of a door, and is locked only with both', async () => {
    const door = await add(
      'home_door',
      { ...DOOR, magnetLockConnected: true, magnetLockLocked: false, magnetLockState: 'unlocked' },
      {
        onCommand(command, own) {
          if (command.lockType === 'motor') own.refuse(command, 'device_update_failed')
          else lockNow(command, own)
        },
      },
    )
    const entry = await check()
    expect(entry?.results).toMatchObject([
      { status: 'error', error: 'device_update_failed', device_ids: [door.id] },
    ])
    expect(receivedBy(door)).toEqual([
      { command: 'lock', lockType: 'motor' },
      { command: 'lock', lockType: 'magnet' },
    ])
    await vi.waitFor(async () =>
      expect((await check())?.doors).toEqual([{ deviceId: door.id, locked: null, open: false }]),
    )
  })

  it('looks at doors that take no lock command, and at those that are away', async () => {
    const bare = await add('home_door', { magneticSensorConnected: true, magneticSensorOpen: true })
    const old = await add('home_door', { ...DOOR, motorLockLocked: true, motorLockState: 'locked' })
    await old.device.end()
    await vi.waitFor(async () => expect((await owner.info(old.id))[old.id]?.connected).toBe(false))
    const entry = await check()
    expect(entry?.results).toMatchObject([{ error: 'device_offline', device_ids: [old.id] }])
    expect(entry?.doors).toHaveLength(2)
    expect(entry?.doors).toContainEqual({ deviceId: bare.id, locked: null, open: true })
    expect(entry?.doors).toContainEqual({ deviceId: old.id, locked: null, open: null })
    expect(receivedBy(bare)).toEqual([])
  })

  it('brings out no bolt beside an open door', async () => {
    const door = await add('home_door', { ...DOOR, magneticSensorOpen: true })
    const entry = await check()
    expect(entry?.results).toMatchObject([
      { status: 'error', error: 'device_not_ready', error_detail: 'door_open', device_ids: [door.id] },
    ])
    expect(entry?.doors).toEqual([{ deviceId: door.id, locked: false, open: true }])
    expect(receivedBy(door)).toEqual([])
  })

  it('knows nothing of a jammed or unknown lock', async () => {
    const jammed = await add(
      'home_door',
      { ...DOOR, motorLockState: 'jammed' },
      {
        onCommand: (command, own) => own.refuse(command, 'device_update_failed'),
      },
    )
    const unknown = await add('home_door', { ...DOOR, motorLockLocked: null, motorLockState: 'unknown' })
    const entry = await check()
    for (const { id: deviceId } of [jammed, unknown])
      expect(entry?.doors).toContainEqual({ deviceId, locked: null, open: false })
  })
})

describe('a run [SC30]', () => {
  it('starts its steps in order, and the newest command of a device wins', async () => {
    const order: string[] = []
    const log =
      (name: string): OnCommand =>
      (command, own) => {
        order.push(`${name} ${command.position ?? command.lockType}`)
        own.succeed(command)
      }
    const shutter = await add('roller_shutter', {}, { onCommand: log('shutter') })
    const other = await add('roller_shutter', {}, { onCommand: log('other') })
    await add('home_door', DOOR, { onCommand: log('door') })
    const half = await scenarios.create([shutter.id], { name: 'Half', triggers: [] })
    const { id } = await create('Leave', [
      { act: 'check_doors' },
      { act: 'close_shades' },
      { scenarioId: half.id },
      { act: 'open_shades' },
      { scenarioId: half.id },
    ])
    const answer = await run(id)
    expect(answer.map(({ step }) => step)).toEqual([
      { act: 'check_doors' },
      { act: 'close_shades' },
      { scenarioId: half.id },
      { act: 'open_shades' },
      { scenarioId: half.id },
    ])
    expect(answer.map(({ results }) => results.map(({ status }) => status))).toEqual(
      answer.map(() => ['success']),
    )
    expect(answer.map(({ doors }) => doors !== undefined)).toEqual([true, false, false, false, false])
    expect(order[0]).toBe('door motor')
    expect(order.filter((one) => one.startsWith('shutter'))).toEqual([
      'shutter 100',
      'shutter 50',
      'shutter 0',
      'shutter 50',
    ])
    expect(order.filter((one) => one.startsWith('other'))).toEqual(['other 100', 'other 0'])
    expect(other.device.received).toHaveLength(2)
  })

  it('goes on after a step that failed', async () => {
    const shutter = await add(
      'roller_shutter',
      {},
      {
        onCommand: (command, own) => own.refuse(command, 'device_update_failed'),
      },
    )
    const lamp = await add('light', { light1Brightness: 1 })
    const { id } = await create('Leave', [{ act: 'close_shades' }, { act: 'lights_off' }])
    expect((await run(id)).map(({ results }) => results)).toMatchObject([
      [{ status: 'error', error: 'device_update_failed', device_ids: [shutter.id] }],
      [success(lamp)],
    ])
  })

  it('at the same time as another one starts again with the first step', async () => {
    const shutter = await add('roller_shutter')
    const { id } = await create('Leave', [{ act: 'close_shades' }, { act: 'lights_off' }])
    const answers = await Promise.all([run(id), run(id), run(id)])
    for (const answer of answers) expect(answer).toHaveLength(2)
    // A command that a newer one replaced is answered as such, and none is lost.
    expect(answers.flatMap(([entry]) => entry?.results.map(({ device_ids: [of] }) => of))).toEqual([
      shutter.id,
      shutter.id,
      shutter.id,
    ])
    expect(receivedBy(shutter)).toContainEqual({ command: 'move', position: 100 })
  })

  it('is in the activity as what the person did', async () => {
    const shutter = await add('roller_shutter')
    const { id } = await create('Leave', [{ act: 'close_shades' }])
    await run(id)
    await vi.waitFor(async () =>
      expect(
        Object(await owner.ok(owner.api('GET', `/auth/api/v1/activity/list?devicetoken=${shutter.id}`)))
          .entries[0],
      ).toMatchObject({ action: 'move', origin: 'app' }),
    )
  })
})

describe('devices of others [SC31]', () => {
  it('are moved by no act, whatever the role', async () => {
    const giver = await createPerson(app)
    const shade = await add('roller_shutter', {}, { person: giver })
    const lamp = await add('light', { light1Brightness: 1 }, { person: giver })
    const door = await add('home_door', DOOR, { person: giver })
    await giveRole(giver, {
      permissions: ['view', 'command', 'maintain'],
      devices: [shade.id, lamp.id, door.id],
      users: [owner.email],
    })
    owner.forgetApiToken()
    expect(Object.keys(await owner.info(shade.id, lamp.id, door.id))).toHaveLength(3)
    const own = await add('roller_shutter')
    const acts = ['close_shades', 'open_shades', 'lights_off', 'check_doors'] as const
    const { id } = await create(
      'Leave',
      acts.map((act) => ({ act })),
    )
    expect(await run(id)).toEqual([
      { step: { act: 'close_shades' }, results: [success(own)] },
      { step: { act: 'open_shades' }, results: [success(own)] },
      { step: { act: 'lights_off' }, results: [] },
      { step: { act: 'check_doors' }, results: [], doors: [] },
    ])
    for (const made of [shade, lamp, door]) expect(receivedBy(made)).toEqual([])
  })

  it('come in by a scenario, as long as they may be commanded', async () => {
    const giver = await createPerson(app)
    const shade = await add('roller_shutter', {}, { person: giver })
    const role = await giveRole(giver, {
      permissions: ['command'],
      devices: [shade.id],
      users: [owner.email],
    })
    owner.forgetApiToken()
    const { id: scenarioId } = await scenarios.create([shade.id], { triggers: [] })
    const { id } = await create('Leave', [{ scenarioId }])
    expect(await run(id)).toEqual([{ step: { scenarioId }, results: [success(shade)] }])
    await giver.ok(
      giver.api('POST', '/auth/api/v1/role/update', { json: { id: role.id, permissions: ['view'] } }),
    )
    owner.forgetApiToken()
    await run(id)
    expect(receivedBy(shade)).toHaveLength(1)
  })

  it('a guest has no moments', async () => {
    const shade = await add('roller_shutter')
    const { id } = await create('Leave', [{ act: 'close_shades' }])
    const { token } = await makeLink(app, owner, [shade.id])
    const guest = createGuest(app, token)
    await guest.info()
    const visitor = await createPerson(app)
    for (const call of ['list', 'run'] as const) {
      const answer = await visitor.call(call === 'list' ? 'GET' : 'POST', `/auth/api/v1/moment/${call}`, {
        headers: { authorization: `Bearer ${token}` },
        ...(call === 'list' ? {} : { json: { id } }),
      })
      expect(errorOf(answer)).toBe('api_token_invalid')
    }
    expect(receivedBy(shade)).toEqual([])
  })
})
