import { randomUUID } from 'node:crypto'
import { errorBodySchema } from '@senca/contract'
import { deletionExchangeSchema } from '@senca/contract/account'
import { hookKeySchema } from '@senca/contract/automation'
import { entitlementExportSchema, subscriptionSchema } from '@senca/contract/billing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { createStripeDouble, type StripeDouble } from '#testing/doubles/stripe-double.ts'
import { startTestMailServer, type TestMailServer, tokenIn } from '#testing/doubles/test-mail-server.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createConfirmedClient } from '#testing/homes/link-home.ts'
import { createWeatherHome, type WeatherHome } from '#testing/homes/weather-home.ts'
import { createTestApp, OPERATOR_TOKEN, type TestApp } from '#testing/test-app.ts'
import { createTestClient, newEmail, type TestClient } from '#testing/test-client.ts'

const DAY_MS = 86_400_000
const rowsSchema = z.array(z.object({ id: z.string() }))

describe('what is for subscribers', () => {
  let stripe: StripeDouble
  let home: WeatherHome
  let accountId: string
  beforeAll(async () => {
    stripe = await createStripeDouble({ clock: createFakeClock(new Date()) })
    home = await createWeatherHome(stripe.environment)
    const { rows } = await home.app.database.pool.query('select account_id as id from homes')
    accountId = rowsSchema.parse(rows)[0]?.id ?? ''
  })
  afterAll(async () => {
    await home.app.close()
    await stripe.close()
  })

  const subscribeUntil = async (accessUntil: Date, standing: string) => {
    await home.app.database.pool.query(
      `insert into subscriptions (provider, reference, account_id, plan, standing, started_at, access_until, will_renew, read_at)
       values ('web', 'sub_of_test', $1, 'monthly', $2, now(), $3, $4, now())
       on conflict (provider, reference) do update set standing = $2, access_until = $3, will_renew = $4`,
      [accountId, standing, accessUntil, standing === 'paid'],
    )
  }
  const refusalOf = async (json: object): Promise<string> => {
    const { status, body } = await home.owner.api('POST', '/auth/api/v1/scenario/create', { json })
    const { error, error_description: description } = errorBodySchema.parse(body)
    return `${status} ${error}: ${description}`
  }

  it('is refused at once without a subscription; what is set up protects for ever, and comforts for fourteen days [SB8]', async () => {
    const shade = await home.shade('roller_shutter')
    const blind = await home.shade('venetian_blind', 0.5)
    const asked = { name: 'Heat', enabled: true, targets: [shade.id], catchUp: 'within' }
    const heat = {
      triggers: [{ type: 'Weather', measurement: 'temperature', condition: 'gt', value: 25, holdFor: 0 }],
      actions: [{ type: 'MoveSelf', position: 1 }],
    }
    const needed = '402 open_weather_subscription_needed: A weather subscription is required for this action'
    expect(await refusalOf({ ...asked, ...heat })).toBe(needed)
    expect(await refusalOf({ ...asked, preset: { protect: 'wind' } })).toBe(needed)

    await subscribeUntil(new Date(home.clock.now().getTime() + DAY_MS), 'paid')
    const comfort = await home.scenario([shade], heat)
    const protection = await home.protect([blind], { protect: 'wind', windClass: 2 })
    await home.measure({ temperature: 20, wind_gust: 1 })
    await home.measure({ temperature: 30, wind_gust: 1 })
    await vi.waitFor(async () => expect((await home.scenarioInfo(comfort.id)).status).toBe('active'))

    await subscribeUntil(new Date(home.clock.now().getTime() - 13 * DAY_MS), 'ended')
    expect(await refusalOf({ ...asked, name: 'New', ...heat })).toBe(needed)
    await home.change(protection.id, { name: 'Still mine' })
    await home.measure({ temperature: 30.5, wind_gust: 1 })
    expect((await home.scenarioInfo(comfort.id)).status).toBe('active')

    await subscribeUntil(new Date(home.clock.now().getTime() - 14 * DAY_MS), 'ended')
    await home.measure({ temperature: 31, wind_gust: 30 })
    expect((await home.scenarioInfo(comfort.id)).status).not.toBe('active')
    expect((await home.scenarioInfo(protection.id)).status).toBe('active')

    await subscribeUntil(new Date(home.clock.now().getTime() + DAY_MS), 'paid')
    await home.measure({ temperature: 31, wind_gust: 30 })
    expect((await home.scenarioInfo(comfort.id)).status).toBe('active')
  })
})

