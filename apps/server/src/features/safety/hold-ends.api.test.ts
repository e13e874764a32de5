import { commandResultsSchema, type DeviceType, errorBodySchema } from '@senca/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { CALM, createSafetyHome, type SafetyHome, STORM, WIND } from '#testing/homes/safety-home.ts'
import type { Resident } from '#testing/homes/virtual-home.ts'

/** In some of these tests, hours pass in the home. */
vi.setConfig({ testTimeout: 400_000, hookTimeout: 240_000 })

let home: SafetyHome
beforeAll(async () => {
  home = await createSafetyHome()
})
afterAll(() => home.app.close())
beforeEach(() => home.clear())

/** The hour and minute of the home's clock, this many minutes from now. */
function timeIn(minutes: number) {
  const at = new Date(home.clock.now().getTime() + minutes * 60_000)
  const [hour, minute] = new Intl.DateTimeFormat('en-GB', {
    timeStyle: 'short',
    timeZone: 'Europe/Ljubljana',
  })
    .format(at)
    .split(':')
    .map(Number)
  return { hour, minute }
}

describe('a device that leaves its home', () => {
  it('is no longer held in the next home', async () => {
    const awning = await home.shade('awning', 0.5)
    await home.measure(CALM)
    await home.protect([awning], WIND)
    await home.measure(STORM)
    await home.pass(30_000)
    expect((await home.seen(awning)).safety).not.toBeNull()
    await home.during(home.owner.delete(awning.id))
    await home.pass(2_000)
    const { rows } = await home.app.database.pool.query(
      'select 1 from scenario_targets where device_id = $1',
      [awning.id],
    )
    expect(rows).toEqual([])
    home.forget(awning)
  })

  it('hands its hold over to the controller that replaces it, which is held from the first moment', async () => {
    const awning = await home.shade('awning', 0.5)
    await home.measure(CALM)
    const { id } = await home.protect([awning], WIND)
    await home.measure(STORM)
    await home.pass(30_000)
    const [fresh] = await home.owner.provision('awning')
    const replaced = home.post('device/replace', { token: awning.id, claimCode: fresh?.claimCode })
    expect(await home.owner.ok(replaced)).toMatchObject({ id: fresh?.id, safety: { scenarioId: id } })
    home.forget(awning)
  })

  it('and one that comes to a group of an active scenario is held at once', async () => {
    const inside = await home.shade('awning', 0.5)
    const late = await home.shade('awning', 0.6)
    await home.measure(CALM)
    const group = Object(
      await home.owner.ok(home.post('group/create', { name: 'Awnings', devices: [inside.id] })),
    )
    await home.protect([], WIND, { groups: [group.id] })
    await home.measure(STORM)
    await home.pass(30_000)
    expect((await home.seen(late)).place).toBeCloseTo(0.6, 2)
    await home.owner.ok(home.post('group/update', { id: group.id, devices: [inside.id, late.id] }))
    await home.pass(60_000)
    expect(await home.seen(late)).toMatchObject({ place: 0, safety: { isSensorSilent: false } })
    await home.owner.ok(home.post('group/update', { id: group.id, devices: [inside.id] }))
    await home.pass(2_000)
    expect((await home.seen(late)).safety).toBeNull()
    await home.owner.ok(home.post('group/delete', { id: group.id }))
  })
})

