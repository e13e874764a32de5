import { sessionsSchema } from '@senca/contract/account'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createTestClient, errorOf, GOOD_PASSWORD, newEmail, type TestClient } from '#testing/test-client.ts'
import { openSignedInSocket } from '#testing/test-socket.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ environment: { TRUST_PROXY: 'on' } })
})
afterAll(() => app.close())

const sessionsOf = async (client: TestClient, headers: Record<string, string> = {}) =>
  sessionsSchema.parse(await client.ok(client.call('GET', '/auth/account/sessions', { headers })))

const logIn = (client: TestClient, email: string, headers: Record<string, string>) =>
  client.ok(client.call('POST', '/auth/login', { form: { login: email, password: GOOD_PASSWORD }, headers }))

async function signedInTwice() {
  const email = newEmail()
  const [desk, phone] = [createTestClient(app), createTestClient(app)]
  await desk.ok(desk.register(email))
  await logIn(desk, email, { 'user-agent': FIREFOX, 'x-forwarded-for': '198.51.100.7' })
  app.clock.advance(60_000)
  await logIn(phone, email, { 'user-agent': SAFARI, 'x-forwarded-for': '2001:db8::9' })
  return { email, desk, phone }
}

describe('the list of sessions', () => {
  it('names browser, system and address, marks this one and forgets what was replaced', async () => {
    const { desk } = await signedInTwice()
    expect(await sessionsOf(desk)).toMatchObject([
      { current: false, browser: 'Safari', system: 'iOS', address: '2001:db8::9' },
      { current: true, browser: 'Firefox', system: 'Linux', address: '198.51.100.7' },
    ])
  })

  it('shows when each was last seen, to five minutes', async () => {
    const { desk } = await signedInTwice()
    const seenAt = async () => (await sessionsOf(desk)).find(({ current }) => current)?.lastSeenAt
    const first = await seenAt()
    app.clock.advance(60_000)
    expect(await seenAt()).toBe(first)
    app.clock.advance(4 * 60_000)
    expect(await seenAt()).toBe(app.clock.now().toISOString())
  })

  it('ends another session with its tokens and sockets', async () => {
    const { desk, phone } = await signedInTwice()
    const socket = await openSignedInSocket(app, await phone.websocketToken())
    const id = (await sessionsOf(desk)).find(({ current }) => !current)?.id
    await desk.ok(desk.call('POST', '/auth/account/sessions/revoke', { json: { id } }))
    await socket.closed
    expect(errorOf(await phone.call('GET', '/auth/account/whoami'))).toBe('login_required')
    expect(await sessionsOf(desk)).toHaveLength(1)
  })

  it('ends no session of another account', async () => {
    const { desk } = await signedInTwice()
    const { desk: stranger } = await signedInTwice()
    const [theirs] = await sessionsOf(stranger)
    for (const id of [theirs?.id, crypto.randomUUID(), 'x']) {
      const answer = await desk.call('POST', '/auth/account/sessions/revoke', { json: { id } })
      expect([answer.status, errorOf(answer)]).toEqual([404, 'resource_not_found'])
    }
    expect(await sessionsOf(stranger)).toHaveLength(2)
  })
})
