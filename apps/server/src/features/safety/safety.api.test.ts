import { commandResultsSchema, errorBodySchema } from '@senca/contract'
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

describe('an awning in a storm', () => {
  it('is brought in at the first gust, and every command out is refused with the reason [WS1]', async () => {
    const awning = await home.shade('awning', 0.8)
    await home.measure(CALM)
    const { id, status } = await home.protect([awning], WIND)
    expect(status).toBe('idle')
    await home.pass(20_000)
    expect((await home.seen(awning)).safety).toBeNull()
    await home.measure(STORM)
    await home.pass(60_000)
    const { place, safety } = await home.seen(awning)
    expect(place).toBe(0)
    expect(safety).toEqual({
      scenarioId: id,
      reason: { measurement: 'wind_gust', value: 14, unit: 'm/s', threshold: 10.2778, condition: 'gt' },
      since: expect.any(String),
      until: null,
      isSensorSilent: false,
      // Four fifths of the limit of class 2, which is 30 km/h.
      release: { value: expect.closeTo(8.222, 3), minutes: 15 },
    })
    const out = await home.move(awning, 50)
    expect(out).toMatchObject({
      status: 'error',
      error: 'weather_scenario_matched',
      error_detail: expect.stringContaining('wind gust of 14 m/s'),
      safety: { scenarioId: id, isSensorSilent: false },
    })
    expect((await home.move(awning, 0)).status).toBe('success')
    const ventilation = await home.during(
      home.post('device/move', {
        commands: [{ token: awning.id, command: 'move_to_ventilation' }],
        wait: true,
      }),
    )
    expect(commandResultsSchema.parse(ventilation.body)[0]).toMatchObject({
      error: 'weather_scenario_matched',
    })
    const calibration = await home.post('device/recalibrate', { token: awning.id })
    expect(errorBodySchema.parse(calibration.body).error).toBe('weather_scenario_matched')
    expect((await home.scenarioInfo(id)).status).toBe('active')
    expect((await home.history(id))[0]).toMatchObject({
      reason: { type: 'weather', measurement: 'wind_gust', value: 14, threshold: 10.2778, condition: 'gt' },
      outcome: 'done',
    })
  })

  it('stays in through gusts and lulls, and is free once it was calm for as long as it is set to', async () => {
    const awning = await home.shade('awning', 0.8)
    await home.measure(CALM)
    const { id } = await home.protect([awning], WIND)
    await home.measure(STORM)
    await home.pass(60_000)
    const moves = home.receivedBy(awning).length
    for (let gust = 0; gust < 2; gust += 1) {
      await home.measureFor(10, { wind_gust: 9 })
      // Below the threshold, but by less than a fifth of it.
      await home.measureFor(10, CALM)
      expect((await home.move(awning, 50)).status).toBe('error')
      await home.measure(STORM)
    }
    expect(home.receivedBy(awning).length).toBe(moves)
    await home.measure(CALM)
    const { safety } = await home.seen(awning)
    const until = new Date(String(safety?.until)).getTime()
    expect((until - home.clock.now().getTime()) / 60_000).toBeCloseTo(15, 0)
    await home.measureFor(16, CALM)
    expect((await home.seen(awning)).safety).toBeNull()
    expect((await home.scenarioInfo(id)).status).toBe('idle')
    expect((await home.move(awning, 50)).status).toBe('success')
  })

  it('can always be stopped; then it is brought in once more after half a minute', async () => {
    const awning = await home.shade('awning', 1)
    await home.measure(CALM)
    await home.protect([awning], WIND)
    await home.measure(STORM)
    await home.pass(2_000)
    const stopped = await home.during(home.post('device/abort', { commands: [{ token: awning.id }] }))
    expect(commandResultsSchema.parse(stopped.body)[0]?.status).toBe('success')
    await home.pass(5_000)
    const { place } = await home.seen(awning)
    expect(place).toBeGreaterThan(0.3)
    // Moving out is the unsafe way from where it stopped.
    expect((await home.move(awning, 100)).status).toBe('error')
    await home.pass(20_000)
    expect((await home.seen(awning)).place).toBeCloseTo(place ?? 0, 2)
    await home.pass(60_000)
    expect((await home.seen(awning)).place).toBe(0)
  })

  it('that was sent further in is not sent back out, even before it answers', async () => {
    const awning = await home.shade('awning', 1)
    await home.measure(CALM)
    await home.protect([awning], WIND)
    await home.measure(STORM)
    await home.pass(2_000)
    await home.during(home.post('device/abort', { commands: [{ token: awning.id }] }))
    await home.pass(2_000)
    expect((await home.seen(awning)).place).toBeGreaterThan(0.5)
    awning.device.fault({ kind: 'late_answer', ms: 3_000, times: 1 })
    const send = async (position: number) => {
      const commands = [{ token: awning.id, command: 'move', position }]
      const { body } = await home.post('device/move', { commands, wait: false })
      return commandResultsSchema.parse(body)[0]
    }
    const inwards = send(20)
    await home.pass(500)
    expect(await home.during(send(40))).toMatchObject({ error: 'weather_scenario_matched' })
    expect(await home.during(inwards)).toMatchObject({ status: 'success' })
    await home.pass(60_000)
    expect((await home.seen(awning)).place).toBe(0)
  })

  it('that is moved out at the wall is brought in again once [WS8]', async () => {
    const awning = await home.shade('awning', 0.5)
    await home.measure(CALM)
    await home.protect([awning], WIND)
    await home.measure(STORM)
    await home.pass(60_000)
    awning.device.wallSwitch('close')
    await home.pass(5_000)
    awning.device.wallSwitch('stop')
    await home.pass(5_000)
    expect((await home.seen(awning)).place).toBeGreaterThan(0.05)
    await home.pass(60_000)
    expect((await home.seen(awning)).place).toBe(0)
    awning.device.wallSwitch('close')
    await home.pass(5_000)
    awning.device.wallSwitch('stop')
    await home.pass(90_000)
    expect((await home.seen(awning)).place).toBeGreaterThan(0.05)
  })

  it('is brought in when it comes back [WS8]', async () => {
    const awning = await home.shade('awning', 0.7)
    await home.measure(CALM)
    await home.protect([awning], WIND)
    awning.device.fault({ kind: 'lost_link', ms: 120_000 })
    await home.measureFor(3, STORM)
    await home.pass(60_000)
    expect((await home.seen(awning)).place).toBe(0)
  })

  it('that calibrates is stopped first, and brought in at once [WS8]', async () => {
    const awning = await home.shade('awning', 0.3)
    await home.measure(CALM)
    await home.protect([awning], WIND)
    await home.owner.ok(home.during(home.post('device/recalibrate', { token: awning.id })))
    await home.pass(2_000)
    const before = home.receivedBy(awning).length
    await home.measure(STORM)
    expect(home.receivedBy(awning).slice(before)).toMatchObject([
      { command: 'abort' },
      { command: 'move', position: 0 },
    ])
    await home.pass(30_000)
    expect((await home.seen(awning)).place).toBe(0)
  })

  it('that was just sent out, and does not say so yet, is brought in at once', async () => {
    const awning = await home.shade('awning')
    await home.measure(CALM)
    await home.protect([awning], WIND)
    const before = home.receivedBy(awning).length
    awning.device.fault({ kind: 'late_answer', ms: 2_000, times: 1 })
    const commands = [{ token: awning.id, command: 'move', position: 100 }]
    const moved = home.post('device/move', { commands, wait: false })
    await home.pass(100)
    await home.measure(STORM)
    expect(home.receivedBy(awning).slice(before)).toMatchObject([{ position: 100 }, { position: 0 }])
    await home.during(moved)
    await home.pass(20_000)
    expect((await home.seen(awning)).place).toBe(0)
  })

  it('whose power fails on its way in is brought in as soon as it is back', async () => {
    const awning = await home.shade('awning', 1)
    await home.measure(CALM)
    await home.protect([awning], WIND)
    await home.measure(STORM)
    await home.pass(3_000)
    awning.device.fault({ kind: 'power_cut', ms: 4_000 })
    for (let second = 0; second < 7; second += 1) await home.pass(1_000)
    expect(home.receivedBy(awning).filter((body) => Object(body).position === 0)).toHaveLength(2)
    await home.pass(60_000)
    expect((await home.seen(awning)).place).toBe(0)
  })

  it('replaces a movement that is waited for, whose answer says why and how far it came', async () => {
    const awning = await home.shade('awning')
    await home.measure(CALM)
    await home.protect([awning], WIND)
    const commands = [{ token: awning.id, command: 'move', position: 100 }]
    const moving = home.post('device/move', { commands, wait: true })
    await home.pass(5_000)
    await home.hook({ type: 'weather', ...STORM })
    const answer = await home.during(moving)
    const [result] = commandResultsSchema.parse(answer.body)
    expect(result).toMatchObject({
      status: 'error',
      error: 'weather_scenario_matched',
      position: 0,
      safety: { reason: { measurement: 'wind_gust' } },
    })
  })

  it('is held after a crash before any command passes, and brought in once more [WS7]', async () => {
    const awning = await home.shade('awning', 0.7)
    await home.measure(CALM)
    await home.protect([awning], WIND)
    await home.measure(STORM)
    await home.app.restart()
    home.owner.forgetApiToken()
    expect(await home.move(awning, 90)).toMatchObject({ error: 'weather_scenario_matched' })
    awning.device.fault({ kind: 'lost_link', ms: 2_000 })
    await home.pass(60_000)
    expect((await home.seen(awning)).place).toBe(0)
  })

  it('is brought in by the mean wind if the gusts of the same station are below it [WS4]', async () => {
    const awning = await home.shade('awning', 0.5)
    await home.measure({ wind_gust: 2, wind_speed: 1 })
    await home.protect([awning], WIND)
    await home.measure({ wind_gust: 0, wind_speed: 30 })
    await home.pass(30_000)
    expect(await home.seen(awning)).toMatchObject({ place: 0, safety: { reason: { value: 30 } } })
  })

  it('stays where it is when it is in, whatever the alarm', async () => {
    const awning = await home.shade('awning')
    await home.measure(CALM)
    const { id } = await home.protect([awning], { protect: 'rain' })
    const before = home.receivedBy(awning).length
    await home.measure({ rain: 4 })
    await home.pass(30_000)
    expect((await home.seen(awning)).safety).toMatchObject({ reason: { measurement: 'rain' } })
    expect(home.receivedBy(awning).length).toBe(before)
    expect((await home.history(id))[0]?.outcome).toBe('done')
  })
})