describe('a member of a group that changes its type while a scenario of the group is active', () => {
  /** The type is set at the hardware, since the app changes no type of a device that is held. */
  const become = async ({ device }: Resident, devicetype: DeviceType) => {
    const now = home.clock.now().getTime()
    const times = { sentAt: new Date(now).toISOString(), expiresAt: new Date(now + 4_000).toISOString() }
    device.receive(
      JSON.stringify({ id: `type ${now}`, command: 'settings', settings: { devicetype }, ...times }),
    )
    await home.pass(5_000)
  }
  const groupOf = async (...parts: { id: string }[]): Promise<string> =>
    Object(
      await home.owner.ok(home.post('group/create', { name: 'Shades', devices: parts.map(({ id }) => id) })),
    ).id

  /** A group of three shutters that a scenario moves in wind, and the first of them. */
  const movedByWind = async () => {
    const first = await home.shade('roller_shutter')
    const others = [await home.shade('roller_shutter'), await home.shade('roller_shutter')]
    await home.measure(CALM)
    const group = await groupOf(first, ...others)
    const { id } = await home.scenario([], {
      groups: [group],
      triggers: [{ type: 'Weather', measurement: 'wind_gust', condition: 'gt', value: 10 }],
      actions: [{ type: 'MoveSelf', position: 0.8 }],
    })
    return { first, group, id }
  }

  it('is released at once and stays, and is held again with its old type, if the place is not that of its kind', async () => {
    const { first, group, id } = await movedByWind()
    await home.measure(STORM)
    await home.pass(60_000)
    expect(await home.seen(first)).toMatchObject({
      place: expect.closeTo(0.8, 2),
      safety: { scenarioId: id },
    })
    await become(first, 'awning')
    expect(await home.seen(first)).toEqual({ place: expect.closeTo(0.8, 2), safety: null })
    expect((await home.move(first, 20)).status).toBe('success')
    await home.measureFor(2, STORM)
    expect((await home.seen(first)).place).toBeCloseTo(0.2, 2)
    await become(first, 'roller_shutter')
    await home.pass(60_000)
    expect(await home.seen(first)).toMatchObject({
      place: expect.closeTo(0.8, 2),
      safety: { scenarioId: id },
    })
    await home.owner.ok(home.post('group/delete', { id: group }))
  })

  it('is left out with a reason if it had the type before', async () => {
    const { first, group, id } = await movedByWind()
    await become(first, 'awning')
    await home.measure(STORM)
    await home.pass(60_000)
    expect(await home.seen(first)).toEqual({ place: 0, safety: null })
    const [firing] = await home.history(id)
    expect(firing).toMatchObject({ outcome: 'part' })
    expect(firing?.results).toContainEqual(
      expect.objectContaining({ error: 'device_unsupported_action', device_ids: [first.id] }),
    )
    await home.owner.ok(home.post('group/delete', { id: group }))
  })

  it('is protected further, by its new kind [SC2] [WS12]', async () => {
    const shades = [
      await home.shade('roller_shutter', 0.5),
      await home.shade('awning', 0.5),
      await home.shade('awning', 0.5),
    ] as const
    const [first] = shades
    await home.measure(CALM)
    await become(first, 'awning')
    const group = await groupOf(...shades)
    const { id } = await home.protect([], WIND, { groups: [group] })
    await become(first, 'roller_shutter')
    await home.measure(STORM)
    await home.pass(60_000)
    expect(await home.seen(first)).toEqual({ place: expect.closeTo(0.5, 2), safety: null })
    await become(first, 'textile_screen')
    await home.pass(60_000)
    expect(await home.seen(first)).toMatchObject({ place: 0, safety: { scenarioId: id } })
    await home.owner.ok(home.post('group/delete', { id: group }))
  })
})

