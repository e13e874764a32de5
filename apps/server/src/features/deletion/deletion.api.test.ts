import { LIMITS } from '@senca/contract'
import { confirmationExchangeSchema, exchangeAnswerSchema } from '@senca/contract/account'
import { netatmoLinkSchema } from '@senca/contract/automation'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createNetatmoDouble, NETATMO_CLIENT } from '#testing/doubles/netatmo-double.ts'
import { startTestMailServer, type TestMailServer, tokenIn } from '#testing/doubles/test-mail-server.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { connectFakeDevice } from '#testing/fake-device.ts'
import { createGuest, ENDED, makeLink, verdictOf } from '#testing/homes/link-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createTestClient, errorOf, GOOD_PASSWORD, newEmail, type TestClient } from '#testing/test-client.ts'
import { openSignedInSocket } from '#testing/test-socket.ts'

const CHROME_ON_WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'

let mailServer: TestMailServer
let app: TestApp
beforeAll(async () => {
  mailServer = await startTestMailServer()
  app = await createTestApp({ environment: { SMTP_URL: mailServer.url } })
})
afterAll(async () => {
  await app.close()
  await mailServer.close()
})

/** Requests the deletion, opens the link from the e-mail and returns what confirms it. */
async function askDeletion(client: TestClient, email: string, on: { url: string } = app) {
  await client.ok(client.call('GET', '/auth/account/delete?confirmtype=link'))
  const letter = (await mailServer.to(email, 2)).at(-1)
  if (letter === undefined) throw new Error('no letter')
  const token = tokenIn(letter)
  const browser = createTestClient(on)
  const { state } = exchangeAnswerSchema.parse(
    await browser.ok(browser.call('POST', '/auth/account/delete', { form: { token } })),
  )
  return () => browser.ok(browser.call('POST', `/auth/account/${token}/delete`, { form: { state } }))
}

it('deletes all devices, present, away or refusing, then the account, and frees its address', async () => {
  const client = createTestClient(app)
  const email = newEmail()
  await client.ok(client.register(email))
  const present = await moveIn(app, client, 'awning')
  const refusing = await moveIn(app, client, 'pergola', {
    onCommand: (command, device) => device.refuse(command, 'device_busy'),
  })
  const away = await moveIn(app, client, 'roller_shutter')
  await away.device.end()
  await vi.waitFor(async () => expect((await client.info(away.id))[away.id]?.connected).toBe(false))
  const socket = await openSignedInSocket(app, await client.websocketToken())
  await app.database.pool.query('update accounts set is_confirmed = true where email = $1', [email])
  const { token } = await makeLink(app, client, [present.id, away.id])
  const guest = createGuest(app, token)
  const guestSocket = await openSignedInSocket(app, await guest.goodWebsocketToken())

  const confirm = await askDeletion(client, email)
  await confirm()

  await socket.closed
  await guestSocket.closed
  expect(verdictOf(await guest.ask('devices'))).toBe(ENDED)
  expect(present.device.received.map(({ command }) => command)).toEqual(['forget'])
  expect(errorOf(await client.call('GET', '/auth/account/whoami'))).toBe('login_required')
  expect(errorOf(await client.logIn(email))).toBe('invalid_credentials')
  const { rows } = await app.database.pool.query('select owner_id from devices')
  expect(rows).toEqual([{ owner_id: null }, { owner_id: null }, { owner_id: null }])

  const back = await connectFakeDevice({ mqtt: app.mqtt, ...away, type: 'roller_shutter' })
  await vi.waitFor(() => expect(back.received.map(({ command }) => command)).toEqual(['forget']))
  await Promise.all([back.end(), present.device.end(), refusing.device.end()])

  const successor = createTestClient(app)
  expect((await successor.register(email)).status).toBe(200)
})

it('waits once for all devices that never answer, and releases them', { timeout: 120_000 }, async () => {
  const client = createTestClient(app)
  const email = newEmail()
  await client.ok(client.register(email))
  const mute: Awaited<ReturnType<typeof moveIn>>[] = []
  for (let index = 0; index < 45; index += 1) {
    mute.push(await moveIn(app, client, 'awning', { onCommand: () => {} }))
  }
  const confirm = await askDeletion(client, email)
  let isDeleted = false
  const deleted = confirm().then(() => {
    isDeleted = true
  })
  await vi.waitFor(() =>
    expect(mute.map(({ device }) => device.received.map(({ command }) => command))).toEqual(
      mute.map(() => ['forget']),
    ),
  )
  expect(isDeleted).toBe(false)
  app.clock.advance(LIMITS.COMMAND_ACK_MS)
  await deleted

  const { rows } = await app.database.pool.query(
    'select owner_id, must_forget from devices where id = any($1)',
    [mute.map(({ id }) => id)],
  )
  expect(rows).toEqual(mute.map(() => ({ owner_id: null, must_forget: true })))
  await Promise.all(mute.map(({ device }) => device.end()))
})

