import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { connectFakeDevice } from '#testing/fake-device.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createSignedInClient, createTestClient, newEmail } from '#testing/test-client.ts'
import { openSignedInSocket, type TestSocket } from '#testing/test-socket.ts'

let one: TestApp
let two: { url: string }
beforeAll(async () => {
  one = await createTestApp()
  two = await one.twin()
})
afterAll(() => one.close())

/** One account that is signed in at both apps. */
async function setUp() {
  const email = newEmail()
  const atOne = createTestClient(one)
  await atOne.ok(atOne.register(email))
  const atTwo = createTestClient(two)
  await atTwo.ok(atTwo.logIn(email))
  return { atOne, atTwo }
}

describe('two apps on one database, broker and event bus', () => {
  it('both know every report, and each applies its share once', async () => {
    const { atOne, atTwo } = await setUp()
    const { id, device } = await moveIn(one, atOne, 'awning')
    const sockets = await Promise.all([
      openSignedInSocket(one, await atOne.websocketToken()),
      openSignedInSocket(two, await atTwo.websocketToken()),
    ])
    const countsAt = ({ received }: TestSocket) =>
      received.flatMap((message) =>
        message.subject === 'device.state_update' ? [message.data.totalStateUpdates ?? 0] : [],
      )
    const known = async (newest: number) => {
      for (const socket of sockets) await vi.waitFor(() => expect(countsAt(socket).at(-1)).toBe(newest))
    }
    for (let n = 1; n <= 10; n += 1) {
      device.report({ status: 'closing', position: n / 20 })
      await known(n + 1)
    }
    for (const socket of sockets)
      expect(countsAt(socket).filter((count) => count > 1)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    // Each instance may get a part of a burst before the other one, so older reports may be left out.
    for (let n = 11; n <= 20; n += 1) device.report({ status: 'closing', position: n / 20 })
    await known(21)
    for (const socket of sockets) {
      // The first reports are older than the sockets, and may be sent when an app loads the device and when it reads them.
      const counts = countsAt(socket).filter((count) => count > 1)
      expect(counts).toEqual([...new Set(counts)].toSorted((a, b) => a - b))
      socket.end()
    }
    expect(await atTwo.info(id)).toEqual(await atOne.info(id))
    await device.end()
  })

  it('a command sent by either is acknowledged and waited for there', async () => {
    const { atOne, atTwo } = await setUp()
    const { id, device } = await moveIn(one, atOne, 'awning', {
      onCommand: (command, own) => {
        own.succeed(command)
        own.report({ status: 'closing', position: 0.2 })
        own.report({ status: 'ready', position: Number(command.position) / 100 })
      },
    })
    for (const [client, position] of [
      [atOne, 40],
      [atTwo, 60],
      [atOne, 80],
      [atTwo, 100],
    ] as const) {
      const results = await client.move([{ token: id, command: 'move', position }], true)
      expect(results).toEqual([{ status: 'success', device_ids: [id], position: position / 100 }])
    }
    await device.end()
  })

  it('a right that one takes away is gone at the other, and so is a session', async () => {
    const { atOne, atTwo } = await setUp()
    const { id, device } = await moveIn(one, atOne, 'awning')
    const socket = await openSignedInSocket(two, await atTwo.websocketToken())
    await atOne.delete(id)
    expect((await socket.next('device.deleted')).data).toEqual({ deviceId: id })
    await atOne.ok(atOne.call('POST', '/auth/logout-all'))
    expect(await socket.closed).toBe(1008)
    await device.end()
  })

  it('a device that one provisions and claims appears at the other', async () => {
    const { atOne, atTwo } = await setUp()
    const socket = await openSignedInSocket(two, await atTwo.websocketToken())
    const { id, device } = await moveIn(one, atOne, 'awning', { name: 'Everywhere' })
    expect((await socket.next('device.created')).data).toMatchObject({
      deviceId: id,
      device: { name: 'Everywhere' },
    })
    // The first report may come to one app before the other.
    await vi.waitFor(async () =>
      expect((await atTwo.info(id))[id]).toMatchObject({ connected: true, state: { position: 0 } }),
    )
    await device.end()
  })

  it('an app that starts later knows who is connected', async () => {
    const owner = await createSignedInClient(one)
    const { id, device } = await moveIn(one, owner, 'awning')
    const three = await one.twin()
    const answer = await owner.api('GET', `/auth/api/v1/device/info?devicetoken=${id}`)
    const atThree = createTestClient(three)
    atThree.setCookie(owner.cookie())
    await vi.waitFor(async () => expect((await atThree.info(id))[id]?.connected).toBe(true))
    expect(answer.body).toMatchObject({ [id]: { connected: true } })
    await device.end()
    await three.close()
  })

  it('devices come in as before when one of them stops', async () => {
    const owner = await createSignedInClient(one)
    // Where a device does not count its connections, an end that the instances receive in another order shows only later.
    const { id, secret, device } = await moveIn(one, owner, 'awning', { session: 1 })
    const passing = await one.twin()
    await passing.close()
    await device.end()
    await vi.waitFor(async () => expect((await owner.info(id))[id]?.connected).toBe(false))
    const again = await connectFakeDevice({
      mqtt: one.mqtt,
      id,
      secret,
      type: 'awning',
      session: 2,
      totalRestarts: 2,
    })
    await vi.waitFor(async () => expect((await owner.info(id))[id]?.totalRestarts).toBe(2))
    const received = await owner.move([{ token: id, command: 'move', position: 10 }])
    expect(received).toEqual([{ status: 'success', device_ids: [id] }])
    await again.end()
  })
})
