import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { askDevice, commandNames, receivedBy, refusal } from '#testing/device-calls.ts'
import type { FakeDevice, ReceivedCommand } from '#testing/fake-device.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createSignedInClient, createTestClient, type TestClient } from '#testing/test-client.ts'

let app: TestApp
let owner: TestClient
beforeAll(async () => {
  app = await createTestApp()
  owner = await createSignedInClient(app)
})
afterAll(() => app.close())

const parts = { motorLockConnected: true, motorLockLocked: true }
/** A door whose answers are sent by the test. */
const silentDoor = () => moveIn(app, owner, 'home_door', { state: parts, onCommand: () => {} })
const unlock = (token: string) => ({ token, command: 'unlock', lockType: 'motor' })
const set = (token: string, client = owner) =>
  askDevice(client, 'settings', { token, settings: { unlockDuration: 7 } })

async function twinClient() {
  const twin = await app.twin()
  const client = createTestClient(twin)
  client.setCookie(owner.cookie())
  return { twin, client }
}

describe('a device that is commanded to forget its home', () => {
  it('receives nothing else from then on, from no instance', async () => {
    const { twin, client } = await twinClient()
    const home = await silentDoor()
    const deleting = owner.delete(home.id)
    const forget = await receivedBy(home.device, 'forget')
    for (const person of [owner, client]) {
      expect(refusal(await set(home.id, person))).toEqual([409, 'device_busy', undefined])
      expect(refusal(await askDevice(person, 'restart', { token: home.id }))[1]).toBe('device_busy')
      expect(await person.move([unlock(home.id)])).toMatchObject([{ error: 'device_busy' }])
      expect(await person.abort(home.id)).toMatchObject([{ status: 'error' }])
      expect(await person.delete(home.id, true)).toMatchObject([{ error: 'device_busy' }])
      expect(Object.keys(await person.info(home.id))).toEqual([home.id])
    }
    home.device.succeed(forget)
    expect(await deleting).toMatchObject([{ status: 'success' }])
    expect(commandNames(home.device)).toEqual(['forget'])
    await home.device.end()
    await twin.close()
  })

  it('takes no command that was on its way already, and its next owner sees nothing of it', async () => {
    const forgetting = (command: ReceivedCommand, device: FakeDevice) => {
      device.succeed(command)
      device.report({ settings: Object(command.settings) })
    }
    for (let round = 0; round < 10; round += 1) {
      const home = await moveIn(app, owner, 'home_door', { state: parts, onCommand: forgetting })
      const answers = await Promise.all([
        owner.delete(home.id),
        set(home.id),
        owner.move([unlock(home.id)]),
        set(home.id),
      ])
      expect(answers[0]).toMatchObject([{ status: 'success' }])
      const names = commandNames(home.device)
      expect(names.slice(names.indexOf('forget'))).toEqual(['forget'])
      const next = await createSignedInClient(app)
      expect((await next.claim(home.claimCode, 'Bought')).settings).not.toHaveProperty('unlockDuration')
      await home.device.end()
    }
  }, 240_000)

  it('has its unanswered commands withdrawn first', async () => {
    const home = await silentDoor()
    const answers = [owner.move([unlock(home.id)]), set(home.id)] as const
    const received = [await receivedBy(home.device, 'unlock'), await receivedBy(home.device, 'settings')]
    const deleting = owner.delete(home.id)
    const forget = await receivedBy(home.device, 'forget')
    for (const command of received) home.device.refuse(command, 'device_busy')
    expect(await answers[0]).toMatchObject([{ error: 'device_not_exist' }])
    expect(refusal(await answers[1])).toEqual([404, 'device_not_exist', undefined])
    const names = commandNames(home.device)
    expect(names.slice(2)).toEqual(['withdraw', 'withdraw', 'forget'])
    home.device.succeed(forget)
    await deleting
    await home.device.end()
  })

  it.each([
    ['refuses', (device: FakeDevice, forget: ReceivedCommand) => device.refuse(forget, 'device_busy')],
    ['does not answer', () => app.clock.advance(5_000)],
  ])('is commanded as before when it %s', async (_name, answer) => {
    const { twin, client } = await twinClient()
    const home = await moveIn(app, owner, 'home_door', {
      state: parts,
      onCommand: (command, device) => {
        if (command.command === 'settings') device.succeed(command)
      },
    })
    const deleting = owner.delete(home.id)
    answer(home.device, await receivedBy(home.device, 'forget'))
    expect(await deleting).toMatchObject([{ status: 'error' }])
    // The other instance is notified a moment later.
    await vi.waitFor(async () => expect((await set(home.id, client)).status).toBe(200))
    await home.device.end()
    await twin.close()
  })

  it('is commanded again when the instance that commanded it ended without a notice', async () => {
    const home = await moveIn(app, owner, 'home_door', { state: parts })
    app.bus.publish('devices.removal', { origin: 'gone', deviceId: home.id, phase: 'removing' })
    expect(refusal(await set(home.id))[1]).toBe('device_busy')
    app.clock.advance(10_000)
    expect((await set(home.id)).status).toBe(200)
    await home.device.end()
  })
})

it('shows nothing of what its last owner set since its reset to who claims it', async () => {
  const home = await moveIn(app, owner, 'roller_shutter', {
    onCommand: (command, device) => device.succeed(command),
  })
  home.device.publish('status', { connected: true, type: 'roller_shutter', version: 2, factoryReset: true })
  home.device.report()
  await vi.waitFor(async () => {
    const { rows } = await app.database.pool.query('select is_claimable from devices where id = $1', [
      home.id,
    ])
    expect(rows).toEqual([{ is_claimable: true }])
  })
  await vi.waitFor(async () =>
    expect(
      (await askDevice(owner, 'settings', { token: home.id, settings: { motorInverted: true } })).status,
    ).toBe(200),
  )
  const next = await createSignedInClient(app)
  expect((await next.claim(home.claimCode, 'Bought')).settings).toEqual({})
  const { rows } = await app.database.pool.query('select settings from device_shadows where device_id = $1', [
    home.id,
  ])
  expect(rows).toEqual([{ settings: {} }])
  await home.device.end()
})
