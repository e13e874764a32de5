import { setTimeout } from 'node:timers/promises'
import type { ActivityEntry } from '@senca/contract/activity'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createGuest, makeLink } from '#testing/homes/link-home.ts'
import { scenarioHome } from '#testing/homes/scenario-home.ts'
import { type ThirdPartyHome, thirdPartyHome } from '#testing/homes/third-party-home.ts'

type Device = Awaited<ReturnType<ThirdPartyHome['devices']>>[number]

let home: ThirdPartyHome
let shade: Device
let mute: Device
let door: Device
let answering: Device
beforeAll(async () => {
  home = await thirdPartyHome()
  const made = await home.devices([
    ['roller_shutter', 'reported'],
    ['roller_shutter', 'none'],
    ['home_door', 'reported'],
    ['roller_shutter', 'acknowledged'],
  ])
  const [first, second, third, fourth] = made
  if (first === undefined || second === undefined || third === undefined || fourth === undefined)
    throw new Error('no devices')
  ;[shade, mute, door, answering] = [first, second, third, fourth]
})
afterAll(() => home.app.close())

const CLOSE = { command: 'move', position: 100 }
const OPEN = { command: 'move', position: 0 }
const UNLOCK = { command: 'unlock', lockType: 'motor' }
const SUCCESS = [{ status: 'success' }]
const UNCONFIRMED = [{ status: 'unconfirmed' }]
const failure = (error: string, error_detail?: string) => [
  { status: 'error', error, ...(error_detail === undefined ? {} : { error_detail }) },
]

const pass = (ms: number) => home.app.clock.advanceAsync(ms)
/** Lets what is ready happen, without time passing on the clock of the server. */
const settle = () => setTimeout(50)
/** The newest entry of a device once it has a result. */
const newestResult = async (device: Device) => {
  let result: unknown = null
  await vi.waitFor(async () => {
    await pass(300)
    const [entry] = await device.entries()
    expect(entry?.result?.status).not.toBe('sent')
    result = entry?.result
  })
  return result
}
const reset = async (notice: object, device = shade) => {
  await pass(500)
  device.report(notice)
  await settle()
}

describe('a command to hardware that confirms by reports [HW37]', () => {
  it('succeeds with the first evidence, and its entry with the end', async () => {
    await reset({ pos: 100 })
    const { answer } = await shade.send(CLOSE)
    await pass(4_900)
    shade.report({ pos: 60, motion: 'closing' })
    expect(await answer).toMatchObject(SUCCESS)
    await pass(10_000)
    shade.report({ pos: 3 })
    expect(await newestResult(shade)).toMatchObject({ status: 'success', position: 0.97 })
  })

  it('is unconfirmed 5 s after it was handed over to silent hardware, and so is its entry [HW38]', async () => {
    await reset({ pos: 100 })
    const { answer } = await shade.send(CLOSE)
    await pass(4_999)
    shade.report({ pos: 100 })
    await settle()
    await pass(1)
    expect(await answer).toEqual([{ status: 'unconfirmed', device_ids: [shade.id] }])
    expect(await newestResult(shade)).toMatchObject({ status: 'unconfirmed' })
  })

  it('that is awaited succeeds at the goal, and fails where it comes to rest elsewhere', async () => {
    await reset({ pos: 100 })
    const closing = await shade.send(CLOSE, true)
    shade.report({ pos: 50, motion: 'closing' })
    await settle()
    shade.report({ pos: 4 })
    expect(await closing.answer).toMatchObject([{ status: 'success', position: 0.96 }])
    await reset({ pos: 0 })
    const opening = await shade.send(OPEN, true)
    shade.report({ pos: 50, motion: 'opening' })
    await settle()
    shade.report({ pos: 70 })
    expect(await opening.answer).toMatchObject([
      { status: 'error', error: 'device_update_failed', error_detail: 'moved_elsewhere', position: 0.3 },
    ])
  })

  it('succeeds after 2 s where its goal was reported before [HW39]', async () => {
    await reset({ pos: 0 })
    const { answer } = await shade.send(CLOSE, true)
    await pass(2_000)
    expect(await answer).toMatchObject([{ status: 'success', position: 1 }])
  })

  it('ends when a newer one is handed over, by whether it was awaited', async () => {
    await reset({ pos: 100 })
    const awaited = await shade.send(CLOSE, true)
    const first = await shade.send({ command: 'move', position: 40 })
    expect(await awaited.answer).toMatchObject(failure('device_update_failed', 'replaced'))
    const second = await shade.send(CLOSE)
    expect(await first.answer).toMatchObject(UNCONFIRMED)
    shade.report({ pos: 80, motion: 'closing' })
    expect(await second.answer).toMatchObject(SUCCESS)
  })

  it('of a lock fails as jammed, and succeeds when it reports that it is unlocked', async () => {
    const jamming = await door.send(UNLOCK)
    door.report({ lock: 'jammed' })
    expect(await jamming.answer).toMatchObject(failure('device_update_failed', 'jammed'))
    await reset({ lock: 'locked' }, door)
    const { answer } = await door.send(UNLOCK)
    door.report({ lock: 'locked' })
    await settle()
    door.report({ lock: 'unlocked' })
    expect(await answer).toMatchObject(SUCCESS)
    await reset({ lock: 'locked' }, door)
  })
})