describe('an awning that a scenario of comfort keeps half out in wind', () => {
  const light = { wind_speed: 6, wind_gust: 6 }
  const half = {
    triggers: [{ type: 'Weather', measurement: 'wind_speed', condition: 'gt', value: 5 }],
    actions: [{ type: 'MoveSelf', position: 0.5 }],
  }

  it('is brought in by its protection, although the other scenario has been active for longer [WS2]', async () => {
    const awning = await home.shade('awning', 0.8)
    await home.measure(CALM)
    await home.scenario([awning], half)
    const { id } = await home.protect([awning], WIND)
    await home.measure(light)
    await home.pass(30_000)
    expect((await home.seen(awning)).place).toBeCloseTo(0.5, 2)
    await home.measure({ wind_speed: 20, wind_gust: 40 })
    await home.pass(30_000)
    expect(await home.seen(awning)).toMatchObject({ place: 0, safety: { scenarioId: id } })
    expect((await home.history(id))[0]?.outcome).toBe('done')
    expect(await home.move(awning, 50)).toMatchObject({ error: 'weather_scenario_matched' })
  })

  it('may be brought in by a person, stays there, also after it was away, and is sent out no further', async () => {
    const awning = await home.shade('awning', 0.8)
    await home.measure(CALM)
    const { id } = await home.scenario([awning], half)
    await home.measure(light)
    await home.pass(30_000)
    expect((await home.move(awning, 0)).status).toBe('success')
    expect(await home.move(awning, 100)).toMatchObject({ error: 'weather_scenario_matched' })
    expect((await home.move(awning, 40)).status).toBe('success')
    expect((await home.move(awning, 0)).status).toBe('success')
    await home.measureFor(1, light)
    awning.device.fault({ kind: 'lost_link', ms: 20_000 })
    await home.measureFor(2, light)
    expect(await home.seen(awning)).toMatchObject({ place: 0, safety: { scenarioId: id } })
  })
})

