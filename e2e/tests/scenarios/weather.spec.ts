import { expect, type Page } from '@playwright/test'
import { connectAsync } from 'mqtt'
import { EntrancePage } from '#pages/entrance.page.ts'
import { type Home, startHome } from '#product/home.ts'
import { test } from '#product/test.ts'
import { expectNoViolationInAnyView } from '#product/views.ts'

test.describe('the weather', () => {
  let home: Home
  let hookUrl: string

  test.beforeAll(async ({ server }) => {
    home = await startHome(server, 8, [], [{ name: 'Terrace awning', type: 'awning' }])
    await home.owner.post('home/create', { name: 'Home', lat: 46.0569, lon: 14.5058 })
    const key = Object(await home.owner.post('hook/key', {}))
    hookUrl = `${server.url}${new URL(key.url).pathname}`
  })
  test.afterAll(async () => home.product.stop())
  const begin = async (page: Page) => {
    await home.owner.deleteAll('scenario')
    await new EntrancePage(page).bringSession(home.product)
  }

  const measure = async (values: object) => {
    const answer = await fetch(hookUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'weather', ...values }),
    })
    expect(answer.status).toBe(200)
  }

  test('holds an awning, lets go of it, and is shown', { tag: '@smoke' }, async ({ page }) => {
    test.setTimeout(600_000)
    await test.step('brings an awning in, says so on its card, and lets go when its owner says so', async () => {
      await begin(page)
      await measure({ wind_gust: 3, temperature: 18 })
      const awning = await home.owner.first('awning')
      await page.goto(`${home.product.url}/scenarios`)
      await page.getByRole('link', { name: 'New scenario' }).click()
      await page.getByRole('button', { name: 'Protect from wind' }).click()
      await page.getByRole('checkbox', { name: awning.name }).check()
      // No wind class is set yet.
      await expect(
        page.getByText(`Gusts above 20 km/h: move ${awning.name} to the safe position.`),
      ).toBeVisible()
      await page.getByRole('radio', { name: /^Moderate wind/ }).check()
      await expect(
        page.getByText(`Gusts above 37 km/h: move ${awning.name} to the safe position.`),
      ).toBeVisible()
      await page.getByRole('button', { name: 'Create scenario' }).click()
      const row = page.getByRole('link', { name: 'Edit Protect from wind' })
      await expect(row).toContainText('Gusts above 37 km/h · To the safe position')

      await home.owner.post('device/move', {
        commands: [{ token: awning.id, command: 'move', position: 60 }],
        wait: true,
      })
      await measure({ wind_gust: 14.4 })
      await expect(row).toContainText('Active: keeps its devices safe')
      await page.goto(`${home.product.url}/home`)
      const card = page.getByRole('article', { name: awning.name })
      await expect(card.getByText('Kept in: gusts of 52 km/h')).toBeVisible()
      await expect
        .poll(async () => (await home.owner.device(awning.id)).state.position, { timeout: 120_000 })
        .toBe(0)

      await card.getByRole('button', { name: `Extend ${awning.name}` }).click()
      const question = page.getByRole('dialog', { name: 'Switch off weather automation?' })
      await expect(question).toContainText(
        `${awning.name}. Kept in: gusts of 52 km/h, until gusts stay below 30 km/h for 15\u00a0min.`,
      )
      await question.getByRole('button', { name: 'Keep it safe' }).click()
      await expect(question).toBeHidden()
      await expect(card.getByRole('alert')).toHaveCount(0)
      expect((await home.owner.device(awning.id)).state.position).toBe(0)

      await card.getByRole('button', { name: `Extend ${awning.name}` }).click()
      await question.getByRole('button', { name: 'Switch off' }).click()
      await expect(card.getByText(/^Weather automation is off until/)).toBeVisible()
      await card.getByRole('button', { name: `Extend ${awning.name}` }).click()
      await expect
        .poll(async () => (await home.owner.device(awning.id)).state.position, { timeout: 120_000 })
        .toBeGreaterThan(0.5)
      await card.getByRole('button', { name: 'Switch on again' }).click()
      await expect(card.getByText('Kept in: gusts of 52 km/h')).toBeVisible()
    })

    await test.step('lets its owner move a held awning once anyway, with a reason, and holds it again [WS11]', async () => {
      await begin(page)
      const awning = await home.owner.first('awning')
      const place = async () => (await home.owner.device(awning.id)).state.position
      await home.owner.post('scenario/create', {
        name: 'Protect from wind',
        enabled: true,
        targets: [awning.id],
        triggers: [{ type: 'Weather', measurement: 'wind_gust', condition: 'gt', value: 10, holdFor: 0 }],
        actions: [{ type: 'MoveSelfSecurity' }],
      })
      await measure({ wind_gust: 14.4 })
      await page.goto(`${home.product.url}/home`)
      const card = page.getByRole('article', { name: awning.name })
      await expect(card.getByText('Kept in: gusts of 52 km/h')).toBeVisible()
      await expect.poll(place, { timeout: 120_000 }).toBe(0)
      await card.getByRole('button', { name: `Extend ${awning.name}` }).click()
      await page.getByRole('button', { name: 'Move once anyway…' }).click()
      const form = page.getByRole('dialog', { name: `Move ${awning.name} once anyway?` })
      await expectNoViolationInAnyView(page, 'one move of a held device')
      await expect(form.getByRole('radio', { name: `Extend ${awning.name}` })).toBeChecked()
      const key = form.getByRole('button', { name: 'Hold for 2 seconds to move' })
      const hold = async (ms: number) => {
        await key.hover()
        await page.mouse.down()
        await page.waitForTimeout(ms)
        await page.mouse.up()
      }
      await hold(2_200)
      await expect(form.getByText('Give the reason in a few words')).toBeVisible()
      await form.getByRole('textbox', { name: 'Reason' }).fill('It has to be repaired')
      await hold(1_200)
      await expect(form.getByText('Hold the key for two seconds')).toBeVisible()
      expect(await place()).toBe(0)
      await hold(2_400)
      await expect(form).toBeHidden()
      await expect.poll(place, { timeout: 120_000 }).toBe(1)
      await expect(card.getByText('Kept in: gusts of 52 km/h')).toBeVisible()

      // With a keyboard there is a confirmation instead of holding.
      await card.getByRole('button', { name: `Extend ${awning.name}` }).waitFor()
      await page.goto(`${home.product.url}/device?deviceId=${awning.id}`)
      await page.getByRole('button', { name: 'Move it by hand…' }).click()
      await page.getByRole('button', { name: 'Move once anyway…' }).click()
      await form.getByRole('radio', { name: `Retract ${awning.name}` }).click()
      await form.getByRole('textbox', { name: 'Reason' }).fill('Back')
      await key.focus()
      await page.keyboard.press('Enter')
      await form.getByRole('button', { name: `Retract ${awning.name}` }).click()
      await expect(form).toBeHidden()
      await expect.poll(place, { timeout: 120_000 }).toBe(0)
    })

    await test.step('is shown with its units and its source', async () => {
      await begin(page)
      await test.step('is shown in the units that a person chooses', async () => {
        await measure({ wind_gust: 14.4, temperature: 20 })
        await page.goto(`${home.product.url}/weather`)
        await page.getByRole('radio', { name: 'Imperial (mph, °F)' }).click()
        await expect(page.getByText('32 mph').first()).toBeVisible()
        await page.reload()
        await expect(page.getByRole('radio', { name: 'Imperial (mph, °F)' })).toBeChecked()
        await expect(page.getByText('68°F').first()).toBeVisible()
        await page.getByRole('radio', { name: 'Metric (km/h, °C)' }).click()
        await expect(page.getByText('52 km/h').first()).toBeVisible()
      })

      await test.step('is shown with its source, and a key is made for an own station once', async () => {
        await expect(page.getByRole('heading', { name: 'Weather', level: 1 })).toBeVisible()
        await expect(page.getByText('52 km/h')).toBeVisible()
        await expect(page.getByText('20°C')).toBeVisible()
        await expect(page.getByText(/^Own station · /).first()).toBeVisible()
        await expect(page.getByRole('region', { name: 'Sources' })).toContainText(/Own stationLast value/)
        await page.getByRole('button', { name: 'Replace the key' }).click()
        const question = page.getByRole('dialog', { name: 'Replace the key?' })
        await question.getByRole('button', { name: 'Replace the key' }).click()
        const line = page.getByText(/^curl /)
        await expect(line).toContainText(home.product.url.replace(/:\d+$/, ''))
        const mqtt = page.getByRole('region', { name: 'By MQTT' })
        const mosquitto = (await mqtt.getByText(/^mosquitto_pub /).textContent()) ?? ''
        const [, host, port, key] =
          / -h (\S+) -p (\d+) -u station -P (\S+) -t senca\/weather /.exec(mosquitto) ?? []
        const station = await connectAsync(`mqtt://${host}:${port}`, {
          username: 'station',
          password: key ?? '',
        })
        await station.publishAsync('senca/weather', JSON.stringify({ temperature: 19.4 }), { qos: 1 })
        await station.endAsync()
        const shown = (await line.textContent())?.match(/https?:\S+$/)?.[0] ?? ''
        const before = hookUrl
        hookUrl = `${new URL(before).origin}${new URL(shown).pathname}`
        await measure({ wind_gust: 2 })
        const old = await fetch(before, { method: 'POST' })
        expect(old.status).toBeGreaterThanOrEqual(400)
        await page.reload()
        await expect(page.getByText('7 km/h')).toBeVisible()
        await expect(page.getByText('19.4°C')).toBeVisible()
        await expect(line).toBeHidden()
      })
    })

    await test.step('draws what comes within the page of a phone, with the same in words and each hour in a table', async () => {
      await begin(page)
      const hour = Math.floor(Date.now() / 3_600_000)
      const forecast = Array.from({ length: 48 }, (_, index) => ({
        at: new Date((hour + index) * 3_600_000).toISOString(),
        values: {
          temperature: 4 + 6 * Math.sin(index / 4),
          wind_speed: 3 + (index % 5),
          wind_gust: index === 20 ? 17 : 6 + (index % 6),
          rain: index > 30 && index < 36 ? 1.5 : 0,
        },
      }))
      await page.route('**/api/v1/weather/forecast', (route) => route.fulfill({ json: forecast }))
      await measure({ wind_gust: 14.4, temperature: 18.4, humidity: 61, pressure: 1013 })
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(`${home.product.url}/weather`)
      await expect(page.getByText(/^up to 61\skm\/h, /)).toBeVisible()
      await page.getByText('Hour by hour').click()
      await expect(page.getByRole('row')).toHaveCount(1 + 48)
      const isWider = () => document.documentElement.scrollWidth > document.documentElement.clientWidth
      expect(await page.evaluate(isWider)).toBe(false)
    })
  })
})