describe('after a hold', () => {
  it('a shade is moved by what is due then, not by what was due before [WS10]', async () => {
    const awning = await home.shade('awning')
    await home.measure(CALM)
    const timed = await home.scenario([awning], {
      triggers: [{ type: 'TimeOfDay', ...timeIn(30) }],
      actions: [{ type: 'MoveSelf', position: 0.4 }],
    })
    await home.protect([awning], WIND)
    await home.measure(STORM)
    await home.measureFor(35, STORM)
    expect((await home.seen(awning)).place).toBe(0)
    expect((await home.history(timed.id))[0]?.outcome).toBe('held')
    await home.measureFor(17, CALM)
    await home.pass(60_000)
    expect((await home.seen(awning)).place).toBeCloseTo(0.4, 2)
  })

  it('that ends together with another, a shade is moved once by what is due, and is held in the next storm', async () => {
    const storm = { ...STORM, rain: 3 }
    const calm = { ...CALM, rain: 0 }
    const awning = await home.shade('awning')
    await home.measure(calm)
    const timed = await home.scenario([awning], {
      triggers: [{ type: 'TimeOfDay', ...timeIn(20) }],
      actions: [{ type: 'MoveSelf', position: 0.4 }],
    })
    await home.protect([awning], WIND)
    await home.protect([awning], { protect: 'rain' })
    await home.measureFor(25, storm)
    expect((await home.seen(awning)).place).toBe(0)
    await home.measureFor(17, calm)
    await home.pass(60_000)
    expect(await home.seen(awning)).toEqual({ place: expect.closeTo(0.4, 2), safety: null })
    expect((await home.history(timed.id)).map(({ outcome }) => outcome)).toEqual(['done', 'held'])
    await home.measure(storm)
    await home.pass(30_000)
    expect(await home.seen(awning)).toMatchObject({ place: 0, safety: { isSensorSilent: false } })
  })

  it('of a scenario that cannot be evaluated, others keep their shades safe', async () => {
    const [broken, whole] = [await home.shade('awning', 0.5), await home.shade('awning', 0.6)]
    await home.measure(CALM)
    const { id } = await home.protect([broken], WIND)
    await home.protect([whole], WIND)
    await home.app.database.pool.query(`update safety_watches set state = 'null' where scenario_id = $1`, [
      id,
    ])
    await home.measure(STORM)
    await home.pass(30_000)
    expect(await home.seen(broken)).toEqual({ place: expect.closeTo(0.5, 2), safety: null })
    expect(await home.seen(whole)).toMatchObject({ place: 0, safety: { isSensorSilent: false } })
  })

  it('a move that never arrived keeps no shade from what is due, and a scenario that a person ran does [WS10]', async () => {
    const [unanswered, run] = [await home.shade('awning'), await home.shade('awning')]
    await home.measure(CALM)
    for (const awning of [unanswered, run])
      await home.scenario([awning], {
        triggers: [{ type: 'TimeOfDay', ...timeIn(2) }],
        actions: [{ type: 'MoveSelf', position: 0.4 }],
      })
    await home.protect([unanswered, run], WIND)
    await home.measureFor(4, CALM)
    for (const awning of [unanswered, run]) expect((await home.seen(awning)).place).toBeCloseTo(0.4, 2)
    unanswered.device.fault({ kind: 'no_answer', obeys: false, times: 1 })
    expect(await home.move(unanswered, 70)).toMatchObject({ status: 'error' })
    const byHand = await home.scenario([run], {
      triggers: [],
      actions: [{ type: 'MoveSelf', position: 0.7 }],
    })
    await home.owner.ok(home.during(home.post('scenario/run', { id: byHand.id })))
    await home.measureFor(2, CALM)
    await home.measureFor(2, STORM)
    await home.measureFor(18, CALM)
    expect(await home.seen(unanswered)).toEqual({ place: expect.closeTo(0.4, 2), safety: null })
    expect(await home.seen(run)).toEqual({ place: 0, safety: null })
  })

  it('a shade stays when nothing is due for it', async () => {
    const awning = await home.shade('awning', 0.5)
    await home.measure(CALM)
    await home.protect([awning], WIND)
    await home.measure(STORM)
    await home.measureFor(18, CALM)
    await home.pass(60_000)
    expect(await home.seen(awning)).toEqual({ place: 0, safety: null })
  })

  it('that is switched off, a shade is released at once', async () => {
    const awning = await home.shade('awning', 0.5)
    await home.measure(CALM)
    const { id } = await home.protect([awning], WIND)
    await home.measure(STORM)
    await home.pass(30_000)
    await home.change(id, { enabled: false })
    expect((await home.seen(awning)).safety).toBeNull()
    expect((await home.move(awning, 50)).status).toBe('success')
    await home.change(id, { enabled: true })
    await home.pass(30_000)
    expect((await home.seen(awning)).place).toBe(0)
  })
})