describe('the weather that a provider knows', () => {
  let stripe: StripeDouble
  let app: TestApp
  beforeAll(async () => {
    stripe = await createStripeDouble({ clock: createFakeClock(new Date()) })
    // The provider is never called, because accounts without a subscription are refused before.
    const environment = { WEATHER_PROVIDER: 'open-meteo', WEATHER_URL: 'http://127.0.0.1:9' }
    app = await createTestApp({ environment: { ...stripe.environment, ...environment } })
  })
  afterAll(async () => {
    await app.close()
    await stripe.close()
  })

  it('is refused without a subscription, now, ahead and looking back; an own station answers anyway [SB8]', async () => {
    const client = await createConfirmedClient(app)
    const place = { name: 'Home', lat: 46.0569, lon: 14.5058 }
    await client.ok(client.api('POST', '/auth/api/v1/home/create', { json: place }))
    const json = {
      triggers: [{ type: 'Weather', measurement: 'wind_gust', condition: 'gt', value: 10 }],
      days: 30,
    }
    const statuses = async () => {
      const answers = await Promise.all([
        client.api('GET', '/auth/api/v1/weather/now'),
        client.api('GET', '/auth/api/v1/weather/forecast'),
        client.api('POST', '/auth/api/v1/weather/replay', { json }),
      ])
      return answers.map(({ status, body }) =>
        status === 200 ? '200' : `${status} ${errorBodySchema.parse(body).error}`,
      )
    }
    const needed = '402 open_weather_subscription_needed'
    expect(await statuses()).toEqual([needed, needed, needed])
    const elsewhere = { triggers: json.triggers.map((trigger) => ({ ...trigger, lat: 1, lon: 1 })) }
    expect((await client.api('POST', '/auth/api/v1/weather/replay', { json: elsewhere })).status).toBe(402)
    const { key } = hookKeySchema.parse(await client.ok(client.api('POST', '/auth/api/v1/hook/key', {})))
    await app.http.inject({
      method: 'POST',
      url: `/auth/hook/${key}`,
      payload: { type: 'weather', wind_gust: 3 },
    })
    app.clock.advance(2 * 3_600_000)
    client.forgetApiToken()
    expect(await statuses()).toEqual(['200', needed, '200'])
  })
})

