import { activityListSchema } from '@senca/contract/activity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claimUnseen } from '#testing/device-calls.ts'
import { verdictOf } from '#testing/homes/link-home.ts'
import { createVirtualHome, outcomeOf, type Resident, type VirtualHome } from '#testing/homes/virtual-home.ts'
import { createSignedInClient, type TestClient } from '#testing/test-client.ts'

let home: VirtualHome
beforeAll(async () => {
  home = await createVirtualHome()
})
afterAll(() => home.app.close())

const NOT_JUDGED = { asked: { command: 'abort' }, isAwaited: true, isForHardware: true } as const

const test = (
  device: Pick<Resident, 'id'>,
  direction: string,
  ms: unknown,
  client: TestClient = home.owner,
) =>
  home.send(client, {
    ...NOT_JUDGED,
    path: 'test-move',
    deviceId: device.id,
    body: { token: device.id, direction, ms },
  })
const ask = (json: object, client: TestClient = home.owner) =>
  client.api('POST', '/auth/api/v1/device/test-move', { json })
const placeOf = async (device: Resident) => (await home.info(device)).state.position ?? Number.NaN
const entries = async () =>
  activityListSchema.parse(await home.owner.ok(home.owner.api('GET', '/auth/api/v1/activity/list'))).entries

describe('a test movement', () => {
  it('runs for its time, is stopped by the server, and is answered when the shade is at rest [DV29]', async () => {
    const shade = await home.moveIn('roller_shutter')
    const before = await placeOf(shade)
    const call = await test(shade, 'close', 2_000)
    await home.pass(1_000)
    expect((await home.info(shade)).state.status).toBe('closing')
    expect(call.answer).toBeNull()
    await home.pass(2_000)
    expect(call.answer).toEqual({ status: 200, body: {} })
    const state = (await home.info(shade)).state
    expect(state.status).toBe('ready')
    expect(state.position).toBeGreaterThan(before)
    expect(state.position).toBeLessThan(1)
    const back = await test(shade, 'open', 1_000)
    await home.pass(2_000)
    expect(outcomeOf(back)).toEqual({ status: 'success' })
    expect(await placeOf(shade)).toBeLessThan(state.position ?? 0)
    const [newest, first] = await entries()
    expect([newest, first]).toMatchObject([
      { action: 'test_move', details: { direction: 'open' }, origin: 'app', result: { status: 'success' } },
      { action: 'test_move', details: { direction: 'close' }, result: { status: 'success' } },
    ])
    await home.moveOut([shade])
  })

  it('is stopped also when its caller has disconnected', async () => {
    const shade = await home.moveIn('roller_shutter')
    const controller = new AbortController()
    const gone = fetch(`${home.app.url}/auth/api/v1/device/test-move`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await home.owner.apiToken()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ token: shade.id, direction: 'close', ms: 3_000 }),
      signal: controller.signal,
    }).catch(() => 'gone')
    for (let turn = 0; turn < 200 && home.log.every(({ topic }) => topic !== 'command'); turn += 1)
      await home.settle()
    await home.pass(1_000)
    expect((await home.info(shade)).state.status).toBe('closing')
    controller.abort()
    expect(await gone).toBe('gone')
    await home.pass(4_000)
    const { status, position } = (await home.info(shade)).state
    expect(status).toBe('ready')
    expect(position).toBeLessThan(1)
    await home.moveOut([shade])
  })

  it('ends where the shade does, and is not stopped where another command has replaced it', async () => {
    const shade = await home.moveIn('roller_shutter')
    const open = await test(shade, 'open', 3_000)
    await home.pass(4_000)
    expect(outcomeOf(open)).toEqual({ status: 'success' })
    const call = await test(shade, 'close', 3_000)
    await home.pass(1_000)
    const move = { token: shade.id, command: 'move', position: 40 }
    const other = await home.send(home.owner, {
      ...NOT_JUDGED,
      path: 'move',
      deviceId: shade.id,
      body: { commands: [move], wait: true },
    })
    await home.pass(60_000)
    expect(outcomeOf(call)).toEqual({ status: 'error', error: 'device_update_failed' })
    expect(outcomeOf(other)).toMatchObject({ status: 'success', position: 0.4 })
    await home.moveOut([shade])
  })

  it('is one at a time [DV29]', async () => {
    const shade = await home.moveIn('roller_shutter')
    const first = await test(shade, 'close', 1_000)
    const second = await test(shade, 'open', 1_000)
    expect(outcomeOf(second)).toEqual({ status: 'error', error: 'device_busy' })
    await home.pass(3_000)
    expect(outcomeOf(first)).toEqual({ status: 'success' })
    await home.moveOut([shade])
  })

  it.each<[string, object]>([
    ['no time', { ms: 0 }],
    ['too long', { ms: 3_001 }],
    ['a part of a millisecond', { ms: 1.5 }],
    ['a text', { ms: '1000' }],
    ['no number', { ms: null }],
    ['another direction', { direction: 'up' }],
    ['a key of nobody', { force: true }],
  ])('of %s is malformed', async (_name, odd) => {
    const answer = await ask({ token: 'abcdefgh', direction: 'open', ms: 100, ...odd })
    expect(verdictOf(answer)).toMatch(/^400 malformed_request/)
  })

  it('is only for connected shades, and for accounts that may maintain them', async () => {
    const door = await home.moveIn('home_door')
    const light = await home.moveIn('light')
    for (const { id } of [door, light])
      expect(verdictOf(await ask({ token: id, direction: 'open', ms: 100 }))).toBe(
        '400 device_unsupported_action',
      )
    const shade = await home.moveIn('roller_shutter')
    const other = await createSignedInClient(home.app)
    const asked = { token: shade.id, direction: 'open', ms: 100 }
    expect(verdictOf(await ask(asked, other))).toBe('404 device_not_exist')
    const { id: token } = await claimUnseen(home.owner, 'awning')
    expect(verdictOf(await ask({ ...asked, token }))).toBe('409 device_offline')
    await home.moveOut([door, light, shade])
  })
})
