import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createStripeDouble } from '#testing/doubles/stripe-double.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { CALM, createLenderHome, idOf, type LenderHome, STORM } from '#testing/homes/lender-home.ts'
import { changeRole, createPerson, freezeSharing, giveRole, type Person } from '#testing/homes/role-home.ts'
import type { Resident } from '#testing/homes/virtual-home.ts'
import { errorOf } from '#testing/test-client.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const HEAT = {
  triggers: [{ type: 'Weather', measurement: 'temperature', condition: 'gt', value: 25, holdFor: 0 }],
  actions: [{ type: 'MoveSelf', position: 0.5 }],
}

describe('the weather and devices that are shared with command', () => {
  let home: LenderHome
  beforeAll(async () => {
    home = await createLenderHome()
  })
  afterAll(() => home.app.close())

  const ownMove = async (resident: Resident, percent: number) => {
    const result = await home.move(resident, percent)
    return result.status === 'error' ? result.error : result.status
  }

  it('use the wind at the devices, hold them against everybody but their owner, and can be ended by the owner [SC20]', async () => {
    const awning = await home.shade('awning', 0.8)
    const { holder } = await home.share(awning)
    const made = await home.make(holder, awning, { preset: { protect: 'wind', windClass: 2 } })
    expect(made).toMatchObject({
      status: 200,
      body: { devicesManagerId: home.ownerId, madeBy: null, status: 'idle' },
    })
    expect(await home.scenarioInfo(idOf(made))).toMatchObject({ madeBy: holder.email })
    for (const call of ['update', 'run'])
      expect(errorOf(await home.call(home.owner, call, { id: idOf(made) }))).toBe('insufficient_permission')
    await home.measure(CALM)
    await home.measure(STORM)
    await home.pass(MINUTE_MS)
    expect(await home.seen(awning)).toEqual({ place: 0, safety: null })
    expect(await home.heldFor(holder, awning)).toMatchObject({ scenarioId: idOf(made) })
    expect(await home.moveBy(holder, awning, 50)).toBe('weather_scenario_matched')
    expect(await ownMove(awning, 50)).toBe('success')
    await home.measure(STORM)
    await home.pass(MINUTE_MS)
    awning.device.fault({ kind: 'lost_link', ms: 2_000 })
    await home.pass(MINUTE_MS)
    expect((await home.seen(awning)).place).toBe(0.5)
    expect(await home.statusOf(idOf(made))).toBe('active')
    await home.owner.ok(home.call(home.owner, 'delete', { id: idOf(made) }))
    await home.pass(1_000)
    expect(await home.heldFor(holder, awning)).toBeNull()
    expect(await home.moveBy(holder, awning, 60)).toBe('success')
    await home.moveOut([awning])
  })

  it('leave their owner room for protection, however many scenarios others have made before', async () => {
    const awning = await home.shade('awning')
    const { holder } = await home.share(awning)
    const made = await home.make(holder, awning, { preset: { protect: 'wind', windClass: 0 } })
    expect(made.status).toBe(200)
    expect((await home.make(holder, awning, { preset: { protect: 'wind' } })).body).toMatchObject({
      error: 'similar_weather_scenario_already_exists',
    })
    const scene = { triggers: [], actions: [{ type: 'MoveSelf', position: 0 }] }
    for (let count = 1; count < 20; count += 1)
      expect((await home.make(holder, awning, scene)).status).toBe(200)
    expect((await home.make(holder, awning, scene)).body).toMatchObject({
      error: 'device_too_many_scenarios',
    })
    const { id } = await home.protect([awning], { protect: 'wind', windClass: 2 })
    await home.measure(CALM)
    await home.measure(STORM)
    await home.pass(MINUTE_MS)
    expect((await home.seen(awning)).safety).toMatchObject({ scenarioId: id })
    expect(await ownMove(awning, 50)).toBe('weather_scenario_matched')
    await home.moveOut([awning])
  })

  it('are moved and held by no sensor that is silent [SC20]', async () => {
    const awning = await home.shade('awning', 0.8)
    const { holder } = await home.share(awning)
    const made = await home.make(holder, awning, {
      triggers: [{ type: 'Weather', measurement: 'snow', condition: 'gt', value: 5, holdFor: 0 }],
      actions: [{ type: 'MoveSelfSecurity' }],
    })
    await home.pass(2 * MINUTE_MS)
    expect([await home.statusOf(idOf(made)), (await home.seen(awning)).place]).toEqual(['idle', 0.8])
    await home.measure({ ...CALM, snow: 9 })
    await home.pass(MINUTE_MS)
    expect([await home.statusOf(idOf(made)), (await home.seen(awning)).place]).toEqual(['active', 0])
    await home.measureFor(7, CALM)
    expect(await home.statusOf(idOf(made))).toBe('idle')
    expect(await home.moveBy(holder, awning, 50)).toBe('success')
    await home.moveOut([awning])
  })

  it('are moved for somebody’s comfort once, and kept from nobody', async () => {
    const shade = await home.shade('roller_shutter')
    const { holder } = await home.share(shade)
    const made = await home.make(holder, shade, HEAT)
    expect(made.status).toBe(200)
    await home.measure(CALM)
    await home.measure({ ...CALM, temperature: 30 })
    await home.pass(MINUTE_MS)
    expect(await home.seen(shade)).toEqual({ place: 0.5, safety: null })
    expect(await home.statusOf(idOf(made))).toBe('active')
    expect(await ownMove(shade, 100)).toBe('success')
    await home.measureFor(3, { ...CALM, temperature: 31 })
    expect((await home.seen(shade)).place).toBe(1)
    await home.moveOut([shade])
  })

  it('are brought out for comfort by nobody while their owner keeps them safe', async () => {
    await home.measure(CALM)
    const awning = await home.shade('awning')
    const { holder } = await home.share(awning)
    const made = await home.make(holder, awning, HEAT)
    await home.protect([awning], { protect: 'wind', windClass: 2 })
    await home.pass(1_000)
    await home.measure({ ...STORM, temperature: 30 })
    await home.pass(MINUTE_MS)
    expect((await home.seen(awning)).place).toBe(0)
    expect(home.receivedBy(awning).filter((body) => Object(body).command === 'move')).toEqual([])
    expect(await home.statusOf(idOf(made))).toBe('active')
    await home.moveOut([awning])
  })

  it.each([
    ['the role is changed', (_: Person, id: string) => changeRole(home.owner, { id, permissions: ['view'] })],
    ['sharing is stopped', () => freezeSharing(home.owner, true)],
    [
      'the role is given back',
      (holder: Person, id: string) =>
        holder.ok(holder.api('POST', '/auth/api/v1/role/leave', { json: { id } })),
    ],
  ] as const)('are released, and stay where they are, once %s [SC19]', async (_cause, end) => {
    const awning = await home.shade('awning', 0.8)
    const { holder, role } = await home.share(awning)
    const made = await home.make(holder, awning, {
      triggers: [{ type: 'Security', sources: ['storm'] }],
      actions: [{ type: 'MoveSelfSecurity' }],
    })
    expect(made.status).toBe(200)
    await home.alarm('storm', true)
    await home.pass(MINUTE_MS)
    expect((await home.seen(awning)).place).toBe(0)
    expect(await home.heldFor(holder, awning)).toMatchObject({ scenarioId: idOf(made) })
    await end(holder, role.id)
    await home.pass(2_000)
    expect(await home.seen(awning)).toEqual({ place: 0, safety: null })
    expect(await ownMove(awning, 60)).toBe('success')
    await freezeSharing(home.owner, false)
    await home.alarm('storm', false)
    await home.moveOut([awning])
  })

  it('are left alone while sharing is stopped, and kept safe once it goes on', async () => {
    const awning = await home.shade('awning', 0.8)
    const { holder } = await home.share(awning)
    const made = await home.make(holder, awning, { preset: { protect: 'wind', windClass: 2 } })
    await freezeSharing(home.owner, true)
    await home.measure(CALM)
    await home.measure(STORM)
    await home.pass(MINUTE_MS)
    expect(await home.seen(awning)).toEqual({ place: 0.8, safety: null })
    await freezeSharing(home.owner, false)
    await home.measure(STORM)
    await home.pass(MINUTE_MS)
    expect((await home.seen(awning)).place).toBe(0)
    expect(await home.heldFor(holder, awning)).toMatchObject({ scenarioId: idOf(made) })
    await home.moveOut([awning])
  })

  it('need the place of their owner’s home, whatever the maker’s is [SC18]', async () => {
    const other = await createPerson(home.app)
    const holder = await createPerson(home.app)
    const [made] = await other.provision('awning')
    if (made === undefined) throw new Error('nothing was provisioned')
    await other.claim(made.claimCode, 'Awning')
    await holder.ok(
      holder.api('POST', '/auth/api/v1/home/create', { json: { name: 'Home', lat: 1, lon: 1 } }),
    )
    await giveRole(other, { permissions: ['command'], devices: [made.id], users: [holder.email] })
    const answer = await home.call(holder, 'create', {
      name: 'Heat',
      enabled: true,
      targets: [made.id],
      ...HEAT,
    })
    expect(answer).toMatchObject({ status: 400, body: { error: 'data_missing', key: 'home' } })
  })

  it.each(['view', 'maintain'])(
    'cannot be automated by an account that may only %s them',
    async (permission) => {
      const awning = await home.shade('awning')
      const { holder } = await home.share(awning, { permissions: [permission] })
      for (const json of [HEAT, { preset: { protect: 'wind' } }])
        expect(errorOf(await home.make(holder, awning, json))).toBe('insufficient_permission')
      await home.moveOut([awning])
    },
  )

  it('show the owner at once what somebody made of them', async () => {
    const shade = await home.shade('roller_shutter')
    const { holder } = await home.share(shade)
    const made = await home.make(holder, shade, { triggers: [], actions: HEAT.actions })
    await vi.waitFor(async () => expect(await home.statusOf(idOf(made))).toBe('idle'))
    expect(errorOf(await home.call(home.owner, 'update', { id: idOf(made), name: 'Mine' }))).toBe(
      'insufficient_permission',
    )
    await home.moveOut([shade])
  })
})

