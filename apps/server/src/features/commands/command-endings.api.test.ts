import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { rightsEvents } from '#features/rights/index.ts'
import { obedient } from '#testing/fake-device.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createSignedInClient, errorOf, type TestClient } from '#testing/test-client.ts'

let app: TestApp
let owner: TestClient
beforeAll(async () => {
  app = await createTestApp()
  owner = await createSignedInClient(app)
})
afterAll(() => app.close())

/** A moving shade whose owner waits for the result. */
async function inFlight(client = owner) {
  const shade = await moveIn(app, client, 'roller_shutter', { onCommand: obedient })
  const results = client.move([{ token: shade.id, command: 'move', position: 100 }], true)
  await vi.waitFor(async () => {
    expect((await client.info(shade.id))[shade.id]?.state).toHaveProperty('target')
  })
  return { ...shade, results }
}

const notThere = (id: string) => [
  expect.objectContaining({ status: 'error', error: 'device_not_exist', device_ids: [id] }),
]

describe('a caller that waits for a device', () => {
  it('waits no longer when it is deleted', async () => {
    const { id, device, results } = await inFlight()
    await owner.delete(id)
    expect(await results).toEqual(notThere(id))
    await device.end()
  })

  it('receives nothing of what the device does for its next owner', async () => {
    const { id, claimCode, device, results } = await inFlight()
    device.publish('status', { connected: true, type: 'roller_shutter', version: 2, factoryReset: true })
    const next = await createSignedInClient(app)
    await vi.waitFor(() => next.claim(claimCode, 'Mine now'))
    device.publish('state', { status: 'ready', position: 0.3, totalRestarts: 0, totalStateUpdates: 1 })
    expect(await results).toEqual(notThere(id))
    await device.end()
  })

  it('waits no longer when the right to it is taken away, also by another instance', async () => {
    const { id, device, results } = await inFlight()
    const { rows } = await app.database.pool.query<{ owner_id: string }>(
      'update devices d set owner_id = null from devices old where d.id = $1 and old.id = d.id returning old.owner_id',
      [id],
    )
    await rightsEvents.announce(
      app.database.db,
      rows.map(({ owner_id: ownerId }) => ownerId),
    )
    expect(await results).toEqual(notThere(id))
    await device.end()
  })

  it('receives a failure of the server, not of the device, when the server stops [CM13]', async () => {
    const twin = await app.twin()
    const { id, device } = await moveIn(app, owner, 'roller_shutter', { onCommand: obedient })
    const answer = fetch(`${twin.url}/auth/api/v1/device/move`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await owner.apiToken()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ commands: [{ token: id, command: 'move', position: 100 }], wait: true }),
    })
    await vi.waitFor(async () => expect((await owner.info(id))[id]?.state).toHaveProperty('target'))
    await twin.close()
    const { status, json } = await answer.then(async (response) => ({
      status: response.status,
      json: await response.json(),
    }))
    expect([status, json]).toMatchObject([503, { error: 'internal_error' }])
    await device.end()
  })
})

describe('a device’s refusal', () => {
  it.each([
    ['without a word', {}, 'device_update_failed'],
    ['with a word that is too long', { error: 'x'.repeat(65) }, 'device_update_failed'],
    ['with a long explanation', { error: 'device_busy', error_description: 'y'.repeat(500) }, 'device_busy'],
    ['with a number', { error: 7 }, 'device_update_failed'],
  ])('[DP22] ends the command also %s', async (_name, words, error) => {
    const { id, device } = await moveIn(app, owner, 'roller_shutter', {
      onCommand: ({ id: commandId }, own) =>
        own.publish('result', { id: commandId, status: 'error', ...words }),
    })
    const results = await owner.move([{ token: id, command: 'move', position: 100 }])
    expect(results).toMatchObject([{ error, device_ids: [id] }])
    await device.end()
  })
})

describe('a batch', () => {
  it('is bounded by its size alone', async () => {
    const commands = Array.from({ length: 1_500 }, (_, n) => ({ token: `d${n}`, command: 'abort' }))
    const [result] = await owner.move(commands)
    expect(result).toMatchObject({ error: 'device_not_exist' })
    expect(result?.device_ids).toHaveLength(1_500)
    const tooLarge = await owner.api('POST', '/auth/api/v1/device/move', {
      json: { commands: [{ token: 'x'.repeat(70_000), command: 'move' }] },
    })
    expect([tooLarge.status, errorOf(tooLarge)]).toEqual([413, 'malformed_request'])
  })

  it.each(['', 'x'.repeat(129), '💡'])(
    'says of the token %j that there is no such device, and goes on',
    async (token) => {
      const { id, device } = await moveIn(app, owner, 'roller_shutter', { onCommand: obedient })
      const command = { command: 'move', position: 100 }
      expect(
        await owner.move([
          { token, ...command },
          { token: id, ...command },
        ]),
      ).toMatchObject([
        { error: 'device_not_exist', device_ids: [token] },
        { status: 'success', device_ids: [id] },
      ])
      expect(await owner.abort(token, id)).toMatchObject([
        { error: 'device_not_exist', device_ids: [token] },
        { status: 'success', device_ids: [id] },
      ])
      expect(Object.keys(await owner.info(token, id))).toEqual([id])
      const query = `devicetoken=${encodeURIComponent(token)}&devicetoken=${id}&force=1`
      const deleted = await owner.api('DELETE', `/auth/api/v1/device/delete?${query}`)
      expect(deleted.body).toMatchObject([
        { error: 'device_not_exist', device_ids: [token] },
        { status: 'success', device_ids: [id] },
      ])
      await device.end()
    },
  )

  it('refuses a key that no command has, whatever its name', async () => {
    const { id, device } = await moveIn(app, owner, 'roller_shutter', { onCommand: obedient })
    const answer = await owner.api('POST', '/auth/api/v1/device/move', {
      raw: {
        type: 'application/json',
        body: `{"commands":[{"token":"${id}","command":"move","position":50,"__proto__":{"x":1}}]}`,
      },
    })
    expect(answer.body).toMatchObject([{ error: 'bad_command_key', device_ids: [id] }])
    expect(device.received).toEqual([])
    await device.end()
  })
})