describe('a person', () => {
  it('switches automatic weather movement off for a device, and it is switched on again by itself', async () => {
    const awning = await home.shade('awning', 0.5)
    await home.measure(CALM)
    await home.protect([awning], WIND)
    await home.measure(STORM)
    await home.pass(30_000)
    const off = await home.post('device/weather', { token: awning.id, automatic: false })
    expect(off.body).toMatchObject({ automatic: false, until: expect.stringMatching(/T2[23]:00:00.000Z$/) })
    await home.pass(1_000)
    const info = await home.info(awning)
    expect(info).toMatchObject({ safety: null, weatherAutomatic: false })
    expect((await home.move(awning, 60)).status).toBe('success')
    await home.measure(STORM)
    expect((await home.seen(awning)).place).toBeCloseTo(0.6, 2)
    const on = await home.post('device/weather', { tokens: [awning.id], automatic: true })
    expect(on.body).toEqual({ automatic: true, until: null })
    await home.pass(30_000)
    expect((await home.seen(awning)).place).toBe(0)
    const until = new Date(home.clock.now().getTime() + 10 * 60_000).toISOString()
    await home.owner.ok(home.post('device/weather', { token: awning.id, automatic: false, until }))
    await home.pass(1_000)
    expect((await home.move(awning, 60)).status).toBe('success')
    await home.measureFor(12, STORM)
    expect(await home.seen(awning)).toMatchObject({ place: 0, safety: { isSensorSilent: false } })
  })

  it('switches it on again while a scenario by time drives the device out, and it is brought in at once', async () => {
    const awning = await home.shade('awning', 0.1)
    await home.measure(CALM)
    const timed = await home.scenario([awning], {
      triggers: [{ type: 'TimeOfDay', ...timeIn(4) }],
      actions: [{ type: 'MoveSelf', position: 1 }],
    })
    await home.protect([awning], WIND)
    await home.measure(STORM)
    await home.pass(30_000)
    await home.owner.ok(home.post('device/weather', { token: awning.id, automatic: false }))
    for (let seconds = 0; seconds < 300 && (await home.seen(awning)).place === 0; seconds += 1)
      await home.pass(1_000)
    const before = home.receivedBy(awning).length
    await home.owner.ok(home.post('device/weather', { token: awning.id, automatic: true }))
    await home.pass(1_000)
    expect(home.receivedBy(awning).slice(before)).toMatchObject([{ command: 'move', position: 0 }])
    await home.pass(60_000)
    expect((await home.seen(awning)).place).toBe(0)
    expect((await home.history(timed.id))[0]).toMatchObject({
      outcome: 'held',
      results: [{ error: 'weather_scenario_matched' }],
    })
  })

  it('who owns a device can move it once, and the hold continues [WS11]', async () => {
    const awning = await home.shade('awning', 0.5)
    await home.measure(CALM)
    await home.protect([awning], WIND)
    await home.measure(STORM)
    await home.pass(30_000)
    const intent = { token: awning.id, command: 'move', position: 30 }
    expect((await home.post('device/override', intent)).status).toBe(400)
    const moved = await home.during(
      home.post('device/override', { ...intent, reason: 'Somebody is caught in it' }),
    )
    expect(commandResultsSchema.parse(moved.body)[0]?.status).toBe('success')
    await home.pass(60_000)
    const { place, safety } = await home.seen(awning)
    expect(place).toBeCloseTo(0.3, 2)
    expect(safety).not.toBeNull()
    expect((await home.move(awning, 60)).status).toBe('error')
    const { body } = await home.owner.api('GET', '/auth/api/v1/activity/list', {})
    expect(JSON.stringify(body)).toContain('Somebody is caught in it')
    const unlock = { token: awning.id, command: 'unlock', lockType: 'motor', reason: 'x' }
    expect(errorBodySchema.parse((await home.post('device/override', unlock)).body).error).toBe(
      'invalid_command',
    )
  })

  it('whose override ends with its hold finds the device held by the next one', async () => {
    const awning = await home.shade('awning', 0.5)
    await home.measure(CALM)
    await home.protect([awning], WIND)
    await home.measure(STORM)
    await home.pass(30_000)
    const intent = { token: awning.id, command: 'move', position: 30, reason: 'Somebody is caught in it' }
    await home.during(home.post('device/override', intent))
    await home.pass(15_000)
    await home.measureFor(18, CALM)
    expect(await home.seen(awning)).toMatchObject({ place: expect.closeTo(0.3, 2), safety: null })

    await home.measure(STORM)
    await home.pass(1_500)
    awning.device.wallSwitch('stop')
    await home.pass(1_000)
    expect((await home.seen(awning)).place).toBeGreaterThan(0.1)
    await home.measureFor(2, STORM)
    expect((await home.seen(awning)).place).toBe(0)
  })

  it('who asks another server than that of the device finds it where it was sent', async () => {
    const awning = await home.shade('awning', 0.5)
    await home.measure(CALM)
    await home.protect([awning], WIND)
    await home.measure(STORM)
    await home.pass(30_000)
    const twin = await home.app.twin()
    home.instances(2)
    const intent = { token: awning.id, command: 'move', position: 30, reason: 'Somebody is caught in it' }
    const answer = await home.during(
      twin.http.inject({
        method: 'POST',
        url: '/auth/api/v1/device/override',
        payload: intent,
        headers: { authorization: `Bearer ${await home.owner.apiToken()}` },
      }),
    )
    expect(answer.statusCode).toBe(200)
    await home.measureFor(2, STORM)
    expect((await home.seen(awning)).place).toBeCloseTo(0.3, 2)
    await twin.close()
    home.instances(1)
  })
})
