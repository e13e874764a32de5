import { LIMITS } from '@senca/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { momentHome } from '#testing/homes/moment-home.ts'
import { createPerson, giveRole } from '#testing/homes/role-home.ts'
import { scenarioHome } from '#testing/homes/scenario-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { errorOf, refusalOf, type TestClient } from '#testing/test-client.ts'
import { openSignedInSocket } from '#testing/test-socket.ts'

let app: TestApp
let owner: TestClient
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  owner = await createPerson(app)
})

const { ask, create, list, run, update } = momentHome(() => owner)
const home = scenarioHome(() => owner)

const CLOSE = { act: 'close_shades' }
const CHECK = { act: 'check_doors' }
const MALFORMED = { status: 400, error: 'malformed_request' }

/** A scenario that is run by hand. */
const scenario = async (name = 'Evening', owned?: string[]) => {
  const targets = owned ?? (await home.claimed(1))
  return home.create(targets, { name, triggers: [] })
}

describe('a moment [SC25]', () => {
  it('is answered as it was made, and listed in the order of making', async () => {
    const { id: scenarioId } = await scenario()
    expect(await list()).toEqual([])
    const leave = await create('Leave', [{ scenarioId }, CLOSE, CHECK, { scenarioId }])
    expect(leave).toEqual({
      id: leave.id,
      name: 'Leave',
      steps: [{ scenarioId }, CLOSE, CHECK, { scenarioId }],
    })
    const night = await create('  Good \u00a0 night ', [{ act: 'lights_off' }])
    expect(night.name).toBe('Good night')
    const morning = await create('A morning', [{ act: 'open_shades' }])
    expect(await list()).toEqual([leave, night, morning])
    expect(await update(leave.id, {})).toEqual(leave)
    expect(await update(leave.id, { name: 'Gone', steps: [CHECK] })).toEqual({
      id: leave.id,
      name: 'Gone',
      steps: [CHECK],
    })
    expect(await owner.ok(ask('delete', { id: night.id }))).toEqual({})
    expect((await list()).map(({ name }) => name)).toEqual(['Gone', 'A morning'])
    for (const call of ['delete', 'update', 'run'])
      expect(refusalOf(await ask(call, { id: night.id }))).toMatchObject({
        status: 404,
        error: 'resource_not_found',
      })
  })

  it.each([
    ['no steps', { steps: undefined }, 'steps'],
    ['an empty list', { steps: [] }, 'steps'],
    ['no list', { steps: CLOSE }, 'steps'],
    ['null', { steps: null }, 'steps'],
    ['a step that is a text', { steps: ['close_shades'] }, 'steps'],
    ['a step of nothing', { steps: [{}] }, 'steps'],
    ['a step that is null', { steps: [CLOSE, null] }, 'steps'],
    ['an unknown act', { steps: [{ act: 'unlock_doors' }] }, 'steps'],
    ['an act that is a list', { steps: [{ act: ['close_shades'] }] }, 'steps'],
    ['a scenario beside an act', { steps: [{ act: 'close_shades', scenarioId: 'a' }] }, 'steps'],
    ['a further field', { steps: [{ act: 'check_doors', unlock: true }] }, 'steps'],
    ['a scenario that is a number', { steps: [{ scenarioId: 1 }] }, 'steps'],
    ['an id that is too long', { steps: [{ scenarioId: 'a'.repeat(65) }] }, 'steps'],
    ['too many steps', { steps: Array.from({ length: 21 }, () => CLOSE) }, 'steps'],
    ['no name', { name: undefined }, 'name'],
    ['an empty name', { name: '  ' }, 'name'],
    ['a name of 21 characters', { name: 'a'.repeat(21) }, 'name'],
    ['a name that is a number', { name: 7 }, 'name'],
  ])('with %s is refused, and the field is named', async (_, more, key) => {
    expect(refusalOf(await ask('create', { name: 'Leave', steps: [CLOSE], ...more }))).toMatchObject({
      ...MALFORMED,
      key,
    })
    const { id } = await create('Kept', [CLOSE])
    if (Object.values(more)[0] !== undefined)
      expect(refusalOf(await ask('update', { id, ...more }))).toMatchObject({ ...MALFORMED, key })
    expect(await list()).toEqual([{ id, name: 'Kept', steps: [CLOSE] }])
  })

  it('has twenty steps at most, and a name of twenty characters', async () => {
    const steps = Array.from({ length: LIMITS.MOMENT_STEPS }, () => CLOSE)
    const name = 'ž'.normalize('NFD').repeat(20)
    expect(await create(name, steps)).toMatchObject({ name: 'ž'.repeat(20), steps })
  })

  it('has a name of its own, whatever its case', async () => {
    const { id } = await create('Odhod', [CLOSE])
    const inUse = { status: 409, error: 'device_name_in_use', key: 'name' }
    expect(refusalOf(await ask('create', { name: 'ODHOD', steps: [CLOSE] }))).toMatchObject(inUse)
    const other = await create('Noč', [CLOSE])
    expect(refusalOf(await ask('update', { id: other.id, name: 'odhod', steps: [CHECK] }))).toMatchObject(
      inUse,
    )
    expect((await update(id, { name: 'ODHOD' })).name).toBe('ODHOD')
    expect((await list()).map(({ steps }) => steps)).toEqual([[CLOSE], [CLOSE]])
  })

  it('is one of fifty at most, also of calls at once', async () => {
    const make = (index: number) => ask('create', { name: `Moment ${index}`, steps: [CLOSE] })
    for (let index = 3; index < LIMITS.MOMENTS_PER_ACCOUNT; index += 1) await owner.ok(make(index))
    const answers = await Promise.all([0, 1, 2, 50, 51, 52].map(make))
    const refused = answers.filter(({ status }) => status !== 200).map(refusalOf)
    expect(refused).toHaveLength(3)
    for (const refusal of refused)
      expect(refusal).toMatchObject({ status: 409, error: 'moments_limit_exceeded' })
    expect(await list()).toHaveLength(LIMITS.MOMENTS_PER_ACCOUNT)
  })

  it('of several calls at once with one name is made once', async () => {
    const answers = await Promise.all(
      ['Leave', 'leave', 'LEAVE'].map((name) => ask('create', { name, steps: [CLOSE] })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })

  it('is changed by its account alone', async () => {
    const { id } = await create('Leave', [CLOSE])
    const stranger = await createPerson(app)
    for (const [call, json] of [
      ['update', { id, name: 'Mine' }],
      ['run', { id }],
      ['delete', { id }],
    ] as const)
      expect(errorOf(await ask(call, json, stranger))).toBe('resource_not_found')
    expect(await list(stranger)).toEqual([])
    expect(await list()).toMatchObject([{ id, name: 'Leave' }])
  })
})

describe('a step of a scenario [SC26]', () => {
  it('names one of the account', async () => {
    const stranger = await createPerson(app)
    const foreign = await scenarioHome(() => stranger).create(
      await home.claimed(1, 'roller_shutter', stranger),
      { triggers: [] },
    )
    const { id } = await create('Leave', [CLOSE])
    const unknown = { status: 404, error: 'resource_not_found', key: 'steps' }
    for (const scenarioId of [foreign.id, crypto.randomUUID(), 'none']) {
      const steps = [CLOSE, { scenarioId }]
      expect(refusalOf(await ask('create', { name: 'Night', steps }))).toMatchObject(unknown)
      expect(refusalOf(await ask('update', { id, steps }))).toMatchObject(unknown)
    }
    expect(await list()).toEqual([{ id, name: 'Leave', steps: [CLOSE] }])
  })

  it('is none that others made for devices of the account', async () => {
    const [device = ''] = await home.claimed(1)
    const receiver = await createPerson(app)
    await giveRole(owner, { permissions: ['command'], devices: [device], users: [receiver.email] })
    const made = await scenarioHome(() => receiver).create([device], { triggers: [] })
    expect(refusalOf(await ask('create', { name: 'Leave', steps: [{ scenarioId: made.id }] }))).toMatchObject(
      { status: 403, error: 'insufficient_permission', key: 'steps' },
    )
  })

  it('goes with its scenario, and a moment without steps goes too', async () => {
    const evening = await scenario('Evening')
    const other = await scenario('Other')
    const socket = await openSignedInSocket(app, await owner.websocketToken())
    const mixed = await create('Mixed', [
      { scenarioId: evening.id },
      CLOSE,
      { scenarioId: evening.id },
      CHECK,
    ])
    await create('Only', [{ scenarioId: evening.id }])
    const both = await create('Both', [{ scenarioId: evening.id }, { scenarioId: other.id }])
    const countEvents = () => socket.received.filter(({ subject }) => subject === 'moments.updated').length
    await vi.waitFor(() => expect(countEvents()).toBe(3))
    await owner.ok(home.ask('delete', { id: evening.id }))
    expect(await list()).toEqual([
      { ...mixed, steps: [CLOSE, CHECK] },
      { ...both, steps: [{ scenarioId: other.id }] },
    ])
    await vi.waitFor(() => expect(countEvents()).toBe(4))
    await owner.ok(home.ask('delete', { id: other.id }))
    expect(await list()).toEqual([{ ...mixed, steps: [CLOSE, CHECK] }])
    socket.end()
  })

  it('goes when the owner of the devices deletes the scenario', async () => {
    const giver = await createPerson(app)
    const [device = ''] = await home.claimed(1, 'roller_shutter', giver)
    await giveRole(giver, {
      permissions: ['command'],
      devices: [device],
      users: [Object(await owner.ok(owner.call('GET', '/auth/account/whoami'))).email],
    })
    owner.forgetApiToken()
    const { id } = await home.create([device], { triggers: [] })
    await create('Leave', [{ scenarioId: id }])
    await giver.ok(home.ask('delete', { id }, giver))
    expect(await list()).toEqual([])
  })

  it('never stays in a moment that is made while its scenario is deleted', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { id: scenarioId } = await scenario(`Evening ${round}`)
      const [made, deleted] = await Promise.all([
        ask('create', { name: `Leave ${round}`, steps: [{ scenarioId }] }),
        home.ask('delete', { id: scenarioId }),
      ])
      expect(deleted.status).toBe(200)
      if (made.status !== 200) expect(errorOf(made)).toBe('resource_not_found')
    }
    expect(await list()).toEqual([])
  })

  it('stays when its scenario has no device any more, and is run without results', async () => {
    const [device = ''] = await home.claimed(1)
    const { id: scenarioId } = await scenario('Evening', [device])
    const { id } = await create('Leave', [{ scenarioId }])
    await owner.delete(device, true)
    expect(await run(id)).toEqual([{ step: { scenarioId }, results: [] }])
  })
})

it('every page of the account receives moments.updated, and nobody else does', async () => {
  const stranger = await createPerson(app)
  const socket = await openSignedInSocket(app, await owner.websocketToken())
  const other = await openSignedInSocket(app, await stranger.websocketToken())
  const events = (of = socket) => of.received.filter(({ subject }) => subject === 'moments.updated')
  const { id } = await create('Leave', [CLOSE])
  await vi.waitFor(() => expect(events()).toEqual([{ subject: 'moments.updated', data: {} }]))
  await update(id, { name: 'Gone' })
  await vi.waitFor(() => expect(events()).toHaveLength(2))
  await owner.ok(ask('delete', { id }))
  await vi.waitFor(() => expect(events()).toHaveLength(3))
  expect(events(other)).toEqual([])
  socket.end()
  other.end()
})
