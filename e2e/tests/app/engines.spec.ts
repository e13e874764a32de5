import { existsSync } from 'node:fs'
import { expect } from '@playwright/test'
import type { Engine } from '#engines/engine.ts'
import { startFirefox } from '#engines/firefox.ts'
import { Visitor } from '#engines/visitor.ts'
import { startWebKit } from '#engines/webkit.ts'
import type { Client } from '#product/client.ts'
import { isAtRest, startHome } from '#product/home.ts'
import { OwnerLinks } from '#product/owner-links.ts'
import type { Product } from '#product/product.ts'
import { test } from '#product/test.ts'

/** `npm test` installs them where that is possible. */
const ENGINES = [
  { name: 'Firefox', program: '/usr/bin/firefox-esr', start: startFirefox },
  { name: 'WebKitGTK', program: '/usr/bin/WebKitWebDriver', start: startWebKit },
].filter(({ program }) => existsSync(program))

const SHADE = 'Living room'
const SLIDER = `${SHADE}, position`
/** Keys by their WebDriver codes. */
const [ENTER, HOME] = ['\uE007', '\uE011']

for (const { name, program, start } of ENGINES) {
  test.describe(name, () => {
    let product: Product
    let owner: Client
    let shade: string
    let door: string
    let engine: Engine

    test.beforeAll(async ({ server }) => {
      test.setTimeout(600_000)
      ;({ product, owner } = await startHome(
        server,
        8,
        [],
        [
          { name: SHADE, type: 'roller_shutter' },
          { name: 'Front door', type: 'home_door' },
          { name: 'Hallway light', type: 'light', parts: ['light_1', 'light_1_dimmer'] },
        ],
      ))
      shade = (await owner.named(SHADE)).id
      door = (await owner.named('Front door')).id
      await owner.post('device/unlock-guard', {
        token: door,
        password: product.account.password,
        unlockBy: 'hold',
      })
      await owner.move([{ token: shade, command: 'move', position: 50 }], true)
      engine = await start(program)
      await engine.resize(390, 844)
    })

    test.afterAll(async () => {
      await product.stop()
      await engine.close()
    })

    const expectSlider = (visitor: Visitor, slider: string) =>
      expect.poll(() => visitor.attribute('slider', slider, 'aria-valuetext'), {
        timeout: 120_000,
        intervals: [300],
      })

    test('the owner logs in, moves a shade, unlocks a door and logs out', { tag: '@all' }, async () => {
      test.setTimeout(600_000)
      const visitor = new Visitor(engine)
      await visitor.visit(product.url)
      await visitor.type('E-mail', product.account.email)
      await visitor.type('Password', product.account.password + ENTER)

      await visitor.click('button', `Close ${SHADE}`)
      await isAtRest(owner, shade, { position: 1 })
      await expectSlider(visitor, SLIDER).toMatch(/^Closed/)

      // Movements that somebody else starts are shown.
      await owner.move([{ token: shade, command: 'move', position: 30 }], true)
      await expectSlider(visitor, SLIDER).toMatch(/^30/)

      await visitor.click('link', SHADE)
      await visitor.sees('button', 'Favorite')
      await visitor.key('slider', '^', HOME)
      await isAtRest(owner, shade, { position: 0 })
      await expectSlider(visitor, '^').toMatch(/^Open/)

      await visitor.visit(`${product.url}/doordeviceinfopage?deviceId=${door}`)
      await visitor.press('button', '^.+Hold to unlock$')
      await expect.poll(async () => (await product.inspect(door)).magnetLockState).toBe('unlocked')
      await visitor.release()

      await visitor.visit(`${product.url}/home`)
      await visitor.sees('button', `Close ${SHADE}`)
      await visitor.click('link', 'Menu')
      await visitor.click('button', 'Log out')
      await visitor.sees('heading', 'Log out?')
      await visitor.click('button', 'Log out')
      await visitor.sees('button', 'Log in')
      expect(await engine.errors()).toEqual([])
    })

    test('a guest moves a shade', { tag: '@all' }, async () => {
      test.setTimeout(600_000)
      const { token } = await new OwnerLinks(owner).make({ devices: [shade] })
      const visitor = new Visitor(engine)
      await visitor.visit(`${product.url}/device-link?token=${encodeURIComponent(token)}`)
      await visitor.click('button', `Close ${SHADE}`)
      await isAtRest(owner, shade, { position: 1 })
      await owner.move([{ token: shade, command: 'move', position: 40 }], true)
      await expect
        .poll(() => visitor.text('article', SHADE), { timeout: 120_000, intervals: [300] })
        .toContain('40')
      expect(await engine.errors()).toEqual([])
    })
  })
}
