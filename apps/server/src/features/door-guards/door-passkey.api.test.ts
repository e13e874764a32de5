import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { askDevice, refusal } from '#testing/device-calls.ts'
import { guardedDoors, refused, unlockOf, unlocksOf } from '#testing/homes/guarded-doors.ts'
import { addPasskey, originOf } from '#testing/homes/second-factor-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createSignedInClient, createTestClient, newEmail } from '#testing/test-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const { door, guarded, unlock, challenge } = guardedDoors(() => ({ app, owner: createTestClient(app) }))

describe('a door that asks for a passkey', () => {
  const guardedDoor = async () => {
    const client = await createSignedInClient(app)
    const { authenticator } = await addPasskey(app, client)
    const home = await door(client)
    await guarded(home.id, { unlockBy: 'passkey' }, client)
    const show = async (at: { id: string } = home) => {
      const { state, passkey } = await challenge(at, client)
      const credential = authenticator.get({ challenge: passkey.challenge, origin: originOf(app) })
      return { proof: { state, credential } }
    }
    return { client, authenticator, home, show }
  }
  const required = refused('passkey_required')

  it('is unlocked by the right one only; otherwise nothing leaves', async () => {
    const { client, home, show } = await guardedDoor()
    expect(await unlock(home, {}, client)).toBe(required)
    expect(await unlock(home, { pin: '2580' }, client)).toBe(required)
    expect(unlocksOf(home)).toBe(0)
    expect(await unlock(home, await show(), client)).toBe('success')
    expect(unlocksOf(home)).toBe(1)
    await home.device.end()
  })

  it('takes each answer once, also of two who show it at once [DR3]', async () => {
    const { client, home, show } = await guardedDoor()
    const shown = await show()
    const all = await Promise.all([unlock(home, shown, client), unlock(home, shown, client)])
    expect(all.toSorted()).toEqual([required, 'success'])
    expect(await unlock(home, shown, client)).toBe(required)
    expect(unlocksOf(home)).toBe(1)
    await home.device.end()
  })

  it('unlocks all its locks by one answer in one call [CM3] [DR3]', async () => {
    const { client, home, show } = await guardedDoor()
    home.device.report({ magnetLockConnected: true, magnetLockLocked: true })
    await vi.waitFor(async () => expect((await client.info(home.id))[home.id]?.can).toContain('unlockMagnet'))
    const commands = (['motor', 'magnet'] as const).map((lockType) => ({ ...unlockOf(home.id), lockType }))
    const shown = await show()
    expect(await client.ok(askDevice(client, 'move', { commands, ...shown }))).toEqual([
      { status: 'success', device_ids: [home.id] },
    ])
    expect(unlocksOf(home)).toBe(2)
    expect(await client.ok(askDevice(client, 'move', { commands, ...shown }))).toMatchObject([
      { error_detail: 'passkey_required', device_ids: [home.id] },
    ])
    expect(unlocksOf(home)).toBe(2)
    await home.device.end()
  })

  it('takes no answer of a key that only was touched', async () => {
    const { client, authenticator, home } = await guardedDoor()
    const { state, passkey } = await challenge(home, client)
    expect(passkey.userVerification).toBe('required')
    const scene = { challenge: passkey.challenge, origin: originOf(app), isUserVerified: false }
    const proof = { state, credential: authenticator.get(scene) }
    expect(await unlock(home, { proof }, client)).toBe(required)
    expect(unlocksOf(home)).toBe(0)
    await home.device.end()
  })

  it('takes no answer after five minutes [DR3]', async () => {
    const { client, home, show } = await guardedDoor()
    const shown = await show()
    app.clock.advance(5 * 60_000)
    expect(await unlock(home, shown, client)).toBe(required)
    await home.device.end()
  })

  it('takes no answer that was given for another door, challenge, page or by a copied key', async () => {
    const { client, authenticator, home, show } = await guardedDoor()
    const other = await door(client)
    expect(await unlock(home, await show(other), client)).toBe(required)
    const [one, two] = [await challenge(home, client), await challenge(home, client)]
    const sign = (scene: { challenge: string; origin?: string; counter?: number }) =>
      authenticator.get({ origin: originOf(app), ...scene })
    for (const proof of [
      { state: one.state, credential: sign({ challenge: two.passkey.challenge }) },
      { state: one.state, credential: sign({ challenge: one.passkey.challenge }) },
      {
        state: two.state,
        credential: sign({ challenge: two.passkey.challenge, origin: 'https://evil.example' }),
      },
      { state: 'made-up', credential: sign({ challenge: one.passkey.challenge }) },
    ])
      expect(await unlock(home, { proof }, client)).toBe(required)
    expect(await unlock(home, await show(), client)).toBe('success')
    const copied = await challenge(home, client)
    const credential = sign({ challenge: copied.passkey.challenge, counter: 1 })
    expect(await unlock(home, { proof: { state: copied.state, credential } }, client)).toBe(required)
    expect(unlocksOf(home)).toBe(1)
    await home.device.end()
    await other.device.end()
  })

  it('takes no answer in another session of the same account [DR3]', async () => {
    const client = createTestClient(app)
    const email = newEmail()
    await client.register(email)
    const elsewhere = createTestClient(app)
    await elsewhere.logIn(email)
    const { authenticator } = await addPasskey(app, client)
    const home = await door(client)
    await guarded(home.id, { unlockBy: 'passkey' }, client)
    const { state, passkey } = await challenge(home, elsewhere)
    const credential = authenticator.get({ challenge: passkey.challenge, origin: originOf(app) })
    const proof = { state, credential }
    expect(await unlock(home, { proof }, client)).toBe(required)
    expect(await unlock(home, { proof }, elsewhere)).toBe('success')
    await home.device.end()
  })

  it('has no challenge for an account without a passkey', async () => {
    const client = await createSignedInClient(app)
    const home = await door(client)
    expect(refusal(await askDevice(client, 'unlock-challenge', { token: home.id }))).toEqual([
      404,
      'resource_not_found',
      'passkey',
    ])
    await home.device.end()
  })

  it('keeps few challenges open, and none that are over', async () => {
    const { client, home, show } = await guardedDoor()
    const first = await show()
    for (let count = 0; count < 10; count += 1) {
      app.clock.advance(1)
      await challenge(home, client)
    }
    const { rows } = await app.database.pool.query(
      'select count(*)::int as open from unlock_challenges where device_id = $1',
      [home.id],
    )
    expect(rows).toEqual([{ open: 10 }])
    expect(await unlock(home, first, client)).toBe(required)
    await home.device.end()
  })
})