it('ends a link to Netatmo, whose tokens are worthless then', async () => {
  const clock = createFakeClock(new Date())
  const netatmo = await createNetatmoDouble({ clock })
  const linked = await createTestApp({
    clock,
    environment: {
      SMTP_URL: mailServer.url,
      NETATMO_CLIENT_ID: NETATMO_CLIENT.id,
      NETATMO_CLIENT_SECRET: NETATMO_CLIENT.secret,
      NETATMO_URL: netatmo.url,
    },
  })
  const client = createTestClient(linked)
  const email = newEmail()
  await client.ok(client.register(email))
  const { url } = netatmoLinkSchema.parse(
    await client.ok(client.api('POST', '/auth/api/v1/weather/netatmo/link', {})),
  )
  const cookie = client.cookieHeader()
  await fetch(`${linked.url}${netatmo.authorize(url)}`, { redirect: 'manual', headers: { cookie } })
  const [made] = netatmo.grants()
  expect(made).toBeDefined()
  const confirm = await askDeletion(client, email, linked)
  await confirm()
  await vi.waitFor(() => expect(netatmo.grants()).not.toContainEqual(made))
  expect((await linked.database.pool.query('select * from netatmo_links')).rows).toEqual([])
  await linked.close()
  await netatmo.close()
})

it('a deletion that fails leaves what is known of the devices as it was', async () => {
  const client = createTestClient(app)
  const email = newEmail()
  await client.ok(client.register(email))
  const { id, device } = await moveIn(app, client, 'awning', {
    state: { position: 0.7 },
    onCommand: () => {},
  })
  const confirm = await askDeletion(client, email)
  // The call waits for a device that is already being deleted, which until then belongs to the account.
  const deleting = client.delete(id)
  await vi.waitFor(() => expect(device.received.map(({ command }) => command)).toEqual(['forget']))
  await app.database.pool.query('create table keeps (account_id uuid references accounts (id))')
  await app.database.pool.query('insert into keeps select id from accounts where email = $1', [email])
  await expect(confirm()).rejects.toThrow()
  expect((await client.info(id))[id]?.state).toMatchObject({ status: 'ready', position: 0.7 })
  await app.database.pool.query('drop table keeps')
  app.clock.advance(LIMITS.COMMAND_ACK_MS)
  await deleting
  await device.end()
})

/** The tables with rows of an account, found by their references to accounts, and what the activity log keeps of it. */
async function tablesOf(accountId: string): Promise<string[]> {
  const { pool } = app.database
  const { rows } = await pool.query<{ name: string; column: string }>(`
    select conrelid::regclass::text as name, attname as column from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = any(conkey)
    where contype = 'f' and confrelid = 'accounts'::regclass
    union all values ('accounts', 'id'), ('activity_log', 'account_id')`)
  const found = await Promise.all(
    rows.map(async ({ name, column }) => {
      const { rowCount } = await pool.query(`select 1 from ${name} where "${column}" = $1`, [accountId])
      return rowCount === 0 ? [] : [name]
    }),
  )
  return [...new Set(found.flat())].sort()
}

/** An unconfirmed account with a device, a home, a group, a key of a weather station and the codes of a setup. */
async function occupy(email: string) {
  const stranger = createTestClient(app)
  const form = { email, password: GOOD_PASSWORD, confirm_type: 'link' }
  await stranger.ok(
    stranger.call('POST', '/auth/register', { form, headers: { 'user-agent': CHROME_ON_WINDOWS } }),
  )
  const shade = await moveIn(app, stranger, 'awning')
  const { pool } = app.database
  const { rows } = await pool.query<{ id: string }>('select id from accounts where email = $1', [email])
  const accountId = rows[0]?.id ?? ''
  const place = { name: 'Home', lat: 46.0569, lon: 14.5058 }
  await stranger.ok(stranger.api('POST', '/auth/api/v1/home/create', { json: place }))
  const group = { name: 'All', devices: [shade.id] }
  await stranger.ok(stranger.api('POST', '/auth/api/v1/group/create', { json: group }))
  // An earlier version gave these to everybody.
  await pool.query(
    "insert into hook_keys (account_id, key_hash, created_at) values ($1, 'of a stranger', now())",
    [accountId],
  )
  await pool.query(
    "insert into setup_codes (code_hash, account_id, created_at, expires_at) values ($2, $1, now(), now() + interval '1 day')",
    [accountId, `of a stranger ${accountId}`],
  )
  return { stranger, shade, accountId }
}