describe('a subscription', () => {
  const clock = createFakeClock(new Date())
  let stripe: StripeDouble
  let mails: TestMailServer
  let app: TestApp
  beforeAll(async () => {
    stripe = await createStripeDouble({ clock })
    mails = await startTestMailServer()
    app = await createTestApp({
      clock,
      environment: { ...stripe.environment, SMTP_URL: mails.url, BILLING_RECONCILE_SECONDS: '1' },
    })
  })
  afterAll(async () => {
    await app.close()
    await Promise.all([mails.close(), stripe.close()])
  })

  const confirmed = async (): Promise<{ client: TestClient; email: string }> => {
    const client = createTestClient(app)
    const email = newEmail()
    await client.ok(client.register(email))
    await app.database.pool.query('update accounts set is_confirmed = true where email = $1', [email])
    return { client, email }
  }
  const pay = async (client: TestClient): Promise<string> => {
    const page = await client.ok(
      client.api('POST', '/auth/api/v1/subscription/checkout', { json: { plan: 'monthly' } }),
    )
    return stripe.pay(z.parse(z.object({ url: z.string() }), page).url)
  }
  const until = (client: TestClient, expected: object) =>
    vi.waitFor(
      async () => {
        client.forgetApiToken()
        const info = await client.ok(client.api('GET', '/auth/api/v1/subscription/info'))
        expect(subscriptionSchema.parse(info)).toMatchObject(expected)
      },
      { timeout: 120_000 },
    )

  it('that no shop reported is found by the reconciliation, also one that ended', async () => {
    const { client } = await confirmed()
    const id = await pay(client)
    await until(client, { status: 'paid' })
    stripe.end(id)
    await until(client, { status: 'expired' })
  })

  it('that nobody paid in sixty days is asked for no longer', async () => {
    const [old, young] = [await confirmed(), await confirmed()]
    const [oldId, youngId] = [await pay(old.client), await pay(young.client)]
    for (const { client } of [old, young]) await until(client, { status: 'paid' })
    stripe.change(oldId, { status: 'incomplete', created: Math.floor(Date.now() / 1_000) - 61 * 86_400 })
    stripe.change(youngId, { status: 'incomplete' })
    for (const { client } of [old, young]) await until(client, { status: 'none' })
    stripe.change(oldId, { status: 'active' })
    stripe.change(youngId, { status: 'active' })
    await until(young.client, { status: 'paid' })
    stripe.end(youngId)
    await until(young.client, { status: 'expired' })
    await until(old.client, { status: 'none' })
  })

  it('whose event was kept and not worked off when the server was killed is worked off at the next start', async () => {
    const { client } = await confirmed()
    const id = await pay(client)
    await until(client, { status: 'paid' })
    stripe.change(id, { isCanceledAtEnd: true })
    await app.database.pool.query(
      `insert into billing_events (shop, id, type, subject) values ('stripe', $1, 'customer.subscription.updated', $2)`,
      [randomUUID(), id],
    )
    await app.restart()
    await until(client, { status: 'canceled' })
    await vi.waitFor(async () => {
      const { rows } = await app.database.pool.query('select id from billing_events where settled_at is null')
      expect(rows).toEqual([])
    }, 240_000)
  })

  it('mails on the days after its end', async () => {
    const { client, email } = await confirmed()
    const id = await pay(client)
    await until(client, { status: 'paid' })
    stripe.end(id)
    await until(client, { status: 'expired' })
    const [, ended] = await mails.to(email, 2)
    expect(ended?.mail.subject).toBe('Senca: your weather subscription has ended')
    for (const [days, count, subject] of [
      [7, 3, 'Senca: weather scenarios for comfort stop soon'],
      [6, 4, 'Senca: last day of weather scenarios for comfort'],
    ] as const) {
      clock.advance(days * DAY_MS)
      expect((await mails.to(email, count)).at(-1)?.mail.subject).toBe(subject)
    }
    clock.advance(2 * DAY_MS)
    await vi.waitFor(async () => {
      const { rows } = await app.database.pool.query('select told from subscriptions where reference = $1', [
        id,
      ])
      expect(JSON.stringify(rows)).toContain('stopped')
    }, 240_000)
    expect(await mails.to(email, 4)).toHaveLength(4)
  })

  it('is canceled at once with its account, also while Stripe is away, and no page of payment stays open', async () => {
    const { client, email } = await confirmed()
    const id = await pay(client)
    await until(client, { status: 'paid' })
    const [paid] = [...stripe.sessions.values()].filter(({ subscription }) => subscription === id)
    if (paid === undefined) throw new Error('no page of payment')
    const page = { ...paid, id: 'cs_of_another_window', status: 'open', subscription: null }
    stripe.sessions.set(page.id, page)
    await client.ok(client.call('GET', '/auth/account/delete?confirmtype=link'))
    const letter = (await mails.to(email, 2)).at(-1)
    if (letter === undefined) throw new Error('no letter')
    const token = tokenIn(letter)
    const browser = createTestClient(app)
    const exchanged = await browser.ok(browser.call('POST', '/auth/account/delete', { form: { token } }))
    const { state, storeSubscriptions } = deletionExchangeSchema.parse(exchanged)
    expect(storeSubscriptions).toEqual([])
    stripe.breakWith((call) => (call.includes('/subscriptions') ? 503 : null))
    await browser.ok(browser.call('POST', `/auth/account/${token}/delete`, { form: { state } }))
    expect(stripe.get(id).status).toBe('trialing')
    stripe.breakWith(null)
    await vi.waitFor(() => expect(stripe.get(id).status).toBe('canceled'), { timeout: 120_000 })
    expect(page.status).toBe('expired')
  })

  it('is exported for the operator, and for nobody else', async () => {
    const path = '/auth/api/v1/operator/subscription/export'
    const { client } = await confirmed()
    expect((await client.api('GET', path)).status).toBe(401)
    const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` }
    const { entitlements, next } = entitlementExportSchema.parse(
      await client.ok(client.call('GET', path, { headers })),
    )
    expect(next).toBeNull()
    expect(entitlements.map(({ status }) => status)).toContain('expired')
  })

  it('of each of more accounts than one answer has room for is exported once', async () => {
    await app.database.pool.query(`
      with made as (
        insert into accounts (id, email, email_key, is_confirmed, locale, created_at)
        select gen_random_uuid(), 'export-' || number, 'export-' || number, false, 'en', now()
        from generate_series(1, 1005) as number returning id)
      insert into subscriptions (provider, reference, account_id, plan, standing, started_at, access_until, will_renew, read_at)
      select 'web', id || reference, id, 'monthly', 'ended', '2020-01-01', '2020-02-01', false, now()
      from made, unnest(array['one', 'two']) as reference`)
    const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` }
    const exported: string[] = []
    const pages: number[] = []
    for (let after: string | null = ''; after !== null; ) {
      const query: string = after === '' ? '' : `?after=${after}`
      const path = `/auth/api/v1/operator/subscription/export${query}`
      const page = entitlementExportSchema.parse(
        await createTestClient(app).ok(createTestClient(app).call('GET', path, { headers })),
      )
      exported.push(...page.entitlements.map(({ accountId }) => accountId))
      pages.push(page.entitlements.length)
      after = page.next
    }
    expect(pages).toHaveLength(2)
    const { rows } = await app.database.pool.query(
      `select distinct account_id as id from subscriptions where standing <> 'pending' order by account_id`,
    )
    expect(exported).toEqual(rowsSchema.parse(rows).map(({ id }) => id))
  })
})
