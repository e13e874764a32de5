import { expect } from '@playwright/test'
import { type GuestHome, startGuestHome } from '#product/guest-home.ts'
import { test } from '#product/test.ts'
import { textsIn } from '#product/texts.ts'

/** On an idle machine it takes less than a second. */
const AT_ONCE_MS = 60_000
/** Long enough to open three pages first. */
const SOON_MS = 20_000
const MINUTE_MS = 60_000
/** The minute of the moment after this time begins in ten seconds at the earliest. */
const IN_A_MINUTE_MS = MINUTE_MS + 10_000

test.describe('the guest pages at the ends of a link', () => {
  let home: GuestHome
  const shown = textsIn('en')

  test.beforeAll(async ({ server }) => {
    home = await startGuestHome(server)
  })
  test.afterAll(async () => home.product.stop())
  test.beforeEach(async () => home.owner.refresh())

  test('say why a link does not work, that it was revoked, and that it works again', async ({ page }) => {
    test.setTimeout(600_000)
    await test.step('say why a link does not work', async () => {
      const guest = home.english(page)

      await test.step('distinguish a link that was never made from one that has ended', async () => {
        await guest.open(null)
        await expect(guest.heading(shown('stop.notRecognized.title'))).toBeVisible()
        await guest.open('made-up')
        await expect(guest.heading(shown('stop.notRecognized.title'))).toBeVisible()
        const token = await home.share(['Living room'])
        await home.remove(token)
        await guest.open(token)
        await expect(guest.heading(shown('guest.expired.title'))).toBeVisible()
        expect(await page.title()).not.toContain(token)
        await page.getByRole('button', { name: shown('stop.again'), exact: true }).click()
        await expect(page.getByRole('status')).toHaveText(/nothing has changed/)
        await expect(page.getByRole('link', { name: shown('menu.support') })).toHaveAttribute('href', /^http/)
      })

      await test.step('say when a link works that works at certain times only', async () => {
        const hour = (new Date().getUTCHours() + 3) % 24
        const clock = (of: number) => `${String(of % 24).padStart(2, '0')}:00`
        const window = { days: [1, 2, 3, 4, 5, 6, 7], from: clock(hour), until: clock(hour + 1) }
        const name = 'Villa Rosa, stay of the Novaks'
        const token = await home.share(['Living room'], { name, windows: [window], timeZone: 'UTC' })
        await guest.open(token)
        await expect(guest.heading(shown('stop.closed.title'))).toBeVisible()
        await expect(page.getByText(name, { exact: true })).toBeVisible()
        await expect(page.getByText(`every day, ${window.from} to ${window.until}`)).toBeVisible()
      })
    })

    await test.step('say that a link was revoked', async () => {
      const guest = home.english(page)

      await test.step('say at once that a link was revoked', async () => {
        const token = await home.share(['Living room', 'Bedroom'])
        await guest.openAndListen(token)
        await expect(guest.card('Bedroom')).toBeVisible()
        await home.remove(token)
        await expect(guest.heading(shown('guest.expired.title'))).toBeVisible({ timeout: AT_ONCE_MS })
      })

      await test.step('say so as soon while a command is on its way', async () => {
        const id = home.idOf('South window')
        const action = (await home.product.inspect(id)).position === 1 ? 'card.open' : 'card.close'
        const token = await home.share(['South window'])
        await guest.openAndListen(token)
        await guest.button(action, 'South window').click()
        await expect(guest.button('card.stop', 'South window')).toBeVisible()
        await home.remove(token)
        await expect(guest.heading(shown('guest.expired.title'))).toBeVisible({ timeout: AT_ONCE_MS })
        await expect
          .poll(async () => (await home.product.inspect(id)).status, { timeout: 120_000 })
          .toBe('ready')
      })
    })

    await test.step('come back when all sharing is resumed', async () => {
      const guest = home.english(page)
      const freeze = (frozen: boolean) => home.links.call('freeze', { frozen })
      await guest.openAndListen(await home.share(['Bedroom']))

      await test.step('come back when all sharing goes on and somebody checks', async () => {
        await freeze(true)
        await expect(guest.heading(shown('guest.paused.title'))).toBeVisible({ timeout: AT_ONCE_MS })
        await freeze(false)
        await page.getByRole('button', { name: shown('stop.again'), exact: true }).click()
        await expect(guest.card('Bedroom')).toBeVisible()
      })

      await test.step('come back by themselves when all sharing goes on', async () => {
        await freeze(true)
        await expect(guest.heading(shown('guest.paused.title'))).toBeVisible({ timeout: AT_ONCE_MS })
        await freeze(false)
        await expect(guest.card('Bedroom')).toBeVisible({ timeout: 120_000 })
      })
    })
  })

  test('open with their start and with their hours, and end with their time, by themselves', {
    tag: '@all',
  }, async ({ browser }) => {
    const visits = await Promise.all([1, 2, 3].map(() => home.visit(browser, 'en-GB', 'en')))
    const [early, outside, late] = visits
    if (early === undefined || outside === undefined || late === undefined) throw new Error('no visit')
    const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()

    const opensWithItsStart = async () => {
      const token = await home.share(['Living room'], { startsAt: inMs(SOON_MS) })
      await early.guest.open(token)
      await expect(early.guest.heading(shown('stop.upcoming.title'))).toBeVisible()
      await expect(early.page.getByText(/^This link is valid from \d+ \w+ \d{4}/)).toBeVisible()
      await expect(early.guest.card('Living room')).toBeVisible({ timeout: SOON_MS + AT_ONCE_MS })
      await early.close()
    }
    const opensWithItsHours = async () => {
      const minuteIn = (minutes: number) => inMs(IN_A_MINUTE_MS + minutes * MINUTE_MS).slice(11, 16)
      const window = { days: [1, 2, 3, 4, 5, 6, 7], from: minuteIn(0), until: minuteIn(29) }
      await outside.guest.open(await home.share(['Bedroom'], { windows: [window], timeZone: 'UTC' }))
      await expect(outside.guest.heading(shown('stop.closed.title'))).toBeVisible()
      await expect(outside.guest.card('Bedroom')).toBeVisible({ timeout: IN_A_MINUTE_MS + 5_000 })
      await outside.close()
    }
    const endsWithItsTime = async () => {
      const end = Date.now() + SOON_MS
      const token = await home.share(['Bedroom'], { expiresAt: new Date(end).toISOString() })
      await late.guest.openAndListen(token)
      await expect(late.guest.card('Bedroom')).toBeVisible()
      await expect(late.guest.heading(shown('guest.expired.title'))).toBeVisible({
        timeout: end + AT_ONCE_MS - Date.now(),
      })
      await late.close()
    }
    await Promise.all([opensWithItsStart(), opensWithItsHours(), endsWithItsTime()])
  })
})
