import { commandResultsSchema, deviceListSchema, LIMITS } from '@senca/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { claimUnseen } from '#testing/device-calls.ts'
import type { FakeDevice } from '#testing/fake-device.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createSignedInClient, errorOf, type TestClient } from '#testing/test-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const listOf = async (owner: TestClient) =>
  Object.keys(
    deviceListSchema.parse(await owner.ok(owner.api('GET', '/auth/api/v1/device/list?index=token'))),
  )

const ask = (owner: TestClient, ids: readonly string[], force?: boolean) => {
  const tokens = ids.map((id) => `devicetoken=${encodeURIComponent(id)}`)
  const query = [...tokens, ...(force === undefined ? [] : [`force=${force}`])].join('&')
  return owner.api('DELETE', `/auth/api/v1/device/delete?${query}`)
}

const deleteAll = async (owner: TestClient, ids: readonly string[], force?: boolean) =>
  commandResultsSchema.parse(await owner.ok(ask(owner, ids, force)))

/** As many devices as one call may name. Only the first few are connected; the others never were. */
async function fullHouse(owner: TestClient, thereCount: number) {
  const there: FakeDevice[] = []
  for (let count = 0; count < thereCount; count += 1)
    there.push((await moveIn(app, owner, 'roller_shutter')).device)
  for (let count = thereCount; count < LIMITS.DEVICE_INFO_BATCH; count += 1)
    await claimUnseen(owner, 'awning')
  return { there, ids: await listOf(owner) }
}

/** A hundred claims take long on a busy machine. */
const FULL_HOUSE_MS = 90_000

describe('deleting all devices of an account in one call', () => {
  it('leaves the list empty by force; without it those that are away stay', {
    timeout: FULL_HOUSE_MS,
  }, async () => {
    const owner = await createSignedInClient(app)
    const { there, ids } = await fullHouse(owner, 3)
    expect(ids).toHaveLength(LIMITS.DEVICE_INFO_BATCH)
    const [first, second] = await deleteAll(owner, ids)
    expect([first, second].map((group) => [group?.status, group?.device_ids.length])).toEqual(
      expect.arrayContaining([
        ['success', 3],
        ['error', 97],
      ]),
    )
    expect([first, second]).toContainEqual(expect.objectContaining({ error: 'device_offline' }))
    for (const device of there) expect(device.received.map(({ command }) => command)).toEqual(['forget'])

    const left = await listOf(owner)
    expect(left).toHaveLength(97)
    expect(await deleteAll(owner, left, true)).toEqual([{ status: 'success', device_ids: left }])
    expect(await listOf(owner)).toEqual([])
    await Promise.all(there.map((device) => device.end()))
  })

  it('goes on where one of them will not, is not there or is named twice', async () => {
    const owner = await createSignedInClient(app)
    const stranger = await createSignedInClient(app)
    const foreign = await claimUnseen(stranger, 'awning')
    const good = await moveIn(app, owner, 'roller_shutter')
    const stubborn = await moveIn(app, owner, 'awning', {
      onCommand: (command, device) => device.refuse(command, 'device_busy'),
    })
    const ids = [stubborn.id, good.id, 'nobody-0001', foreign.id, good.id]
    const results = await deleteAll(owner, ids)
    expect(results).toHaveLength(3)
    expect(results).toEqual(
      expect.arrayContaining([
        { status: 'success', device_ids: [good.id] },
        expect.objectContaining({ error: 'device_busy', device_ids: [stubborn.id] }),
        expect.objectContaining({ error: 'device_not_exist', device_ids: ['nobody-0001', foreign.id] }),
      ]),
    )
    expect(await listOf(owner)).toEqual([stubborn.id])
    expect(await listOf(stranger)).toEqual([foreign.id])
    await Promise.all([good.device.end(), stubborn.device.end()])
  })

  it('waits for none of them longer than for one that says nothing', async () => {
    const owner = await createSignedInClient(app)
    const silent = await Promise.all(
      [1, 2].map(() => moveIn(app, owner, 'roller_shutter', { onCommand: () => {} })),
    )
    const ids = silent.map(({ id }) => id)
    const results = deleteAll(owner, ids, true)
    await vi.waitFor(() => {
      for (const { device } of silent) expect(device.received).toHaveLength(1)
    })
    await app.clock.advanceAsync(LIMITS.COMMAND_ACK_MS)
    expect(await results).toEqual([{ status: 'success', device_ids: ids }])
    expect(await listOf(owner)).toEqual([])
    await Promise.all(silent.map(({ device }) => device.end()))
  })

  it('continues where the server fails for one of them', async () => {
    const owner = await createSignedInClient(app)
    const [broken, good] = [await claimUnseen(owner, 'awning'), await claimUnseen(owner, 'awning')]
    await app.database.pool.query(`
      create function refuse_release() returns trigger language plpgsql as $$
      begin
        if new.id = '${broken.id}' then raise exception 'no room'; end if;
        return new;
      end $$;
      create trigger refuse_release before update on devices for each row execute function refuse_release()
    `)
    try {
      expect(await deleteAll(owner, [broken.id, good.id], true)).toEqual([
        expect.objectContaining({ error: 'internal_error', device_ids: [broken.id] }),
        { status: 'success', device_ids: [good.id] },
      ])
      expect(await listOf(owner)).toEqual([broken.id])
    } finally {
      await app.database.pool.query('drop function refuse_release() cascade')
    }
  })

  it('is refused as a whole where it names more than one call may', async () => {
    const owner = await createSignedInClient(app)
    const { id } = await claimUnseen(owner, 'awning')
    const tooMany = [id, ...Array.from({ length: LIMITS.DEVICE_INFO_BATCH }, (_, n) => `nobody-${n}`)]
    const answer = await ask(owner, tooMany, true)
    expect([answer.status, errorOf(answer)]).toEqual([400, 'malformed_request'])
    expect(await listOf(owner)).toEqual([id])
  })
})