describe('a stop of hardware that confirms by reports', () => {
  const stop = async (device: Device) => {
    const before = device.calls().length
    const answer = home.owner.abort(device.id)
    await vi.waitFor(() => expect(device.calls()).toHaveLength(before + 1))
    return { answer }
  }

  it('succeeds with the first report without motion, or after 2 s at the same place', async () => {
    await reset({ pos: 100 })
    await shade.send(CLOSE)
    shade.report({ pos: 70, motion: 'closing' })
    await settle()
    const first = await stop(shade)
    shade.report({ pos: 65 })
    expect(await first.answer).toMatchObject(SUCCESS)
    shade.report({ pos: 60, motion: 'closing' })
    await settle()
    const second = await stop(shade)
    await pass(2_000)
    expect(await second.answer).toMatchObject(SUCCESS)
  })

  it('is not sent to what stands by its report, and always where the place is assumed', async () => {
    await reset({ pos: 60 })
    const before = shade.calls().length
    expect(await home.owner.abort(shade.id)).toMatchObject(failure('device_not_busy'))
    expect(shade.calls()).toHaveLength(before)
    shade.report({ pos: 60, assumed: true })
    await settle()
    const { answer } = await stop(shade)
    await pass(5_000)
    expect(await answer).toMatchObject(UNCONFIRMED)
  })
})

describe('a command to hardware that confirms nothing', () => {
  it.each([true, false])('is unconfirmed as soon as it was handed over; awaited: %s', async (wait) => {
    const { answer } = await mute.send(CLOSE, wait)
    expect(await answer).toMatchObject(UNCONFIRMED)
    expect(await newestResult(mute)).toMatchObject({ status: 'unconfirmed' })
  })
})

it('a command that third-party hardware does not answer may still happen', async () => {
  home.bridge.online.get(answering.address)
  home.bridge.plugIn(answering.address, ['open', 'close', 'stop', 'setPosition'], () => 'silent')
  answering.report({ pos: 100 })
  await settle()
  const { answer } = await answering.send(CLOSE)
  await pass(5_000)
  expect(await answer).toMatchObject(failure('device_request_timeout', 'may_still_happen'))
  expect(await newestResult(answering)).toMatchObject({ error_detail: 'may_still_happen' })
})

it('a command that nobody confirmed spends a use of its link [HW38]', async () => {
  const link = await makeLink(home.app, home.owner, [mute.id], { maxUses: 5 })
  const guest = createGuest(home.app, link.token)
  expect(await guest.act([mute.id], CLOSE)).toMatchObject(UNCONFIRMED)
  expect(await guest.info()).toMatchObject({ uses: 1 })
})

