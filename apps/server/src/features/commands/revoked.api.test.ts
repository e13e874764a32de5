import type { DeviceLink } from '@senca/contract'
import { activityListSchema } from '@senca/contract/activity'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { rightsEvents } from '#features/rights/index.ts'
import { commandNames, receivedBy } from '#testing/device-calls.ts'
import type { FakeDevice } from '#testing/fake-device.ts'
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
import type { Answer, TestClient } from '#testing/test-client.ts'

let app: TestApp
let owner: TestClient
beforeAll(async () => {
  app = await createTestApp()
  owner = await createConfirmedClient(app)
})
afterAll(() => app.close())

/** An unlock is valid for 4 s; one more second is for the report of the device to arrive. */
const VOID_MS = 5_000
const UNLOCK = { command: 'unlock', lockType: 'motor' }
const locked = { motorLockConnected: true, motorLockState: 'locked', motorLockLocked: true }
const unlocked = { motorLockState: 'unlocked', motorLockLocked: false }

/** A door that does not react to commands by itself. */
const stillDoor = () => moveIn(app, owner, 'home_door', { state: locked, onCommand: () => {} })

const withdrawn = (device: FakeDevice) =>
  vi.waitFor(() => expect(commandNames(device)).toEqual(['unlock', 'withdraw']))

/** Sends an unlock by link and returns its pending answer. */
async function unlockByLink() {
  const home = await stillDoor()
  const link = await makeLink(app, owner, [home.id])
  const call: { answer: Answer | null } = { answer: null }
  const done = createGuest(app, link.token)
    .ask('action', { deviceIds: [home.id], action: UNLOCK })
    .then((answer) => {
      call.answer = answer
      return answer
    })
  const unlock = await receivedBy(home.device, 'unlock')
  return { ...home, link, call, done, unlock }
}

const freeze = (frozen: boolean) => owner.ok(askLinks(owner, 'freeze', { frozen }))
const entryOf = async (id: string) => {
  const answer = await owner.ok(owner.api('GET', `/auth/api/v1/activity/list?devicetoken=${id}`))
  return activityListSchema.parse(answer).entries.find(({ action }) => action === 'unlock')
}

describe('an unlock that was sent and may still be carried out', () => {
  it.each([
    ['its link is deleted', (link: DeviceLink) => deleteLink(owner, link.token), ENDED],
    ['all sharing is frozen', () => freeze(true), FROZEN],
    [
      'its link is given other actions',
      (link: DeviceLink) =>
        updateLink(owner, link.token, { actions: { [link.devices[0] ?? '']: ['light_apply'] } }),
      '200',
    ],
    ['its device is deleted', ({ devices }: DeviceLink) => owner.delete(devices[0] ?? '', true), '200'],
  ] as const)(
    'is withdrawn at once and refused when it is void: %s [CM11]',
    async (_name, change, verdict) => {
      const { device, link, call, done } = await unlockByLink()
      const changing = change(link)
      await vi.waitFor(() => expect(commandNames(device).slice(0, 2)).toEqual(['unlock', 'withdraw']))
      await app.clock.advanceAsync(VOID_MS - 1)
      await owner.info('')
      expect(call.answer).toBeNull()
      await app.clock.advanceAsync(1)
      await changing
      const answer = await done
      expect(verdictOf(answer)).toBe(verdict)
      if (verdict === '200') expect(answer.body).toMatchObject([{ status: 'error' }])
      await freeze(false)
      await device.end()
    },
  )

  it('is a success where the device carries it out anyway [CM11]', async () => {
    const { id, device, link, done, unlock } = await unlockByLink()
    await deleteLink(owner, link.token)
    await withdrawn(device)
    await app.clock.advanceAsync(3_000)
    device.succeed(unlock)
    device.report(unlocked)
    const answer = await done
    expect([verdictOf(answer), answer.body]).toMatchObject(['200', [{ status: 'success' }]])
    await vi.waitFor(async () => expect(await entryOf(id)).toMatchObject({ result: { status: 'success' } }))
    await device.end()
  })

  it('is refused as soon as the device reports that it does not accept it', async () => {
    const { device, link, done, unlock } = await unlockByLink()
    await deleteLink(owner, link.token)
    await withdrawn(device)
    device.refuse(unlock, 'device_busy')
    expect(verdictOf(await done)).toBe(ENDED)
    await device.end()
  })

  it('is awaited to its end where its sender lost the door before the device took it', async () => {
    const { id, device } = await stillDoor()
    const results = owner.move([{ token: id, ...UNLOCK }], true)
    const unlock = await receivedBy(device, 'unlock')
    await loseDevice(id)
    await withdrawn(device)
    device.succeed(unlock)
    device.report(unlocked)
    expect(await results).toMatchObject([{ status: 'success', device_ids: [id] }])
    await device.end()
  })

  it('is answered at once when the server stops: its result is not known', async () => {
    const twin = await app.twin()
    const { id, device } = await stillDoor()
    const headers = { authorization: `Bearer ${await owner.apiToken()}` }
    const payload = { commands: [{ token: id, ...UNLOCK }] }
    const answering = twin.http.inject({ method: 'POST', url: '/auth/api/v1/device/move', headers, payload })
    await Promise.all([answering.then(), receivedBy(device, 'unlock').then(() => twin.close())])
    const answer = await answering
    expect([answer.statusCode, answer.json()]).toMatchObject([503, { error: 'internal_error' }])
    await device.end()
  })
})

/** Removes a device from its home as another instance would do it. */
async function loseDevice(id: string) {
  const { rows } = await app.database.pool.query<{ owner_id: string }>(
    'update devices d set owner_id = null from devices old where d.id = $1 and old.id = d.id returning old.owner_id',
    [id],
  )
  await rightsEvents.announce(
    app.database.db,
    rows.map(({ owner_id: ownerId }) => ownerId),
  )
}