describe('where what the weather does is paid for', () => {
  it('the subscription of the devices’ owner counts, and not the maker’s [SC18]', async () => {
    const stripe = await createStripeDouble({ clock: createFakeClock(new Date()) })
    const home = await createLenderHome(stripe.environment)
    const subscribe = (column: string, value: string, until: number) =>
      home.app.database.pool.query(
        `insert into subscriptions (provider, reference, account_id, plan, standing, started_at, access_until, will_renew, read_at)
         select 'web', 'sub_' || id, id, 'monthly', 'paid', now(), $2, true, now() from accounts where ${column} = $1
         on conflict (provider, reference) do update set access_until = $2, standing = 'ended', will_renew = false`,
        [value, new Date(home.clock.now().getTime() + until)],
      )
    const shade = await home.shade('roller_shutter')
    const { holder } = await home.share(shade)
    await subscribe('email', holder.email, DAY_MS)
    expect(errorOf(await home.make(holder, shade, HEAT))).toBe('open_weather_subscription_needed')
    await subscribe('id::text', home.ownerId, DAY_MS)
    const made = await home.make(holder, shade, HEAT)
    expect(made.status).toBe(200)
    await home.measure(CALM)
    await subscribe('id::text', home.ownerId, -15 * DAY_MS)
    await home.measure({ ...CALM, temperature: 30 })
    expect(await home.statusOf(idOf(made))).toBe('idle')
    expect((await home.seen(shade)).place).toBe(0)
    await home.app.close()
    await stripe.close()
  })
})