it('a scenario of successes and unconfirmed commands is done, and counts the latter [HW38]', async () => {
  const { create, ask, history } = scenarioHome(() => home.owner)
  const close = [{ type: 'MoveSelf', position: 1 }]
  const { id } = await create([shade.id, mute.id], { triggers: [], actions: close })
  await reset({ pos: 0 })
  const answer = home.owner.ok(ask('run', { id }))
  await vi.waitFor(async () => {
    await pass(500)
    const [entry] = await history(id)
    expect(entry).toMatchObject({ outcome: 'done', unconfirmed: 1 })
  })
  expect(await answer).toMatchObject([
    { status: 'success', device_ids: [shade.id] },
    { status: 'unconfirmed', device_ids: [mute.id] },
  ])
})

describe('a test movement of third-party hardware [DV29]', () => {
  const methods = (device: Device) => device.calls().map(({ method }) => method)
  const test = async (device: Device) => {
    const before = device.calls().length
    const answer = home.owner.api('POST', '/auth/api/v1/device/test-move', {
      json: { token: device.id, direction: 'close', ms: 2_000 },
    })
    await vi.waitFor(() => expect(device.calls()).toHaveLength(before + 1))
    await pass(1_999)
    await settle()
    expect(device.calls()).toHaveLength(before + 1)
    await pass(1)
    await vi.waitFor(() =>
      expect(methods(device).slice(before)).toEqual(['Cover.GoToPosition', 'Cover.Stop']),
    )
    return { answer }
  }

  it('is stopped in time also without evidence, and is done where the shade reports that it stands', async () => {
    await reset({ pos: 100 })
    const { answer } = await test(shade)
    shade.report({ pos: 90 })
    expect(await home.owner.ok(answer)).toEqual({})
  })

  it('is unconfirmed where nothing confirms its stop', async () => {
    await reset({ pos: 100, assumed: true }, mute)
    const { answer } = await test(mute)
    expect(await home.owner.ok(answer)).toEqual({ status: 'unconfirmed' })
  })
})

describe('a late effect of a command that nobody confirmed [HW37]', () => {
  const lateOf = async (device: Device) => {
    let found: ActivityEntry | undefined
    await vi.waitFor(async () => {
      await pass(300)
      found = (await device.entries()).find(({ details }) => details.late !== undefined)
      expect(found).toBeDefined()
    })
    return found
  }
  const mails = async () =>
    (await home.app.database.pool.query("select id from mails where kind = 'late_door'")).rows

  it('is an entry that names the command and its sender', async () => {
    await reset({ pos: 100 })
    const { answer } = await shade.send({ command: 'move', position: 80 })
    await pass(5_000)
    expect(await answer).toMatchObject(UNCONFIRMED)
    await pass(30_000)
    shade.report({ pos: 60, motion: 'closing' })
    await settle()
    shade.report({ pos: 21 })
    expect(await lateOf(shade)).toMatchObject({
      action: 'moved',
      origin: 'app',
      by: expect.stringContaining('@'),
      details: { position: 0.79, late: { action: 'move' } },
      result: null,
    })
    expect(await mails()).toEqual([])
  })

  it('of a door is mailed to its owner, once, also after a restart of the server', async () => {
    await reset({ lock: 'locked' }, door)
    const { answer } = await door.send(UNLOCK)
    await pass(5_000)
    expect(await answer).toMatchObject(UNCONFIRMED)
    await home.app.restart()
    await vi.waitFor(async () => expect((await door.state())?.status).toBe('ready'))
    door.report({ lock: 'unlocked' })
    expect(await lateOf(door)).toMatchObject({ action: 'unlocked', details: { late: { action: 'unlock' } } })
    await vi.waitFor(async () => expect(await mails()).toHaveLength(1))
    door.report({ lock: 'locked' })
    await settle()
    door.report({ lock: 'unlocked' })
    await vi.waitFor(async () => {
      await pass(300)
      const entries = await door.entries()
      expect(entries.filter(({ action }) => action === 'unlocked')).toHaveLength(2)
      expect(entries.filter(({ details }) => details.late !== undefined)).toHaveLength(1)
    })
    expect(await mails()).toHaveLength(1)
  })
})