it('leaves nothing of an account in any table', async () => {
  const email = newEmail()
  const { stranger, shade, accountId } = await occupy(email)
  expect(await tablesOf(accountId)).toEqual(
    expect.arrayContaining(['activity_log', 'devices', 'groups', 'homes', 'hook_keys', 'sessions']),
  )
  await (await askDeletion(stranger, email))()
  expect(await tablesOf(accountId)).toEqual([])
  await shade.device.end()
})

it('a new password, asked for by mail, leaves nothing of what a stranger did with an unconfirmed account [AT3]', async () => {
  const email = newEmail()
  const { stranger, shade, accountId } = await occupy(email)
  const owner = createTestClient(app)
  await owner.ok(owner.call('GET', `/auth/account/resetpassword?email=${encodeURIComponent(email)}`))
  const [welcome, letter] = await mailServer.to(email, 2)
  if (welcome === undefined || letter === undefined) throw new Error('no letter')
  const token = tokenIn(letter)
  const { state } = exchangeAnswerSchema.parse(
    await owner.ok(owner.call('POST', '/auth/account/reset', { form: { token } })),
  )
  const form = { state, new_password: 'quiet-window-77' }
  await owner.ok(owner.call('POST', `/auth/account/${token}/reset`, { form }))
  // The link of the registration, the trail, and the e-mail and the notification about the new password are the owner's.
  const tables = ['accounts', 'activity_log', 'confirmations', 'mails', 'notifications']
  expect(await tablesOf(accountId)).toEqual(tables)
  expect(shade.device.received.map(({ command }) => command)).toEqual(['forget'])
  expect(errorOf(await stranger.call('GET', '/auth/account/whoami'))).toBe('login_required')
  const again = await owner.call('POST', '/auth/account/confirm', { form: { token: tokenIn(welcome) } })
  expect(errorOf(again)).toBe('account_already_confirmed')

  await owner.ok(owner.logIn(email, 'quiet-window-77'))
  expect(await owner.ok(owner.call('GET', '/auth/account/whoami'))).toMatchObject({ confirmed: true })
  expect(await owner.ok(owner.api('GET', '/auth/api/v1/device/list?index=token'))).toEqual({})
  await shade.device.end()
})

it('lets the owner of an address see who made an account with it, and remove it', async () => {
  const email = newEmail()
  const { shade, accountId } = await occupy(email)
  const [letter] = await mailServer.to(email, 1)
  if (letter === undefined) throw new Error('no letter')
  const token = tokenIn(letter)
  const owner = createTestClient(app)
  const { state, creation } = confirmationExchangeSchema.parse(
    await owner.ok(owner.call('POST', '/auth/account/confirm', { form: { token } })),
  )
  expect(creation).toEqual({ createdAt: expect.any(String), browser: 'Chrome', system: 'Windows' })
  const wrong = await owner.call('POST', `/auth/account/${token}/disown`, { form: { state: `${state}x` } })
  expect(errorOf(wrong)).toBe('confirmation_invalid')
  await owner.ok(owner.call('POST', `/auth/account/${token}/disown`, { form: { state } }))
  expect(await tablesOf(accountId)).toEqual([])
  expect(shade.device.received.map(({ command }) => command)).toEqual(['forget'])
  expect((await owner.register(email)).status).toBe(200)
  await shade.device.end()
})

it('keeps keys of stations and setup codes from accounts that are not confirmed', async () => {
  const client = createTestClient(app)
  await client.ok(client.register(newEmail()))
  for (const call of ['hook/key', 'device/setup/start']) {
    const answer = await client.api('POST', `/auth/api/v1/${call}`, call === 'hook/key' ? {} : { json: {} })
    expect([answer.status, errorOf(answer)]).toEqual([403, 'account_confirmation_required'])
  }
})