describe('while the listening connection of the server receives nothing', () => {
  const listeners = async (): Promise<number[]> => {
    const { rows } = await home.app.database.pool.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'senca listen' and datname = current_database()`,
    )
    return rows.map(({ pid }) => pid)
  }
  /** The position is not asked of the server, because news of it may wait for the connection. */
  const placeOf = ({ device }: Resident) => device.state().position

  it('what changes a hold counts from the answer on, and what another server writes within a second', async () => {
    const [awning, other, third] = [
      await home.shade('awning', 0.5),
      await home.shade('awning', 0.6),
      await home.shade('awning', 0.7),
    ]
    await home.measure(CALM)
    const group = Object(
      await home.owner.ok(home.post('group/create', { name: 'Kept', devices: [awning.id] })),
    )
    const { id } = await home.protect([], WIND, { groups: [group.id] })
    await home.owner.apiToken()
    const pids = await listeners()
    expect(pids).not.toEqual([])
    for (const pid of pids) process.kill(pid, 'SIGSTOP')
    try {
      await home.hook({ type: 'weather', ...STORM })
      await home.pass(1_000)
      expect(await home.move(awning, 90)).toMatchObject({ error: 'weather_scenario_matched' })
      await home.pass(20_000)
      expect(placeOf(awning)).toBe(0)

      for (let round = 0; round < 3; round += 1) {
        await home.owner.ok(home.post('device/weather', { token: awning.id, automatic: false }))
        expect((await home.move(awning, 30)).status).toBe('success')
        await home.owner.ok(home.post('device/weather', { token: awning.id, automatic: true }))
        expect(await home.move(awning, 60)).toMatchObject({ error: 'weather_scenario_matched' })
      }

      await home.owner.ok(home.post('group/update', { id: group.id, devices: [awning.id, other.id] }))
      expect(await home.move(other, 90)).toMatchObject({ error: 'weather_scenario_matched' })
      await home.owner.ok(home.post('scenario/update', { id, targets: [third.id] }))
      expect(await home.move(third, 90)).toMatchObject({ error: 'weather_scenario_matched' })
      await home.owner.ok(home.post('group/update', { id: group.id, devices: [awning.id] }))
      expect((await home.move(other, 90)).status).toBe('success')

      await home.app.database.pool.query('update safety_watches set active_since = null')
      await home.pass(1_000)
      expect((await home.move(third, 90)).status).toBe('success')
    } finally {
      for (const pid of pids) process.kill(pid, 'SIGCONT')
    }
    await home.owner.ok(home.post('group/delete', { id: group.id }))
  })
})
