import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PushServiceDouble } from '#testing/doubles/push-service.ts'
import { eventually } from '#testing/eventually.ts'
import { createPushedApp, listNotifications, turnOnPushes } from '#testing/homes/phone-home.ts'
import { createPerson, type Person } from '#testing/homes/role-home.ts'
import type { TestApp } from '#testing/test-app.ts'
import { createTestClient, GOOD_PASSWORD, type TestClient } from '#testing/test-client.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const DAY_MS = 86_400_000
let service: PushServiceDouble
let app: TestApp
let ana: Person
beforeAll(async () => {
  const pushed = await createPushedApp()
  ;({ app, service } = pushed)
  return pushed.close
})
beforeEach(async () => {
  ana = await createPerson(app)
})

const TITLE = 'Login from a new browser'
const news = async () => (await listNotifications(ana)).filter(({ title }) => title === TITLE)
const mails = async () =>
  (
    await app.database.pool.query(
      `select mails.id from mails join accounts on accounts.id = account_id where email = $1 and kind = 'new_browser'`,
      [ana.email],
    )
  ).rows
const logIn = (client: TestClient) => client.ok(client.logIn(ana.email))
const logOut = (client: TestClient) => client.ok(client.call('POST', '/auth/logout'))

describe('a login from a browser that is new in 90 days [PK16]', () => {
  it('is pushed to the other sessions and mailed, once for each browser', async () => {
    const phone = await turnOnPushes(ana, service)
    const other = createTestClient(app)
    await logIn(other)
    expect(await news()).toMatchObject([{ kind: 'account_security', level: 'normal' }])
    expect(await mails()).toHaveLength(1)
    await eventually(app, () =>
      expect(service.of(phone.name).map(({ notification }) => notification.title)).toEqual([TITLE]),
    )
    await logOut(other)
    await logIn(other)
    expect([await news(), await mails()].map(({ length }) => length)).toEqual([1, 1])
  })

  it('is none in the browser that created the account, also after a log out', async () => {
    await logOut(ana)
    ana.forgetApiToken()
    await logIn(ana)
    expect([await news(), await mails()]).toEqual([[], []])
  })

  it('is one again where the browser was not used for 90 days, and none where it was', async () => {
    const other = createTestClient(app)
    await logIn(other)
    app.clock.advance(60 * DAY_MS)
    // The session has ended by age; the browser is known.
    await logIn(other)
    await other.apiToken()
    app.clock.advance(91 * DAY_MS)
    await logIn(other)
    ana.forgetApiToken()
    await logIn(ana)
    const { rows } = await app.database.pool.query(
      `select n.key from notifications n join accounts a on a.id = n.account_id
       where a.email = $1 and n.data ->> 'words' = 'new_browser'`,
      [ana.email],
    )
    // Other twice, and the first browser, which was away for 151 days.
    expect(rows).toHaveLength(3)
  })

  it('is known by a cookie that no script reads, of which only the hash is stored', async () => {
    const other = createTestClient(app)
    const answer = await other.logIn(ana.email)
    const [cookie = ''] = answer.headers.getSetCookie().filter((set) => set.startsWith('senca_browser='))
    expect(cookie).toMatch(/^senca_browser=[\w-]{43}; Max-Age=34560000; Path=\/auth; HttpOnly; SameSite=Lax/)
    const token = cookie.slice('senca_browser='.length, cookie.indexOf(';'))
    const { rows } = await app.database.pool.query('select key from rate_limits where key like $1', [
      `%${token}%`,
    ])
    expect(rows).toEqual([])
    const out = await other.call('POST', '/auth/logout')
    expect(out.headers.getSetCookie().filter((set) => set.startsWith('senca_browser='))).toEqual([])
  })

  it.each(['', 'x', 'A'.repeat(44), '%00'])('takes the cookie %o for none', async (value) => {
    const other = createTestClient(app)
    const { email: login } = ana
    await other.ok(
      other.call('POST', '/auth/login', {
        form: { login, password: GOOD_PASSWORD },
        headers: { cookie: `senca_browser=${value}` },
      }),
    )
    expect(await news()).toHaveLength(1)
  })
})
