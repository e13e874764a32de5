import { expect } from '@playwright/test'
import { holdKey } from '#pages/hold.ts'
import { type GuestHome, startGuestHome } from '#product/guest-home.ts'
import { test } from '#product/test.ts'
import { textsIn } from '#product/texts.ts'

test.describe('the guest pages', () => {
  let home: GuestHome
  const shown = textsIn('en')
  test.beforeAll(async ({ server }) => {
    home = await startGuestHome(server)
  })
  test.afterAll(async () => home.product.stop())
  test.beforeEach(async () => home.owner.refresh())

  test('let somebody without account or cookie operate in Slovenian just what is shared', {
    tag: '@smoke',
  }, async ({ browser }) => {
    const { page, t, guest, close } = await home.visit(browser, 'sl-SI', 'sl')
    const token = await home.share(['Living room', 'Study', 'Front door', 'Terrace lights'], {
      name: 'Počitnice',
      deviceSpecifiers: { [home.idOf('Terrace lights')]: { light1: true, light2: false } },
    })
    await guest.open(token)
    await expect(guest.heading('Počitnice')).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'sl')
    // Fewer than five devices stand without sections.
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([t('guest.title')])
    await expect(page.getByRole('article')).toHaveCount(4)
    await expect(page.getByText(t('guest.unlimited'))).toBeVisible()
    await expect(page.getByRole('timer')).toContainText('Še 1 dan 23 h')

    await guest.button('card.close', 'Living room').click()
    await guest.button('card.stop', 'Living room').click()
    await expect.poll(async () => (await home.product.inspect(home.idOf('Living room'))).status).toBe('ready')
    const { position } = await home.product.inspect(home.idOf('Living room'))
    expect(position).toBeGreaterThan(0)
    expect(position).toBeLessThan(1)

    await guest.card('Terrace lights').getByRole('switch').click()
    await expect
      .poll(async () => (await home.product.inspect(home.idOf('Terrace lights'))).light1Brightness)
      .toBe(1)
    await guest.card('Terrace lights').getByRole('slider').press('PageDown')
    await expect
      .poll(async () => (await home.product.inspect(home.idOf('Terrace lights'))).light1Brightness)
      .toBeCloseTo(0.9)
    expect((await home.product.inspect(home.idOf('Terrace lights'))).light2Brightness).toBe(0)

    const door = guest.card('Front door')
    const key = door.getByRole('button', { name: /^Front door: / })
    await expect(key.getByText(t('card.holdOn'))).toBeVisible()
    await key.click()
    expect((await home.product.inspect(home.idOf('Front door'))).motorLockState).toBe('locked')
    await holdKey(key)
    await expect
      .poll(async () => (await home.product.inspect(home.idOf('Front door'))).motorLockState)
      .toBe('unlocked')

    await guest.card('Study').getByRole('link', { name: 'Study' }).click()
    await expect(guest.heading('Study')).toBeVisible()
    await expect(page.getByText('Počitnice', { exact: true })).toBeVisible()
    await expect(page).toHaveURL(/\/device-link\/device\?token=.*deviceId=/)
    await page.getByRole('button', { name: t('guest.view.tilt') }).click()
    const slats = page.getByRole('slider', { name: t('card.inclination', { name: 'Study' }) })
    await slats.focus()
    await page.keyboard.press('End')
    await expect
      .poll(async () => (await home.product.inspect(home.idOf('Study'))).inclination, { timeout: 120_000 })
      .toBe(1)
    await page.getByRole('button', { name: t('header.back') }).click()
    await expect(page).toHaveURL(/\/device-link\?token=/)

    expect(await page.context().cookies()).toEqual([])
    await close()
  })

  test('operate shades, doors and lights', async ({ page }) => {
    test.setTimeout(600_000)
    await test.step('a shade', async () => {
      const guest = home.english(page)

      await test.step('ask for the PIN of a link', async () => {
        const token = await home.share(['Living room'], { pin: '4711' })
        await guest.open(token)
        await expect(guest.heading(shown('stop.pin.title'))).toBeVisible()
        await page.keyboard.type('0000')
        await page.keyboard.press('Enter')
        await expect(page.getByText(shown('stop.pin.wrong'))).toBeVisible()
        for (const digit of ['4', '7', '1', '1']) {
          await page.getByRole('button', { name: digit, exact: true }).click()
        }
        await page.getByRole('button', { name: shown('stop.pin.submit'), exact: true }).click()
        await expect(guest.card('Living room')).toBeVisible()
        await page.reload()
        await expect(guest.card('Living room'), 'the tab remembers the PIN').toBeVisible()
        await home.product.provoke(home.idOf('Living room'), {
          wallSwitch:
            (await home.product.inspect(home.idOf('Living room'))).position === 1 ? 'open' : 'close',
        })
        await expect(guest.button('card.stop', 'Living room')).toBeVisible()
        await guest.button('card.stop', 'Living room').click()
        await expect
          .poll(async () => (await home.product.inspect(home.idOf('Living room'))).status)
          .toBe('ready')
      })

      await test.step('show the keys of a shade on a phone in landscape without scrolling', async () => {
        const view = page.viewportSize()
        await guest.card('Living room').getByRole('link', { name: 'Living room' }).click()
        await page.setViewportSize({ width: 844, height: 390 })
        for (const key of ['card.open', 'card.close'])
          await expect(page.getByRole('button', { name: shown(key) })).toBeInViewport({ ratio: 1 })
        if (view !== null) await page.setViewportSize(view)
      })

      await test.step('hold a movement to how far the link lets it go', async () => {
        const id = home.idOf('South window')
        const token = await home.share(['South window'], {
          limits: { [id]: { minPosition: 0.2, maxPosition: 0.6 } },
        })
        await guest.open(token)
        await page.getByRole('slider').focus()
        await page.keyboard.press('End')
        await expect
          .poll(async () => (await home.product.inspect(id)).position, { timeout: 120_000 })
          .toBeCloseTo(0.6)
        await expect(guest.button('card.close', 'South window')).toHaveAttribute('aria-disabled', 'true')
        await guest.button('card.open', 'South window').click()
        await expect
          .poll(async () => (await home.product.inspect(id)).position, { timeout: 120_000 })
          .toBeCloseTo(0.2)
        await expect(guest.button('card.open', 'South window')).toHaveAttribute('aria-disabled', 'true')
      })

      await test.step('show a link for one use as used while its device finishes, and after', async () => {
        const before = await home.product.inspect(home.idOf('Bedroom'))
        const action = before.position === 1 ? 'card.open' : 'card.close'
        const token = await home.share(['Bedroom'], { multiUse: false })
        await guest.open(token)
        await guest.button(action, 'Bedroom').click()
        await expect(page.getByText(shown('guest.spent'))).toBeVisible()
        await expect(guest.card('Bedroom')).toBeVisible()
        await expect(guest.heading(shown('guest.expired.title'))).toBeVisible({ timeout: 120_000 })
        await expect(page.getByText(shown('stop.used.text'))).toBeVisible()
      })
    })

    await test.step('a door', async () => {
      const guest = home.english(page)

      await test.step('unlock by keyboard only after a question', async () => {
        await expect
          .poll(async () => (await home.product.inspect(home.idOf('Front door'))).magnetLockState, {
            timeout: 120_000,
          })
          .toBe('locked')
        await guest.openDevice(await home.share(['Front door']), home.idOf('Front door'))
        await expect(page.getByRole('tab')).toHaveText(['Door', 'Locks', 'Magic foil', 'Lights'])
        await expect(page.getByRole('tab', { name: 'Door' })).toHaveAttribute('aria-selected', 'true')
        await expect(page.getByRole('tabpanel').getByText('Door closed')).toBeVisible()
        // Not for how long: this setting is the owner's.
        await expect(page.getByRole('tabpanel').getByText('Hold to unlock', { exact: true })).toBeVisible()
        const key = page.getByRole('button', { name: 'Front door: Locked. Hold to unlock' })
        await key.focus()
        await page.keyboard.press('Enter')
        await expect(page.getByRole('button', { name: 'Unlock', exact: true })).toBeFocused()
        expect((await home.product.inspect(home.idOf('Front door'))).magnetLockState).toBe('locked')
        await page.keyboard.press('Enter')
        await expect
          .poll(async () => (await home.product.inspect(home.idOf('Front door'))).magnetLockState)
          .toBe('unlocked')
        // One button for both locks.
        await expect
          .poll(async () => (await home.product.inspect(home.idOf('Front door'))).motorLockState)
          .toBe('unlocked')
        await page.getByRole('tab', { name: 'Door' }).focus()
        await page.keyboard.press('End')
        await expect(page.getByRole('tab', { name: 'Lights' })).toBeFocused()
        await page.getByRole('switch', { name: shown('card.doorLight') }).click()
        await expect
          .poll(async () => (await home.product.inspect(home.idOf('Front door'))).doorLightBrightness)
          .toBe(1)
      })

      await test.step('let somebody in by one hold at a door with two locks, where the link has a use for each [LN13]', async () => {
        const door = home.idOf('Front door')
        const locks = async () => {
          const { magnetLockState, motorLockState } = await home.product.inspect(door)
          return [magnetLockState, motorLockState]
        }
        await expect.poll(locks, { timeout: 120_000 }).toEqual(['locked', 'locked'])
        await guest.openDevice(await home.share(['Front door'], { multiUse: false }), door)
        await expect(page.getByRole('tab')).toHaveText(['Locks', 'Magic foil', 'Lights'])

        await guest.openDevice(await home.share(['Front door'], { maxUses: 2 }), door)
        const panel = page.getByRole('tabpanel')
        const key = panel.getByRole('button', { name: 'Front door: Locked. Hold to unlock' })
        await key.hover()
        await page.mouse.down()
        await expect.poll(locks, { timeout: 120_000 }).toEqual(['unlocked', 'unlocked'])
        await page.mouse.up()
        await expect.poll(locks, { timeout: 120_000 }).toEqual(['locked', 'locked'])
      })
    })

    await test.step('show one channel of a light with one big toggle, and a device that is not shared with none', async () => {
      const guest = home.english(page)
      const id = home.idOf('Terrace lights')
      const token = await home.share(['Terrace lights'], {
        deviceSpecifiers: { [id]: { light1: false, light2: true } },
      })
      await guest.openDevice(token, id, 'light_2')
      await page.getByRole('switch').click()
      await expect.poll(async () => (await home.product.inspect(id)).light2Brightness).toBe(1)
      await guest.openDevice(token, id, 'light_1')
      await expect(guest.heading(shown('guest.missing.title'))).toBeVisible()
      await guest.openDevice(token, home.idOf('Bedroom'))
      await expect(guest.heading(shown('guest.missing.title'))).toBeVisible()
      await page.getByRole('button', { name: shown('guest.missing.action') }).click()
      await expect(page.getByRole('article')).toHaveCount(1)
    })

    await test.step('say of a device that is away that it is, and come back with it', async () => {
      const guest = home.english(page)
      const token = await home.share(['Living room'])
      await guest.openDevice(token, home.idOf('Living room'))
      await expect(page.getByRole('slider')).toBeEnabled()
      await expect(page.locator('p > small'), 'the unit of the figure is smaller than it').toHaveText('%')
      await home.product.stopSimulator()
      await expect(page.getByRole('status').filter({ hasText: 'Offline' })).toBeVisible({ timeout: 120_000 })
      await expect(page.getByRole('slider')).toBeDisabled()
      await home.product.startSimulator()
      await expect(page.getByRole('slider')).toBeEnabled({ timeout: 120_000 })
    })
  })

  test('choose the language by address, choice, browser, and else English', async ({ browser }) => {
    const token = await home.share(['Living room'])
    const bosnian = await home.visit(browser, 'bs-BA', 'en')
    await bosnian.guest.open(token)
    await expect(bosnian.page.locator('html')).toHaveAttribute('lang', 'en')
    await bosnian.page.getByRole('button', { name: 'Menu' }).click()
    const sheet = bosnian.page.getByRole('dialog')
    await expect(sheet.getByRole('listitem')).toHaveText([
      'English',
      'Slovenščina',
      'Deutsch',
      'Hrvatski',
      'Srpski, latinica',
      'Српски, ћирилица',
      'Italiano',
    ])
    await expect(sheet.getByRole('link', { name: shown('menu.support') })).toBeVisible()
    await sheet.getByRole('button', { name: 'Српски, ћирилица' }).click()
    await expect(bosnian.page.locator('html')).toHaveAttribute('lang', 'sr-Cyrl')
    await expect(bosnian.page.getByRole('term').first()).toHaveText(textsIn('rs_cyrl')('guest.from'))
    await bosnian.page.reload()
    await expect(bosnian.page.locator('html')).toHaveAttribute('lang', 'sr-Cyrl')
    await bosnian.page.goto(`${home.product.url}/device-link?token=${token}&lang=de`)
    await expect(bosnian.page.locator('html')).toHaveAttribute('lang', 'de')
    await bosnian.page.goto(`${home.product.url}/device-link?token=${token}&lang=bs`)
    await expect(bosnian.page.locator('html')).toHaveAttribute('lang', 'de')
    await bosnian.page.goto(`${home.product.url}/device-link?token=${token}&lang=sh`)
    await expect(bosnian.page.locator('html')).toHaveAttribute('lang', 'sr-Latn')
    await bosnian.close()
    const owner = await home.visit(browser, 'fr-FR', 'en')
    await owner.page.addInitScript(() => localStorage.setItem('i18nextLng', 'bs'))
    await owner.page.goto(`${home.product.url}/device-link?token=${token}&lang=bs`)
    await expect(owner.page.locator('html')).toHaveAttribute('lang', 'en')
    await owner.close()
  })
})
